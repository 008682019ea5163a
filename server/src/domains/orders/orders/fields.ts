import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { entriesOf } from '../../../kit/known-keys.ts';
import { nullable } from '../../../platform/http/index.ts';

interface Field {
  /** As a client may send it. */
  asked: TSchema;
  shown: TSchema;
  sqlType: string;
  /** What leaving it out means. */
  absent: unknown;
}

/**
 * The plain fields of an order: a client may give them, a column of the same name keeps them, and the order shows them as they
 * came. Bodies, answers, statements and row types take them from here.
 */
const plainFields = {
  metadata: {
    asked: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: 50,
      description: 'At most 50 keys and 16 KiB.',
    }),
    shown: Type.Record(Type.String(), Type.Unknown()),
    sqlType: 'jsonb',
    absent: {},
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

type Fields = typeof plainFields;
type Name = keyof Fields;

export type PlainFields = { [Key in Name]: Static<Fields[Key]['shown']> };

const entries = entriesOf(plainFields);
const mapFields = <Result>(make: (field: Fields[Name], name: Name) => unknown): Result =>
  Object.fromEntries(entries.map(([name, field]) => [name, make(field, name)])) as Result;

export const requestFields = mapFields<{ [Key in Name]: TOptional<Fields[Key]['asked']> }>(({ asked }) =>
  Type.Optional(asked),
);
export const viewFields = mapFields<{ [Key in Name]: Fields[Key]['shown'] }>(({ shown }) => shown);
export const plainColumns = mapFields<Record<Name, string>>(({ sqlType }) => sqlType);

/** The plain fields of whatever has them: a body, where they may be left out, or a row. */
export const plainFieldsOf = (given: { [Key in Name]?: PlainFields[Key] | null | undefined }): PlainFields =>
  mapFields<PlainFields>(({ absent }, name) => given[name] ?? absent);
