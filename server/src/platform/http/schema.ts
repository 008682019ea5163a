import {
  type Static,
  type TEnum,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox';
import { keysOf } from '../../kit/known-keys.ts';

/** An object that rejects undeclared fields: a typo must not silently change an order. */
export function closed<Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

const optionalBodies = new WeakSet<object>();

/** A body that may be absent; request.body is then undefined. */
export function optionalBody<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | undefined> {
  const optional = Type.Unsafe<Static<Schema> | undefined>({ ...schema });
  optionalBodies.add(optional);
  return optional;
}

export function isOptionalBody(schema: object): boolean {
  return optionalBodies.has(schema);
}

export const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  options: { description?: string } = {},
) => Type.Union([schema, Type.Null()], options);

/**
 * A named enum with a text for each value, published as `x-values`. The SDK reads them there, and so do the pages and
 * the CLI.
 */
export const describedEnum = <Value extends string>(
  title: string,
  description: string,
  texts: Record<Value, Record<string, string>>,
): TEnum<Value[]> => Type.Enum(keysOf(texts), { type: 'string', title, description, 'x-values': texts });

/** A field's own description of a named schema. */
export const fieldDescription = 'x-field-description';

/** The schema with a description for one field. */
export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  ['title' in schema ? fieldDescription : 'description']: description,
});

/** A timestamp without and with an example. */
export const plainMoment = (options: { description?: string } = {}) => Type.String({ format: 'date-time', ...options });
export const moment = (options: { description?: string } = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-08-21T10:00:00.000Z'], ...options });

export const uuid = (options: { description?: string } = {}) =>
  Type.String({ format: 'uuid', examples: ['0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52'], ...options });
