import { fieldsOf } from '../../kit/fields.ts';
import { fieldDescription } from './schema.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A title that is a valid type name in any language. */
const isName = (title: unknown): title is string => typeof title === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(title);

/** Keys that hold values, not schemas. */
const valueKeys = new Set(['examples', 'example', 'default', 'enum', 'const', 'x-values']);

/** The structure alone, regardless of key order and examples. */
function shapeOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shapeOf);
  if (!isObject(schema)) return schema;
  const keys = Object.keys(schema).filter((key) => key !== 'examples' && key !== 'example');
  return Object.fromEntries(keys.sort().map((key) => [key, shapeOf(schema[key])]));
}

/** Whether the field, or the named schema it refers to, has a description. */
const isDescribed = ({ description, $ref, anyOf }: Json): boolean =>
  description !== undefined || $ref !== undefined || (Array.isArray(anyOf) && anyOf.some(({ $ref: one }) => one));

/** Moves a description from a nullable field's branch to the field. */
function hoistDescription({ anyOf, ...rest }: Json): Json {
  if (!Array.isArray(anyOf) || rest.description !== undefined) return anyOf === undefined ? rest : { anyOf, ...rest };
  const { description } = fieldsOf(anyOf.find(({ type, $ref }) => type !== 'null' && !$ref));
  if (description === undefined) return { anyOf, ...rest };
  return { anyOf: anyOf.map(({ description: _description, ...one }) => one), ...rest, description };
}

/**
 * Moves every schema with a title to the document's components and refers to it, so there is one Order for all
 * operations. A request schema that is looser than the response schema of the same title gets its own name, such as
 * OrderInput.
 */
export function createNaming(commonFields: Record<string, string>): { name(part: unknown): unknown; schemas(): Json } {
  const named = new Map<string, { shape: string; schema: Json }>();

  function nameFor(title: string, shape: string): string {
    for (const candidate of [title, `${title}Input`]) {
      const known = named.get(candidate);
      if (!known || known.shape === shape) return candidate;
    }
    throw new Error(`Three different schemas have the title ${title}: give each its own title.`);
  }

  /** Gives a field without a description the common one for its name. */
  function describeFields(properties: unknown): Json {
    return Object.fromEntries(
      Object.entries(fieldsOf(properties)).map(([name, field]) =>
        isDescribed(fieldsOf(field)) || commonFields[name] === undefined
          ? [name, field]
          : [name, { ...fieldsOf(field), description: commonFields[name] }],
      ),
    );
  }

  function walk(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(walk);
    if (!isObject(part)) return part;
    const { [fieldDescription]: own, ...rest } = part;
    const walkedParts = Object.entries(rest).map(([key, value]) => [key, valueKeys.has(key) ? value : walk(value)]);
    const walked = hoistDescription(Object.fromEntries(walkedParts));
    if (walked.type === 'object' && isObject(walked.properties)) walked.properties = describeFields(walked.properties);
    if (!isName(walked.title) || walked.type === undefined) return walked;
    const shape = JSON.stringify(shapeOf(walked));
    const name = nameFor(walked.title, shape);
    if (!named.has(name)) named.set(name, { shape, schema: { ...walked, title: name } });
    return { $ref: `#/components/schemas/${name}`, ...(own === undefined ? {} : { description: own }) };
  }

  return {
    name: walk,
    schemas: () =>
      Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema])),
  };
}
