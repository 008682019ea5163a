import type { Static, TObject } from 'typebox';

/** What an answer may be made from: times as dates, and numbers where the wire has text. */
export type Source<Wire> = {
  [Field in keyof Wire]: Wire[Field] | (string extends Wire[Field] ? Date | number : never);
};

/** Takes the fields that the schema declares, and no others: the schema is the allow-list of an answer. */
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

/** Whether it is text, or text that may be null. */
const isText = (schema: object): boolean =>
  ('type' in schema && schema.type === 'string') ||
  ('anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isText));
