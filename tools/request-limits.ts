import { fieldsOf, listOf, textOf } from '../server/src/kit/fields.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
/** Formats of fixed or nearly fixed length. */
const shortFormats = ['uuid', 'date', 'date-time', 'order-id'];

/** An anchored pattern without unlimited repetition. */
const isBounded = (pattern: string): boolean =>
  pattern.startsWith('^') &&
  pattern.endsWith('$') &&
  !/(?<!\\)[*+]|\{\d+,\}/.test(pattern.replaceAll(/\[(?:[^\]\\]|\\.)*\]/g, 'x'));

function isShortText(schema: Record<string, unknown>): boolean {
  if (schema.maxLength !== undefined || schema.enum !== undefined || schema.const !== undefined) return true;
  return shortFormats.includes(textOf(schema.format) ?? '') || isBounded(textOf(schema.pattern) ?? '');
}

/** Places where a request may contain a text or list of any length. */
export function* unlimitedIn(document: unknown): Generator<string> {
  const root = fieldsOf(document);
  const resolve = (schema: unknown): Record<string, unknown> => {
    const reference = textOf(fieldsOf(schema).$ref);
    if (reference === undefined) return fieldsOf(schema);
    return resolve(
      reference
        .slice(2)
        .split('/')
        .reduce((at: unknown, name) => fieldsOf(at)[name], root),
    );
  };
  function* walk(given: unknown, place: string, seen: readonly unknown[]): Generator<string> {
    const schema = resolve(given);
    if (seen.includes(schema)) return;
    const inside = [...seen, schema];
    const types = [schema.type].flat();
    if (types.includes('string') && !isShortText(schema)) yield `${place}: a text without maxLength`;
    if (types.includes('array') && schema.maxItems === undefined) yield `${place}: a list without maxItems`;
    for (const name of ['anyOf', 'oneOf', 'allOf'])
      for (const entry of listOf(schema[name])) yield* walk(entry, place, inside);
    if (schema.items !== undefined) yield* walk(schema.items, `${place}[]`, inside);
    if (typeof schema.additionalProperties === 'object') yield* walk(schema.additionalProperties, `${place}{}`, inside);
    for (const part of ['properties', 'patternProperties'])
      for (const [name, entry] of Object.entries(fieldsOf(schema[part])))
        yield* walk(entry, `${place}.${name}`, inside);
  }
  for (const [path, entry] of Object.entries(fieldsOf(root.paths))) {
    for (const method of methods) {
      const operation = fieldsOf(fieldsOf(entry)[method]);
      for (const parameter of listOf(operation.parameters).map(resolve))
        yield* walk(parameter.schema, `${method} ${path} ${textOf(parameter.in)} ${textOf(parameter.name)}`, []);
      const content = Object.values(fieldsOf(resolve(operation.requestBody).content));
      for (const { schema } of content.map(fieldsOf)) yield* walk(schema, `${method} ${path} body`, []);
    }
  }
}
