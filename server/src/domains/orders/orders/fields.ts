import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { keysOf } from '../../../kit/known-keys.ts';
import { nullable } from '../../../platform/http/index.ts';

interface Field {
  /** As a client may send it. */
  asked: TSchema;
  shown: TSchema;
  sqlType: string;
  /** What leaving it out means. */
  absent: unknown;
  /** What the reference shows, where that is not the same. */
  example?: unknown;
}

/**
 * The plain fields of an order: a client may give them, a column of the same name keeps them, and the order shows them as they
 * came. Bodies, answers, statements and row types take them from here.
 */
export const plainFields = {
  metadata: {
    asked: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: 50,
      description: 'At most 50 keys and 16 KiB.',
    }),
    shown: Type.Record(Type.String(), Type.Unknown()),
    sqlType: 'jsonb',
    absent: {},
    example: { your_reference: '1001' },
  },
  po_number: {
    asked: nullable(Type.String({ maxLength: 100 })),
    shown: nullable(Type.String()),
    sqlType: 'text',
    absent: null,
  },
  handling_days_max: {
    asked: nullable(Type.Integer({ minimum: 1, maximum: 365 })),
    shown: nullable(Type.Integer()),
    sqlType: 'int',
    absent: null,
  },
  is_gift: { asked: Type.Boolean({ default: false }), shown: Type.Boolean(), sqlType: 'boolean', absent: false },
  gift_message: {
    asked: nullable(Type.String({ maxLength: 240, description: 'Needs is_gift.' })),
    shown: nullable(Type.String()),
    sqlType: 'text',
    absent: null,
  },
} satisfies Record<string, Field>;

export type Fields = typeof plainFields;
type Name = keyof Fields;

export type PlainFields = { [Key in Name]: Static<Fields[Key]['shown']> };

/** An object with what is made of each field; undefined is left out. */
export function eachField<Of extends object, Result>(
  fields: Of,
  make: (field: Of[keyof Of & string], name: keyof Of & string) => unknown,
): Result {
  const result: Record<string, unknown> = {};
  for (const name of keysOf(fields)) {
    const made = make(fields[name], name);
    if (made !== undefined) result[name] = made;
  }
  return result as Result;
}

export const askedFields = eachField<Fields, { [Key in Name]: TOptional<Fields[Key]['asked']> }>(
  plainFields,
  ({ asked }) => Type.Optional(asked),
);
export const plainColumns = eachField<Fields, Record<Name, string>>(plainFields, ({ sqlType }) => sqlType);

/** The plain fields of whatever has them: a body, where they may be left out, or a row. */
export const plainFieldsOf = (given: { [Key in Name]?: PlainFields[Key] | null | undefined }): PlainFields =>
  eachField(plainFields, ({ absent }, name) => given[name] ?? absent);
