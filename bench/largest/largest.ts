import { randomUUID } from 'node:crypto';
import { fieldsOf, listOf, textOf } from '../../server/src/kit/fields.ts';

/** Valid values for fields that would otherwise be refused, by name. */
export type Known = Readonly<Record<string, unknown>>;

interface Making {
  document: unknown;
  known: Known;
  itemsMax: number;
}

const entriesMax = 20;
const depthMax = 12;

export function resolved(document: unknown, schema: unknown): Record<string, unknown> {
  const reference = textOf(fieldsOf(schema).$ref);
  if (reference === undefined) return fieldsOf(schema);
  return resolved(
    document,
    reference
      .slice(2)
      .split('/')
      .reduce((at: unknown, name) => fieldsOf(at)[name], document),
  );
}

/** The largest value that a schema allows. */
export function largest(making: Making, given: unknown, name = '', depth = 0): unknown {
  const schema = resolved(making.document, given);
  if (name !== '' && name in making.known) return making.known[name];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.at(-1);
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map((entry) => resolved(making.document, entry));
  if (choices.length > 0)
    return largest(
      making,
      choices.find(({ type }) => type !== 'null'),
      name,
      depth,
    );
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return longestText(schema);
    case 'integer':
    case 'number':
      return schema.maximum ?? 1000;
    case 'boolean':
      return true;
    case 'array': {
      const count = Math.min(Number(schema.maxItems ?? 1), making.itemsMax);
      return Array.from({ length: count }, () => largest(making, schema.items, name, depth + 1));
    }
    default:
      return depth > depthMax ? {} : largestObject(making, schema, depth);
  }
}

function largestObject(making: Making, schema: Record<string, unknown>, depth: number): Record<string, unknown> {
  const fields = Object.entries(fieldsOf(schema.properties)).map(([name, entry]): [string, unknown] => [
    name,
    largest(making, entry, name, depth + 1),
  ]);
  const others = schema.additionalProperties;
  const isOpen = typeof others === 'object' && others !== null;
  const count = isOpen ? Math.min(entriesMax, Number(schema.maxProperties ?? entriesMax)) : 0;
  const more = Array.from({ length: count }, (_, place): [string, unknown] => [
    `field_${place}`,
    largest(making, others, '', depth + 1) ?? 'x'.repeat(200),
  ]);
  return Object.fromEntries([...fields, ...more]);
}

function longestText({ format, pattern, maxLength, examples }: Record<string, unknown>): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'date') return '2026-11-17';
  if (format === 'date-time') return '2026-11-17T12:00:00Z';
  const length = Math.min(Number(maxLength ?? 100), 100_000);
  if (format === 'email') return `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
  if (format === 'uri' || format === 'web-url')
    return `https://shop.example.com/${'x'.repeat(Math.max(0, length - 30))}`;
  const expression = new RegExp(textOf(pattern) ?? '', 'u');
  const texts = ['\n', ' a', 'a', 'A', '0', 'A0'].map((piece) => piece.repeat(length / piece.length));
  const example = textOf(listOf(examples)[0]);
  return texts.find((text) => expression.test(text)) ?? example ?? 'a'.repeat(Math.min(length, 10));
}
