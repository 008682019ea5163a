import { fieldsOf, textOf } from '../../kit/fields.ts';
import { foundAnswer, lookupUnsupported, unsureAnswer } from '../answers.ts';
import { toSoldLines, type WantedLine } from '../cart-lines.ts';
import { chooseVariant } from '../catalog-product.ts';
import type { Call, FindAnswer, FindQuery, HistoryEntry, HistoryPage, HistoryQuery, Purchase } from '../contract.ts';
import { earliestFor, matchPurchase, type PastPurchase } from '../match-purchase.ts';
import { payerOf, type Store, type StoreNeeds } from '../store.ts';
import { type WantedItem, wantedItem } from './cart.ts';
import { findProduct } from './catalog.ts';
import { noteOf, noteReferenceIn } from './handle.ts';
import { linesOf, priceOf, type RestOrder, restOrderIn, shipToOf, timeOf, totalOf } from './rest-order.ts';
import { type OwnerKey, problemOf, type StoreApi } from './store-api.ts';
import { draftStatus } from './submit.ts';

export interface LookupNeeds {
  api: StoreApi;
  store: Store;
  clock: StoreNeeds['clock'];
  /** How long a draft may still become an order. */
  lateWindowMs: number;
  /** Null: without a key, orders can't be listed. */
  ownerKey: (() => Promise<OwnerKey>) | null;
}

export const hasOwnerKey = (names: readonly string[]): boolean =>
  names.includes('consumer_key') && names.includes('consumer_secret');

export async function ownerKeyIn(credentials: StoreNeeds['credentials']): Promise<OwnerKey> {
  const { consumer_key: consumerKey = '', consumer_secret: consumerSecret = '' } = await credentials();
  return { consumerKey, consumerSecret };
}

type Problem = { message: string };

const perPage = 100;
const pagesMax = 50;

interface Listed {
  note: string;
  value: unknown;
}

async function listPage(needs: LookupNeeds, key: OwnerKey, since: Date, page: number, call: Call) {
  const query = new URLSearchParams({
    after: since.toISOString(),
    dates_are_gmt: 'true',
    status: 'any',
    per_page: String(perPage),
    page: String(page),
  });
  const reply = await needs.api.read(`/orders?${query}`, key, call);
  if (reply.kind !== 'data' || !Array.isArray(reply.data)) return { message: problemOf(reply).message };
  const orders: Listed[] = reply.data.flatMap((value: unknown) => {
    const note = textOf(fieldsOf(value).customer_note);
    return note === undefined ? [] : [{ note, value }];
  });
  if (orders.length < reply.data.length) return { message: "The store's order list cannot be read." };
  // A shop may list fewer per page than were asked for.
  const total = Number(reply.headers['x-wp-total'] || Number.NaN);
  const pages = Number(reply.headers['x-wp-totalpages'] || Number.NaN);
  if (!Number.isInteger(total) || !Number.isInteger(pages))
    return { message: 'The store does not show how many orders it has.' };
  return { orders, total, isLast: page >= pages };
}

/** Every order of the shop since then. */
async function listOrders(needs: LookupNeeds, key: OwnerKey, since: Date, call: Call): Promise<Listed[] | Problem> {
  const orders: Listed[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const listed = await listPage(needs, key, since, page, call);
    if ('message' in listed) return { message: listed.message };
    orders.push(...listed.orders);
    if (listed.isLast)
      return orders.length >= listed.total ? orders : { message: 'The store did not list all of its orders.' };
  }
  return { message: 'The store has more orders since then than Errand can search.' };
}

/** Lists orders with the owner's key and finds our reference in their notes. */
export async function findByReference(needs: LookupNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  if (!needs.ownerKey) return lookupUnsupported;
  const listed = await listOrders(needs, await needs.ownerKey(), earliestFor(query), call);
  if ('message' in listed) return unsureAnswer(listed.message);
  const ours = listed.filter(({ note }) => noteReferenceIn(note) === query.reference);
  const read = ours.flatMap(({ value }) => restOrderIn(value) ?? []);
  if (read.length < ours.length) return unsureAnswer('The store has an order with our reference that cannot be read.');
  const [sold, another] = read.filter((order) => saleStateOf(order, needs) === 'sold');
  if (sold && another) return unsureAnswer(`The store accepted this order twice: ${sold.number}, ${another.number}.`);
  const open = read.find((order) => saleStateOf(order, needs) === 'open');
  if (!sold && open) return unsureAnswer(`The store shows order ${open.number} as "${open.status}".`);
  const unmarked = sold ? [] : unmarkedOf(listed, needs, query);
  if (unmarked === null) return unsureAnswer('The store lists an order without a reference that cannot be read.');
  if (!sold && unmarked.length === 0) return { kind: 'absent' };
  const wanted = await resolveWantedLines(needs, query, call);
  if ('message' in wanted) {
    return unsureAnswer(sold ? `The store accepted this order as ${sold.number}. ${wanted.message}` : wanted.message);
  }
  if (!sold) return ruleOutOrders(unmarked, query, wanted);
  const purchase = purchaseOf(sold, wanted);
  return foundAnswer(purchase, 'The store accepted the order, but its totals do not add up.');
}

