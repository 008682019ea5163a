import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { entriesOf } from '../../../kit/known-keys.ts';
import { nullable } from '../../../platform/http/index.ts';

interface Field {
  /** What a client may send. */
  asked: TSchema;
  shown: TSchema;
  sqlType: string;
  /** The value if a client omits it. */
  absent: unknown;
}

/**
 * Plain fields of an order: a client may send them, a column of the same name stores them, and the order shows them
 * unchanged. Bodies, responses, statements and row types use this list.
 */
const plainFields = {
  metadata: {
    asked: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: 50,
      description: 'Your own data, returned with the order. Up to 50 keys and 16 KiB.',
    }),
    shown: Type.Record(Type.String(), Type.Unknown(), { description: 'Your own data, as sent with the order.' }),
    sqlType: 'jsonb',
    absent: {},
  },
  po_number: {
    asked: nullable(Type.String({ maxLength: 100 }), { description: 'Your purchase order number.' }),
    shown: nullable(Type.String(), { description: 'Your purchase order number.' }),
    sqlType: 'text',
    absent: null,
  },
  tax_id: {
    asked: nullable(
      Type.String({
        // Only German and Italian numbers are known well enough to catch typos.
        pattern: '^(?:DE[0-9]{9}|IT[0-9]{11}|(?!DE[0-9]|IT[0-9])[A-Za-z0-9][A-Za-z0-9./ -]{2,18}[A-Za-z0-9])$',
        maxLength: 20,
        examples: ['DE123456789'],
      }),
      {
        description: 'VAT or tax ID of the buying business. Sent to stores that accept one.',
      },
    ),
    shown: nullable(Type.String(), { description: 'VAT or tax ID of the buying business.' }),
    sqlType: 'text',
    absent: null,
  },
  handling_days_max: {
    asked: nullable(Type.Integer({ minimum: 1, maximum: 365 }), {
      description: 'Maximum number of days the seller can take to ship. Slower offers are skipped.',
    }),
    shown: nullable(Type.Integer(), { description: 'Maximum number of days the seller can take to ship.' }),
    sqlType: 'int',
    absent: null,
  },
  is_gift: {
    asked: Type.Boolean({
      description: 'Send the order as a gift, without prices, where the store supports it.',
      default: false,
    }),
    shown: Type.Boolean({ description: 'Whether the order is sent as a gift.' }),
    sqlType: 'boolean',
    absent: false,
  },
  gift_message: {
    asked: nullable(Type.String({ maxLength: 240, description: 'Message for the recipient. Requires `is_gift`.' })),
    shown: nullable(Type.String(), { description: 'Message for the recipient of the gift.' }),
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

/** Plain fields of a body, which may omit them, or of a row. */
export const plainFieldsOf = (given: { [Key in Name]?: PlainFields[Key] | null | undefined }): PlainFields =>
  mapFields<PlainFields>(({ absent }, name) => given[name] ?? absent);
