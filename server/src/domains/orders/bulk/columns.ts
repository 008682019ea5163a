import { Invalid } from '../../../kit/failure.ts';
import { entriesOf } from '../../../kit/known-keys.ts';

/** Order fields that a column can fill. Products and quantities are numbered. */
const namesByField = {
  name: ['name', 'recipient', 'full_name'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  address1: ['address1', 'address_line1', 'street'],
  address2: ['address2', 'address_line2'],
  city: ['city'],
  state: ['state', 'province', 'region'],
  zip: ['zip', 'zip_code', 'postal_code'],
  country: ['country'],
  phone: ['phone', 'phone_number'],
  max_price: ['max_price', 'max_price_cents'],
  max_price_currency: ['max_price_currency'],
  retailer_credentials_id: ['retailer_credentials_id', 'account'],
  po_number: ['po_number'],
  tax_id: ['tax_id'],
  is_gift: ['is_gift'],
  gift_message: ['gift_message'],
  fulfillment_gift: ['fulfillment_gift'],
  fulfillment_items: ['fulfillment_items'],
  fulfillment_quantity: ['fulfillment_quantity'],
  payment_mode: ['payment_mode'],
  payment_method: ['payment_method'],
} as const;
export type Field = keyof typeof namesByField;

export type Target =
  | { kind: 'field'; field: Field }
  /** 0: the column without a number. */
  | { kind: 'product' | 'quantity'; number: number };

/** Case, spaces, dashes and underscores do not matter. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

const fieldsByName = new Map<string, Field>(
  entriesOf(namesByField).flatMap(([field, names]) => names.map((name): [string, Field] => [plain(name), field])),
);
const numbered = /^(producturl|url|quantity|qty)(\d{0,3})$/;

/** What a column means; null: only passed through. */
export function targetOf(column: string): Target | null {
  const name = plain(column);
  const field = fieldsByName.get(name);
  if (field) return { kind: 'field', field };
  const [, word, number] = numbered.exec(name) ?? [];
  if (word === undefined) return null;
  return { kind: word.endsWith('url') ? 'product' : 'quantity', number: Number(number) };
}

export interface Column {
  name: string;
  target: Target | null;
}

const columnsMax = 200;

const tooManyColumns = (): Invalid =>
  new Invalid([{ loc: ['body', 'rows'], msg: `A file can have at most ${columnsMax} columns`, type: 'value_error' }]);

/** Every column of a file by first appearance, since a row may lack some. */
export function columnCollector() {
  const columnsByName = new Map<string, Column>();
  return {
    add(row: Record<string, string>): void {
      for (const name of Object.keys(row)) {
        if (!columnsByName.has(name)) columnsByName.set(name, { name, target: targetOf(name) });
      }
      // Every row is checked in every column, so rows with their own columns would make the work quadratic.
      if (columnsByName.size > columnsMax) throw tooManyColumns();
    },
    columns: (): Column[] => [...columnsByName.values()],
  };
}