const unsoldStatuses: ReadonlySet<string> = new Set([draftStatus, 'auto-draft', 'failed', 'cancelled', 'trash']);

/**
 * A recent draft may become an order, and a pending order may be paid. A person decides about paid and canceled
 * orders. Plug-in statuses (`shipped`, `packing`) come after the sale.
 */
function saleStateOf(order: RestOrder, { clock, lateWindowMs }: LookupNeeds): 'sold' | 'open' | 'unsold' {
  const { status } = order;
  if (status === 'pending') return 'open';
  if (!unsoldStatuses.has(status)) return 'sold';
  if (order.date_paid_gmt) return 'open';
  if (status !== draftStatus) return 'unsold';
  const quietMs = clock.now().getTime() - timeOf(order.date_modified_gmt ?? order.date_created_gmt).getTime();
  return quietMs > lateWindowMs ? 'unsold' : 'open';
}

/**
 * A plug-in may drop the note, so an order to our email address without a reference may be ours. Null if one of them
 * cannot be read.
 */
function unmarkedOf(listed: readonly Listed[], needs: LookupNeeds, query: FindQuery): RestOrder[] | null {
  const { contact } = payerOf(needs.store, { shippingAddress: query.shippingAddress, account: null });
  const isOurs = ({ value }: Listed): boolean =>
    contact !== null && textOf(fieldsOf(fieldsOf(value).billing).email)?.toLowerCase() === contact.toLowerCase();
  const ours = listed.filter((one) => noteReferenceIn(one.note) === null && isOurs(one));
  const read = ours.flatMap(({ value }) => restOrderIn(value) ?? []);
  return read.length < ours.length ? null : read.filter((order) => saleStateOf(order, needs) !== 'unsold');
}

async function ruleOutOrders(unmarked: readonly RestOrder[], query: FindQuery, wanted: Wanted): Promise<FindAnswer> {
  const past = unmarked.map(
    (order): PastPurchase => ({
      merchantOrderId: order.number,
      placedAt: timeOf(order.date_created_gmt),
      lines: linesOf(order, wanted.items),
      shipTo: shipToOf(order),
      total: totalOf(order),
      purchase: purchaseOf(order, wanted),
    }),
  );
  const answer = await matchPurchase(past, { ...query, lines: wanted.lines });
  if (answer.kind !== 'found') return answer;
  return unsureAnswer(
    `Order ${answer.purchase.merchantOrderIds.join()} may match this order, but it has no reference.`,
  );
}

interface Wanted {
  lines: WantedLine[];
  items: WantedItem[];
}

/** The variants that the lines mean today, in stock or not, or why they can't be found. */
async function resolveWantedLines(needs: LookupNeeds, query: FindQuery, call: Call): Promise<Wanted | Problem> {
  const wanted: Wanted = { lines: [], items: [] };
  for (const { lineId, quantity, variant, ref } of query.lines) {
    const found = await findProduct(needs, ref, call);
    if (found.kind !== 'product') return { message: found.message };
    const chosen = chooseVariant(found.product, variant ?? []);
    const buyable = 'kind' in chosen ? undefined : found.product.buyables.get(chosen.id);
    if ('kind' in chosen || !buyable) {
      return { message: `Product ${ref.productId} was changed or removed at the store after it was ordered.` };
    }
    wanted.lines.push({ lineId, variantId: chosen.id, quantity });
    wanted.items.push(wantedItem(chosen.id, buyable.itemId, buyable.choices));
  }
  return wanted;
}

function purchaseOf(order: RestOrder, { lines, items }: Wanted): Purchase | null {
  const price = priceOf(order);
  if (!price) return null;
  return {
    merchantOrderIds: [order.number],
    price,
    estimatedDelivery: null,
    placedAt: timeOf(order.date_created_gmt),
    lines: toSoldLines(linesOf(order, items), lines),
    shipTo: shipToOf(order),
    note: noteOf(
      { id: String(order.id), key: order.order_key, email: order.billing.email ?? '' },
      { wanted: lines, items },
    ),
  };
}

/** Every purchase under a reference of ours, page by page. */
export async function listSold(needs: LookupNeeds, query: HistoryQuery, call: Call): Promise<HistoryPage> {
  if (!needs.ownerKey) throw new Error("This store's orders cannot be listed without a key.");
  const page = Number(query.cursor ?? 1);
  const listed = await listPage(needs, await needs.ownerKey(), query.since, page, call);
  if ('message' in listed) throw new Error(listed.message);
  const purchases = listed.orders.flatMap(({ note, value }): HistoryEntry[] => {
    const reference = noteReferenceIn(note);
    const order = reference === null ? null : restOrderIn(value);
    const total = order && totalOf(order);
    if (reference === null || order === null || total === null || saleStateOf(order, needs) !== 'sold') return [];
    const placedAt = timeOf(order.date_created_gmt);
    const { number, currency } = order;
    return [{ reference, retailer: needs.store.name, merchantOrderIds: [number], total, currency, placedAt }];
  });
  return { purchases, next: listed.isLast ? null : String(page + 1) };
}
