import { type Clock, hourMs, plusMs, secondMs } from '../../../kit/clock.ts';
import { toUsCents } from '../../../kit/exchange-rate.ts';
import { Failure, notFound } from '../../../kit/failure.ts';
import { isUuid, newId } from '../../../kit/ids.ts';
import { toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { agentsAccountId, type Caller, createdIdOf, idempotentRequestFrom } from '../../access/accounts/index.ts';
import type { UsageRecorder } from '../../access/activity/index.ts';
import type { ProductNeeds } from '../../catalog/products/index.ts';
import { type Acceptor, type OrderReader, type OrderRequest, readOwnOrder } from '../../orders/orders/index.ts';
import type { QuoteNeeds } from '../../orders/placement/index.ts';
import { createAgentCaller, orderFee } from '../agent/index.ts';
import { lookUpProduct } from './catalog.ts';
import { type Buyer, type Checkout, type Content, itemIn, walletHandler, walletId } from './checkout.ts';
import { checkoutChanged, checkoutClosed, checkoutNotReady, instrumentNotOffered, keyRequired } from './failures.ts';
import { addressIn, orderRequestOf } from './order-request.ts';
import { type OrderView, viewOrder } from './present.ts';
import { currencyAt, quoteCheckout } from './quote-checkout.ts';
import type { CheckoutBody, CompleteBody } from './schema.ts';
import { findCheckout, insertCheckout, moveCheckout, recordOrder, writeContent } from './sql.ts';

export interface CheckoutNeeds {
  database: Database;
  clock: Clock;
  products: ProductNeeds;
  quotes: QuoteNeeds;
  acceptor: Acceptor;
  read: OrderReader;
  usage: UsageRecorder;
  /** Errand's fee for a key's order. */
  feeCents: number;
  /** Modes in which an agent without a key can pay. */
  agentWorlds: readonly World[];
}

const retentionMs = 6 * hourMs;
/** How long completing waits for the order. */
const timeoutMs = 8 * secondMs;
const pollMs = secondMs / 4;

export interface CheckoutState {
  checkout: Checkout;
  order: OrderView | null;
}

/** Errand's fee for this checkout. */
export const feeOf = ({ feeCents }: Pick<CheckoutNeeds, 'feeCents'>, { agentWorld }: Checkout): number =>
  agentWorld === null ? feeCents : orderFee;

/** Agents without a key share one identity. */
const callerFor = (buyer: Buyer, world: World): Caller =>
  buyer.kind === 'key' ? buyer.caller : createAgentCaller(world, agentsAccountId, agentsAccountId);

/** The mode for an agent without a key: live if it sells the product and can be paid, otherwise test. */
function worldFor({ agentWorlds, products }: CheckoutNeeds, buyer: Buyer, body: CheckoutBody): World {
  if (buyer.kind === 'key') return buyer.caller.world;
  const item = itemIn(body.line_items?.[0]?.item.id ?? '');
  const serving = agentWorlds.filter((world) => item && products.registry.forUrl(world, item.url));
  const world = serving.find((each) => each === 'live') ?? serving[0] ?? agentWorlds[0];
  if (world === undefined) throw keyRequired();
  return world;
}

/** Prices the lines: by the product page without an address, otherwise by a quote. */
async function contentFrom(needs: CheckoutNeeds, buyer: Buyer, world: World, body: CheckoutBody): Promise<Content> {
  const isAgent = buyer.kind === 'agent';
  const sold = currencyAt(needs.quotes, world, itemIn(body.line_items?.[0]?.item.id ?? '')?.url ?? '');
  const rated = sold === 'USD' ? null : await needs.quotes.rates.find(world, sold);
  const rate = rated?.kind === 'rate' ? rated.rate : null;
  let refusal: Content['refusal'] = rated?.kind === 'none' ? { code: 'item_unavailable', message: rated.reason } : null;
  const lines = [];
  for (const [index, { item, quantity }] of (body.line_items ?? []).entries()) {
    const product = await lookUpProduct(needs.products, world, item.id);
    if (!product) refusal = { code: 'not_found', message: `No connected store sells ${item.id}.` };
    const isElsewhere = currencyAt(needs.quotes, world, itemIn(item.id)?.url ?? '') !== sold;
    if (isElsewhere) refusal ??= { code: 'item_unavailable', message: 'All items must be from one store.' };
    const price = isElsewhere ? 0 : (product?.price ?? 0);
    const shown = { title: product?.title ?? item.id, unitPrice: isAgent && rate ? toUsCents(rate, price) : price };
    lines.push({ id: `line-${index + 1}`, itemId: item.id, quantity, ...shown });
  }
  const buyerWords = body.buyer ?? {};
  const address = addressIn(body);
  const currency = isAgent && rate ? 'USD' : sold;
  const unpriced: Content = { currency, lines, buyer: buyerWords, address, price: null, refusal };
  if (lines.length === 0 || !address || refusal) return unpriced;
  const asked = { lines, buyer: buyerWords, address };
  return { ...unpriced, ...(await quoteCheckout(needs, callerFor(buyer, world), asked, rate)) };
}

export async function createCheckout(needs: CheckoutNeeds, buyer: Buyer, body: CheckoutBody): Promise<CheckoutState> {
  const world = worldFor(needs, buyer, body);
  const content = await contentFrom(needs, buyer, world, body);
  const now = needs.clock.now();
  const id = newId();
  const owned = { buyer, world: buyer.kind === 'key' ? null : world };
  await insertCheckout(needs.database.db, { id, ...owned, content, now, expiresAt: plusMs(now, retentionMs) });
  return readCheckout(needs, buyer, id);
}

export async function findOwnCheckout({ database, clock }: CheckoutNeeds, buyer: Buyer, id: string): Promise<Checkout> {
  const checkout = isUuid(id) ? await findCheckout(database.db, buyer, id) : null;
  if (!checkout) throw notFound();
  const isOver = checkout.state === 'open' && checkout.expiresAt <= clock.now();
  return isOver ? { ...checkout, state: 'canceled' } : checkout;
}

/** The order of the buyer's checkout. An agent without a key has no account to read it from. */
export async function readOrderOf({ read, clock }: CheckoutNeeds, buyer: Buyer, orderId: string): Promise<OrderView> {
  const order = buyer.kind === 'key' ? await readOwnOrder(read, buyer.caller, orderId) : await read(orderId);
  if (!order) throw notFound();
  return viewOrder(order, clock.now());
}

export async function readCheckout(needs: CheckoutNeeds, buyer: Buyer, id: string): Promise<CheckoutState> {
  const checkout = await findOwnCheckout(needs, buyer, id);
  if (checkout.orderId === null) return { checkout, order: null };
  return { checkout, order: await readOrderOf(needs, buyer, checkout.orderId) };
}

/** Replaces the whole request: omitted fields are removed. */
export async function updateCheckout(
  needs: CheckoutNeeds,
  buyer: Buyer,
  id: string,
  body: CheckoutBody,
): Promise<CheckoutState> {
  const checkout = await findOwnCheckout(needs, buyer, id);
  if (checkout.state !== 'open') throw checkoutClosed();
  const world = checkout.agentWorld ?? worldFor(needs, buyer, body);
  const content = await contentFrom(needs, buyer, world, body);
  if (!(await writeContent(needs.database.db, checkout, content))) throw checkoutChanged();
  return readCheckout(needs, buyer, id);
}

export async function cancelCheckout(needs: CheckoutNeeds, buyer: Buyer, id: string): Promise<CheckoutState> {
  const checkout = await findOwnCheckout(needs, buyer, id);
  if (checkout.state === 'canceled') return { checkout, order: null };
  if (checkout.state !== 'open') throw checkoutClosed();
  if (!(await moveCheckout(needs.database.db, checkout, 'canceled'))) throw checkoutChanged();
  return readCheckout(needs, buyer, id);
}

/**
 * Places the order of a session for its total, paid with the key's wallet. The session is claimed first, and its id
 * is the order's idempotency key, so completing twice creates one order.
 */
export async function completeCheckout(
  needs: CheckoutNeeds,
  buyer: Buyer,
  id: string,
  body: CompleteBody,
): Promise<CheckoutState> {
  if (buyer.kind !== 'key') throw keyRequired();
  const { db } = needs.database;
  const { caller } = buyer;
  const found = await findOwnCheckout(needs, buyer, id);
  if (found.state === 'ordered') return waitUntilSettled(needs, buyer, id);
  if (found.state === 'canceled') throw checkoutClosed();
  const orderRequest = completeOrderRequest(needs, found);
  checkInstruments(body);
  const claimed: Checkout =
    found.state === 'completing' ? found : { ...found, state: 'completing', revision: found.revision + 1 };
  if (found.state === 'open' && !(await moveCheckout(db, found, 'completing'))) throw checkoutChanged();
  const once = idempotentRequestFrom({ caller, operation: 'UCP complete', header: id, body: {} });
  const answer = await needs.acceptor.accept(caller, orderRequest, once).catch(async (refusal: unknown) => {
    // A refusal that the agent can read restores the session. Anything else leaves it claimed.
    if (refusal instanceof Failure && refusal.status < 500) await moveCheckout(db, claimed, 'open');
    throw refusal;
  });
  const orderId = createdIdOf(answer);
  if (answer.order) needs.usage.record({ ...caller, endpoint: 'orders.create', retailer: answer.order.retailer });
  await recordOrder(db, id, orderId);
  return waitUntilSettled(needs, buyer, id);
}

/** The order request of a complete session. */
export function completeOrderRequest(needs: Pick<CheckoutNeeds, 'feeCents'>, checkout: Checkout): OrderRequest {
  const { lines, address, price, buyer, refusal } = checkout.content;
  if (!address || !price || refusal || lines.length === 0) throw checkoutNotReady();
  const most = { maxPrice: toCents(price.total), maxPriceCurrency: price.currency };
  return orderRequestOf({ lines, address, buyer, ...most }, feeOf(needs, checkout));
}

/** Payment instruments of other handlers are refused, not ignored. */
function checkInstruments({ payment, payment_data: first }: CompleteBody): void {
  const instruments = [...(payment?.instruments ?? []), ...(first ? [first] : [])];
  const isOurs = instruments.every(({ handler_id: handler }) => handler === walletId || handler === walletHandler);
  if (!isOurs) throw instrumentNotOffered();
}

/** Waits a few seconds if the order is still in progress. */
async function waitUntilSettled(needs: CheckoutNeeds, buyer: Buyer, id: string): Promise<CheckoutState> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const totals = await readCheckout(needs, buyer, id);
    const isBusy = totals.order === null || ['pending', 'in_progress'].includes(totals.order.status);
    if (!isBusy || totals.order?.next_action || performance.now() > until) return totals;
    await needs.clock.sleep(pollMs);
  }
}
