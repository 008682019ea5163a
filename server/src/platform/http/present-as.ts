import type { Static, TObject } from 'typebox';

/** The input for a response: times may be dates, and text may be given as numbers. */
export type Source<Wire> = {
  [Field in keyof Wire]: Wire[Field] | (string extends Wire[Field] ? Date | number : never);
};

/** Copies only the fields that the schema declares: the schema is the response's allow-list. */
export function presentAs<Schema extends TObject>(schema: Schema, source: Source<Static<Schema>>): Static<Schema>;
export function presentAs(schema: TObject, source: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, field]) => {
      const value = source[name];
      return value === undefined ? [] : [[name, wireValue(value, field)]];
    }),
  );
}

function wireValue(value: unknown, schema: object): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' && isText(schema) ? String(value) : value;
}

/** Whether the schema is text, possibly nullable. */
const isText = (schema: object): boolean =>
  ('type' in schema && schema.type === 'string') ||
  ('anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isText));
