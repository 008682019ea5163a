import { fieldsOf, listOf, textOf } from '../../../kit/fields.ts';
import { type OrderView, totalInUsCents } from '../../orders/orders/index.ts';
import type { Json, Outcome } from './call.ts';
import { bytesOf, entryBytesMax, resultBytesMax, shortenText } from './fit.ts';
import { wrapStoreText } from './store-text.ts';

export const limitDefault = 10;
export const limitMax = 50;

export const limitOf = ({ limit }: Json): number => (typeof limit === 'number' ? limit : limitDefault);

/** Fields besides the entries. */
const frameBytes = 1200;

interface ListParts {
  /** The list's field, and the schema of an entry. */
  name: string;
  schema: Json;
  entries: readonly unknown[];
  limit: number;
  /** Whether more entries follow. */
  hasMore: boolean;
  /** The cursor after this many entries. */
  cursorAt(count: number): string;
  more?: Json;
}

/** A page of a list: as many entries as asked for and as fit, and the cursor. */
export function pageOutcome({ name, schema, entries, limit, hasMore, cursorAt, more = {} }: ListParts): Outcome {
  const page: Json[] = [];
  let bytes = frameBytes + bytesOf(more) * 2;
  let read = 0;
  for (const entry of entries) {
    if (page.length === limit) break;
    const fitted = fitEntry(schema, fieldsOf(entry));
    if (fitted !== null) {
      bytes += fitted.bytes;
      if (bytes > resultBytesMax) break;
      page.push(fitted.entry);
    }
    read += 1;
  }
  const goesOn = hasMore || read < entries.length;
  return { body: { [name]: page, ...more, next_cursor: goesOn ? cursorAt(read) : null } };
}

/** Fields that an entry loses until it fits. Ids stay; `url` is in the details. */
const textLimits = [200, 120, 60];
const dispensable = ['url', 'next_step', 'brand'];

/** An entry of at most 400 bytes and its size; null if its ids alone are longer. */
function fitEntry(schema: Json, whole: Json): { entry: Json; bytes: number } | null {
  const entries = [whole, ...textLimits.map((max) => shortenTexts(whole, max))];
  const last = entries.at(-1) ?? whole;
  const without = dispensable.map((_, count) => omit(last, dispensable.slice(0, count + 1)));
  for (const entry of [...entries, ...without]) {
    const text = JSON.stringify(wrapStoreText(schema, entry));
    if (Buffer.byteLength(text) <= entryBytesMax) return { entry, bytes: bytesOf(entry) + bytesOf(text) };
  }
  return null;
}

const shortenTexts = (entry: Json, max: number): Json =>
  Object.fromEntries(
    Object.entries(entry).map(([name, field]) => [
      name,
      typeof field === 'string' ? (shortenText(field, max) ?? field) : field,
    ]),
  );

const omit = (entry: Json, names: string[]): Json =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

/** Leaves out null, false and empty fields. */
const told = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field !== null && field !== undefined && field !== false),
  );

export function summarizeHit(hit: unknown): Json {
  const { product_id, retailer, title, url, price, currency, stars, available, free_shipping, variant_required } =
    fieldsOf(hit);
  return told({
    product_id,
    retailer,
    title,
    price,
    currency: currency === 'USD' ? null : currency,
    stars,
    free_shipping,
    variant_required,
    sold_out: available === false,
    url,
  });
}

export function summarizeOrder(order: unknown): Json {
  const { id, status, retailer, items, max_price, job_result, next_action, waiting_for, created_at } = fieldsOf(order);
  const [first, ...others] = listOf(items).map(fieldsOf);
  return told({
    id,
    status,
    retailer,
    items: others.length + (first ? 1 : 0),
    total_cents: totalInUsCents(order as OrderView),
    max_price,
    error_type: fieldsOf(job_result).error_type,
    waiting_for,
    next_action: fieldsOf(next_action).kind,
    created_at,
    url: first?.url,
  });
}

export function summarizeReturn(returned: unknown): Json {
  const { id, order_id, status, reason, refund, created_at } = fieldsOf(returned);
  const { status: refundStatus, expected_cents, credited_cents } = fieldsOf(refund);
  return told({ id, order_id, status, reason, refund: refundStatus, expected_cents, credited_cents, created_at });
}

export const summarizeTestProduct = (product: unknown): Json => {
  const { url, scenario, name, is_synchronous_error: isSynchronous } = fieldsOf(product);
  return told({ url, scenario, name, is_synchronous_error: isSynchronous });
};

/** A position in a list; null for an invalid cursor. */
export function positionOf(cursor: unknown): number | null {
  const text = textOf(cursor) ?? '0';
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
