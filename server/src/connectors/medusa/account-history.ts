import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import { foundAnswer, lookupUnsupported, unsureAnswer } from '../answers.ts';
import type { WantedLine } from '../cart-lines.ts';
import { chooseVariant } from '../catalog-product.ts';
import type { Call, FindAnswer, FindQuery, ReadOnlyRetailerAccount } from '../contract.ts';
import { earliestFor, matchPurchase, type PastPurchase } from '../match-purchase.ts';
import { referenceIn } from '../reference.ts';
import { chargedAmount, type Handle, linesOf, type Order, orderIn, shipToOf } from './cart.ts';
import { type BuyingNeeds, basisOf, listProducts } from './prepare.ts';
import { ensureLoggedIn } from './session.ts';
import { problemOf, type StoreApi } from './store-api.ts';
import { purchaseOf } from './submit.ts';

const Listed = Type.Array(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    created_at: Type.String(),
    metadata: Type.Optional(Type.Unknown()),
  }),
);

interface ListedOrder {
  id: string;
  createdAt: Date;
  /** Null: the order has no reference of ours. */
  reference: string | null;
}

type Problem = { message: string };

const pageSize = 50;
const pagesMax = 40;
const unmarkedMax = 20;

/** Without a recorded cart, only the account's order list can show the purchase. Guests have no list. */
export async function findPast(needs: BuyingNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  if (!query.account) return lookupUnsupported;
  const listed = await listOrders(needs.api, query.account, earliestFor(query), call);
  if ('message' in listed) return unsureAnswer(listed.message);
  const [ours, another] = listed.filter(({ reference }) => reference === query.reference);
  if (ours && another) return unsureAnswer(`The store accepted this order twice: ${ours.id}, ${another.id}.`);
  const unmarked = await unmarkedOf(listed, query);
  if (!ours && unmarked.length === 0) return { kind: 'absent' };
  const wanted = await resolveWantedLines(needs, query, call);
  if ('message' in wanted)
    return unsureAnswer(ours ? `The store accepted this order as ${ours.id}. ${wanted.message}` : wanted.message);
  return ours
    ? findOwnOrder(needs.api, ours.id, wanted, call)
    : ruleOutOrders(needs.api, unmarked, query, wanted, call);
}

/** Orders without a reference that may be ours. */
async function unmarkedOf(listed: readonly ListedOrder[], query: FindQuery): Promise<ListedOrder[]> {
  const earliest = earliestFor(query);
  const recent = listed.filter(({ reference, createdAt }) => reference === null && createdAt >= earliest);
  const isTaken = await Promise.all(recent.map(({ id }) => query.isTaken(id)));
  return recent.filter((_, index) => !isTaken[index]);
}

/** Every order of the account since then, and maybe older ones, newest first. */
async function listOrders(
  api: StoreApi,
  account: ReadOnlyRetailerAccount,
  earliest: Date,
  call: Call,
): Promise<ListedOrder[] | Problem> {
  const entered = await ensureLoggedIn(api, account, call);
  if (entered.kind !== 'session') return { message: entered.message };
  const orders: ListedOrder[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const asked = `limit=${pageSize}&offset=${orders.length}&order=-created_at&fields=id,created_at,metadata`;
    const reply = await api.ask('GET', `/store/orders?${asked}`, call, { token: entered.token });
    const { orders: listed, count } = fieldsOf(reply.kind === 'data' ? reply.data : null);
    if (!Value.Check(Listed, listed) || typeof count !== 'number') return { message: problemOf(reply).message };
    orders.push(...listed.map(listedOrder));
    if (!isNewestFirst(orders)) return { message: "The store does not list this account's orders by time." };
    if (orders.length >= count || orders.some(({ createdAt }) => createdAt < earliest)) return orders;
    if (listed.length === 0) return { message: "The store did not list all of this account's orders." };
  }
  return { message: 'The account has more orders with the store than Errand can search.' };
}

const listedOrder = ({
  id,
  created_at: createdAt,
  metadata,
}: {
  id: string;
  created_at: string;
  metadata?: unknown;
}) => ({
  id,
  createdAt: new Date(createdAt),
  reference: referenceIn(textOf(fieldsOf(metadata).reference) ?? ''),
});

/** False too if a time cannot be read: it compares with nothing. */
const isNewestFirst = (orders: readonly ListedOrder[]): boolean =>
  orders.every(({ createdAt }, index) => createdAt <= (orders[index - 1]?.createdAt ?? createdAt));

/** The variants that the lines mean today, in stock or not, or why they can't be found. */
async function resolveWantedLines(needs: BuyingNeeds, query: FindQuery, call: Call): Promise<Handle | Problem> {
  const answer = await needs.regions(call);
  if (answer.kind !== 'regions') return { message: answer.message };
  const { country } = query.shippingAddress;
  const region = answer.regions.find(({ countries }) => countries.includes(country));
  if (!region) return { message: `The store no longer sells to ${country}, so its orders cannot be compared.` };
  const products = await listProducts(needs.api, query.lines, region, call);
  if ('kind' in products) return { message: products.message };
  const wanted: WantedLine[] = [];
  for (const { lineId, quantity, variant, ref } of query.lines) {
    const product = products.find((candidate) => candidate?.slug === ref.productId);
    const chosen = product && chooseVariant(product, variant ?? []);
    if (!chosen || 'kind' in chosen) {
      return { message: `Product ${ref.productId} was changed or removed at the store after it was ordered.` };
    }
    wanted.push({ lineId, variantId: chosen.id, quantity });
  }
  return { cartId: '', basis: basisOf(products), wanted };
}

async function findOwnOrder(api: StoreApi, id: string, handle: Handle, call: Call): Promise<FindAnswer> {
  const order = await readOrder(api, id, call);
  const purchase = 'message' in order ? null : purchaseOf(order, handle);
  return foundAnswer(purchase, `The store accepted this order as ${id}, but Errand cannot read the order.`);
}

/** A shop may drop metadata, so an order without a reference may be ours. */
async function ruleOutOrders(
  api: StoreApi,
  unmarked: readonly ListedOrder[],
  query: FindQuery,
  handle: Handle,
  call: Call,
): Promise<FindAnswer> {
  if (unmarked.length > unmarkedMax) return unsureAnswer('The account has too many orders without a reference.');
  const past: PastPurchase[] = [];
  for (const { id } of unmarked) {
    const order = await readOrder(api, id, call);
    if ('message' in order) return unsureAnswer(order.message);
    past.push({
      merchantOrderId: id,
      placedAt: new Date(order.created_at),
      lines: linesOf(order),
      shipTo: shipToOf(order),
      total: chargedAmount(order.total, order.currency_code),
      purchase: purchaseOf(order, handle),
    });
  }
  const answer = await matchPurchase(past, { ...query, lines: handle.wanted });
  if (answer.kind !== 'found') return answer;
  return unsureAnswer(
    `Order ${answer.purchase.merchantOrderIds.join()} may match this order, but it has no reference.`,
  );
}

async function readOrder(api: StoreApi, id: string, call: Call): Promise<Order | Problem> {
  const reply = await api.ask('GET', `/store/orders/${encodeURIComponent(id)}`, call);
  const order = reply.kind === 'data' ? orderIn(reply.data.order) : null;
  return order ?? { message: problemOf(reply).message };
}
