import type { Failure, Problem } from '../../../kit/failure.ts';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import { formatCents } from '../../../kit/money.ts';
import { cutText } from '../../../kit/storable-text.ts';
import type { Field } from './columns.ts';

/** Shortens long cells. */
export function quoted(text: string): string {
  return `"${text.length > 60 ? `${cutText(text, 60)}…` : text}"`;
}

const list = (values: readonly string[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

/** Row errors for people with a spreadsheet: the column, its content, and what to enter instead. */
export const rowTexts = {
  empty: 'This row is empty. Delete it.',
  missing: (column: string) => `${column} is missing.`,
  conflict: (first: string, second: string) =>
    `The columns ${first} and ${second} mean the same thing but have different values. Keep one of them.`,
  quantity: (column: string, text: string) => `${column} ${quoted(text)} is not a whole number: enter 1 to 100.`,
  quantityAlone: (column: string) => `${column} has no product. Add the product URL or clear the cell.`,
  oneName: (column: string, text: string) => `${column} ${quoted(text)} needs a first and last name.`,
  price: (column: string, text: string) =>
    `${column} ${quoted(text)} is not a whole number of cents: enter 4999 for $49.99.`,
  flag: (column: string, text: string) => `${column} ${quoted(text)}: enter yes or no.`,
  fulfillment: (column: string, text: string) => `${column} ${quoted(text)}: enter best_effort or strict.`,
  needsApproval: 'This row needs approval under your spending policy.',
  duplicateOf: (index: number) =>
    `Warning: this row is identical to row ${index + 2}. If you place this batch, both will be ordered.`,
  tinyPrice: (column: string, cents: number) =>
    `Warning: ${column} ${quoted(String(cents))} is in cents. This order can cost at most ${formatCents(cents)}. Enter ${cents * 100} for ${formatCents(cents * 100)}.`,
  card: (column: string, id: string | undefined) =>
    id === undefined
      ? `${column} is "card", but you have no saved cards: add one on the wallet page, or enter wallet.`
      : `${column} ${quoted(id)} does not match a saved card.`,
  tooSmallForCard: (column: string) => `${column}: the minimum card payment is $0.50. Set payment_mode to wallet.`,
  account: (column: string, id: string) =>
    `${column} ${quoted(id)} does not match one of your retailer accounts for this store.`,
};

/** Column names for messages. */
export interface Labels {
  columnOf(field: Field): string;
  productColumn: string;
  productColumns: readonly { url: string; quantity: string }[];
  productUrls: readonly string[];
}

const fieldsByPlace: Record<string, Field> = {
  first_name: 'first_name',
  last_name: 'last_name',
  address_line1: 'address1',
  address_line2: 'address2',
  city: 'city',
  state: 'state',
  postal_code: 'zip',
  country: 'country',
  phone_number: 'phone',
  max_price: 'max_price',
  max_price_currency: 'max_price_currency',
  retailer_credentials_id: 'retailer_credentials_id',
  po_number: 'po_number',
  tax_id: 'tax_id',
  is_gift: 'is_gift',
  gift_message: 'gift_message',
  mode: 'payment_mode',
  payment_method: 'payment_method',
};

/** The field of a schema problem; null if it is about the products. */
export function fieldAt(problem: Problem): Field | null {
  return fieldsByPlace[String(problem.loc.at(-1))] ?? null;
}

/** Text for a schema problem. `value` is the cell's content. */
export function shapeText(problem: Problem, labels: Labels, value: unknown): string {
  const field = fieldAt(problem);
  if (field === null) return productText(problem, labels, value);
  const column = labels.columnOf(field);
  if (problem.type === 'missing') {
    return field === 'state' ? `${column} is missing. US addresses require it.` : rowTexts.missing(column);
  }
  if (problem.type === 'string_too_short') return rowTexts.missing(column);
  if (problem.type === 'string_too_long') return tooLong(column, problem);
  if (field === 'country') return `${column} ${quoted(String(value))} is not a supported country: enter US, DE or IT.`;
  if (field === 'retailer_credentials_id') return rowTexts.account(column, String(value));
  if (field === 'max_price') return `${column} ${quoted(String(value))} must be from 1 to 1000000000 cents.`;
  if (field === 'max_price_currency') return currencyText(problem, column, quoted(String(value)));
  if (field === 'gift_message') return `${column} is set, but the order is not a gift. Set is_gift to yes.`;
  return `${column}: ${problem.msg}.`;
}

const currencyText = ({ type, msg }: Problem, column: string, code: string): string =>
  type === 'string_pattern_mismatch'
    ? `${column} ${code} is not a currency code, such as EUR.`
    : `${column} ${code}: ${msg}.`;

function tooLong(column: string, problem: Problem): string {
  const most = /\d+/.exec(problem.msg)?.[0] ?? '';
  return `${column} is too long. Use at most ${most} characters.`;
}

function productText(problem: Problem, labels: Labels, value: unknown): string {
  const [, , index, part] = problem.loc;
  if (typeof index !== 'number') {
    if (problem.type === 'too_long') return 'Too many products. A row can have at most 50.';
    return rowTexts.missing(labels.productColumn);
  }
  const columns = labels.productColumns[index] ?? { url: 'product_url', quantity: 'quantity' };
  if (part === 'quantity') return `${columns.quantity} ${quoted(String(value))} must be from 1 to 100.`;
  if (problem.type === 'string_too_long') return tooLong(columns.url, problem);
  return `${columns.url} ${quoted(String(value))} is not a URL. Copy it from the browser, including https://.`;
}

/** Problems that were reported, so that later rules don't repeat them. */
export interface ReportedProblems {
  fields: Set<Field>;
  /** By index in the row. */
  products: Set<number>;
}

/** Texts for a refusal, without what was reported before. One refusal may have several problems. */
export function refusalTexts(failure: Failure, labels: Labels, reported: ReportedProblems): string[] {
  const { details } = failure;
  switch (failure.code) {
    case 'unsupported_retailer': {
      const url = String(details.url);
      const index = labels.productUrls.indexOf(url);
      if (reported.products.has(index)) return [];
      const column = labels.productColumns[index]?.url ?? 'product_url';
      return [`${column} ${quoted(url)} is not a product page from a supported store.`];
    }
    case 'url_unreachable': {
      const index = labels.productUrls.indexOf(String(details.url));
      if (reported.products.has(index)) return [];
      const column = labels.productColumns[index]?.url;
      return [column ? `${column} ${quoted(String(details.url))}: ${failure.message}` : failure.message];
    }
    case 'mixed_retailers': {
      const retailers = listOf(details.retailers);
      return [`The products are from ${retailers.length} retailers (${retailers.join(', ')}). Use one row for each.`];
    }
    case 'unsupported_country': {
      if (reported.fields.has('country')) return [];
      const supported = listOf(details.supported).map(String);
      const column = labels.columnOf('country');
      return [`${column} ${quoted(String(details.country))}: this store only ships to ${list(supported)}.`];
    }
    case 'invalid_shipping_address': {
      const { problems } = details;
      if (!problems) return [`Address: ${failure.message}`];
      return listOf(problems)
        .map(fieldsOf)
        .map(({ field, message }) => ({ field: fieldsByPlace[String(field)] ?? 'address1', message }))
        .filter(({ field }) => !reported.fields.has(field))
        .map(({ field, message }) => `${labels.columnOf(field)}: ${message}`);
    }
    case 'insufficient_funds':
      return [`Insufficient funds for this row. It needs ${formatCents(Number(details.required))}.`];
    default:
      return [failure.message];
  }
}
