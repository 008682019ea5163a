import { type Clock, plusMs, secondMs } from '../../kit/clock.ts';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import { foundAnswer, lookupUnsupported, unsureAnswer } from '../answers.ts';
import type { WantedLine } from '../cart-lines.ts';
import { chooseVariant } from '../catalog-product.ts';
import type { Call, FindAnswer, FindQuery, ReadOnlyRetailerAccount } from '../contract.ts';
import { earliestFor, matchPurchase, type PastPurchase } from '../match-purchase.ts';
import { referenceIn } from '../reference.ts';
import type { Store } from '../store.ts';
import { readingIn } from './catalog.ts';
import { amountIn, isPlaced, orderFields, orderIn, type PriceReading, type ShopOrder, shipToOf } from './order.ts';
import { cancelActive, productsOf } from './prepare.ts';
import { productIn } from './product.ts';
import { customerFields, queryAsCustomer } from './session.ts';
import { settingsOf } from './settings.ts';
import type { ShopApi } from './shop-api.ts';
import { purchaseOf } from './submit.ts';

export interface HistoryNeeds {
  store: Store;
  api: ShopApi;
  clock: Clock;
}

/** How long a payment in progress may take after its cart was canceled. */
export const settleMs = 2 * secondMs;

const pageSize = 50;
const pagesMax = 40;

/** Null: the order has no reference of ours. */
type Marked = PastPurchase & { reference: string | null };

/**
 * Without a recorded cart, only the account's order list can show the purchase: by our reference if the shop stores
 * it, otherwise by content. Guests have no list.
 */
export async function findPast(needs: HistoryNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  const { account } = query;
  if (!account) return lookupUnsupported;
  const past: Marked[] = [];
  let seen = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const listed = await listPage(needs, account, query, seen, call);
    if ('message' in listed) return unsureAnswer(listed.message);
    const { orders, total, wanted, reading } = listed;
    if (typeof wanted === 'string') return unsureAnswer(wanted);
    const placed = orders.filter(({ order }) => isPlaced(order));
    const known = { ...reading, wanted };
    past.push(...placed.map(({ order, reference }) => ({ ...pastPurchase(order, known, query), reference })));
    seen += orders.length;
    if (seen >= total) return findByReference(past, query) ?? matchUnmarked(past, query, wanted);
    if (orders.length === 0) return unsureAnswer("The store did not list all of the account's orders.");
  }
  return unsureAnswer('The account has more orders with the store than Errand can search.');
}

function findByReference(past: readonly Marked[], query: FindQuery): FindAnswer | null {
  const [ours, another] = past.filter(({ reference }) => reference === query.reference);
  if (!ours) return null;
  const { merchantOrderId: id, purchase } = ours;
  if (another) return unsureAnswer(`The store accepted this order twice: ${id}, ${another.merchantOrderId}.`);
  return foundAnswer(purchase, `The store accepted this order as ${id} and later changed it.`);
}

/** Ignores orders with another reference. */
const matchUnmarked = (past: readonly Marked[], query: FindQuery, lines: WantedLine[]): Promise<FindAnswer> =>
  matchPurchase(
    past.filter(({ reference }) => reference === null),
    { ...query, lines },
  );

const listParts = (field: string | null): string => `activeCustomer { orders(options: {
  filter: { orderPlacedAt: { after: $since } }, sort: { orderPlacedAt: DESC }, take: $take, skip: $skip
}) { totalItems items { ...OrderFields ${field === null ? '' : `customFields { ${field} }`} } } }`;

async function listPage(
  { api, store }: HistoryNeeds,
  account: ReadOnlyRetailerAccount,
  query: FindQuery,
  skip: number,
  call: Call,
) {
  const { referenceField: field } = settingsOf(store);
  const products = productsOf(query.lines);
  const types = `$since: DateTime!, $take: Int!, $skip: Int!, ${products.types}`;
  const document = `query Past(${types}) { ${customerFields} ${listParts(field)} ${products.fields} } ${orderFields}`;
  // The filter is exclusive, and some shops store whole seconds. Each order's time is compared again.
  const since = plusMs(earliestFor(query), -secondMs).toISOString();
  const variables = { since, take: pageSize, skip, ...products.variables };
  const tokens = [await account.session.load()];
  const seen = await queryAsCustomer(api, { account, tokens }, { document, variables }, call);
  if (seen.kind !== 'data') return { message: seen.message };
  const { items, totalItems: total } = fieldsOf(fieldsOf(seen.data.activeCustomer).orders);
  const read = Array.isArray(items) ? items.map(orderIn) : null;
  if (seen.problem || !read || typeof total !== 'number' || read.includes(null)) {
    return { message: seen.problem?.message ?? "The account's order list cannot be read." };
  }
  const reading = readingIn(store, seen.data);
  const markOf = (order: unknown): string | null =>
    field === null ? null : referenceIn(textOf(fieldsOf(fieldsOf(order).customFields)[field]) ?? '');
  const orders = read.flatMap((order) => (order ? [{ order, reference: markOf(order) }] : []));
  return { orders, total, reading, wanted: variantsNow(query, seen.data, reading) };
}

/** The variants that the lines mean today, in stock or not, or why they can't be found. */
function variantsNow(query: FindQuery, data: Record<string, unknown>, reading: PriceReading): WantedLine[] | string {
  const wanted: WantedLine[] = [];
  for (const [index, { lineId, quantity, variant, ref }] of query.lines.entries()) {
    const product = productIn(data[`p${index}`], reading);
    const chosen = product && chooseVariant(product, variant ?? []);
    if (!chosen || 'kind' in chosen) {
      return `Product ${ref.productId} was changed or removed at the store after it was ordered, so Errand cannot compare orders.`;
    }
    wanted.push({ lineId, variantId: chosen.id, quantity });
  }
  return wanted;
}

function pastPurchase(
  order: ShopOrder,
  known: PriceReading & { wanted: WantedLine[] },
  query: FindQuery,
): PastPurchase {
  const isUnchanged = order.lines.every(({ quantity, orderPlacedQuantity }) => quantity === orderPlacedQuantity);
  const handle = { ...known, code: order.code, token: '' };
  return {
    merchantOrderId: order.code,
    placedAt: new Date(order.orderPlacedAt ?? 0),
    lines: order.lines.map((line) => ({ variantId: line.productVariant.id, quantity: line.orderPlacedQuantity })),
    shipTo: shipToOf(order, query.shippingAddress),
    total: amountIn(order.totalWithTax, order.currencyCode, known.decimals),
    purchase: isUnchanged ? purchaseOf(order, handle, query.shippingAddress) : null,
  };
}

const cartsMax = 5;

/** Cancels every open cart of the account, so a late payment buys nothing. Guest carts can't be reached. */
export async function fenceAccount({ api, clock }: HistoryNeeds, query: FindQuery, call: Call): Promise<boolean> {
  const { account } = query;
  if (!account) return false;
  const question = { document: `query Open { ${customerFields} activeOrder { code } }`, variables: {} };
  for (let carts = 0; carts < cartsMax; carts += 1) {
    const tokens = [await account.session.load()];
    const seen = await queryAsCustomer(api, { account, tokens }, question, call);
    if (seen.kind !== 'data' || seen.problem) return false;
    if (seen.data.activeOrder === null) return true;
    if (await cancelActive(api, seen.token, call)) return false;
    await clock.sleep(settleMs, call.signal);
  }
  return false;
}
