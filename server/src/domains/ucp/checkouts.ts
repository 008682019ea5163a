import { type Clock, hourMs, plusMs, secondMs } from '../../kit/clock.ts';
import { Failure, notFound } from '../../kit/failure.ts';
import { isUuid, newId } from '../../kit/ids.ts';
import { toCents } from '../../kit/money.ts';
import type { Database } from '../../platform/database/index.ts';
import { type Caller, onceFrom } from '../accounts/index.ts';
import { type Acceptor, type OrderReader, type OrderRequest, presentOrder, readOwnOrder } from '../orders/index.ts';
import type { ProductNeeds } from '../products/index.ts';
import type { UsageRecorder } from '../usage/index.ts';
import { addressIn } from './address.ts';
import { lookUpProduct } from './catalogue.ts';
import { type Checkout, type Content, itemIn, walletHandler, walletId } from './checkout.ts';
import { checkoutChanged, checkoutClosed, checkoutNotReady, instrumentNotOffered } from './failures.ts';
import type { OrderView } from './present.ts';
import { quoteCheckout } from './quote-checkout.ts';
import type { CheckoutBody, CompleteBody } from './schema.ts';
import { findCheckout, insertCheckout, moveCheckout, recordOrder, writeContent } from './store.ts';

export interface CheckoutNeeds {
  database: Database;
  clock: Clock;
  products: ProductNeeds;
  acceptor: Acceptor;
  read: OrderReader;
  usage: UsageRecorder;
  feeCents: number;
}

const keptMs = 6 * hourMs;
/** How long an answer to complete waits for the order to get somewhere. */
const patienceMs = 8 * secondMs;
const lookEveryMs = secondMs / 4;

export interface Standing {
  checkout: Checkout;
  order: OrderView | null;
}

/** What was asked for, priced: by the shelf while it is not known where to, by the store's own cart afterwards. */
async function contentFrom(
  { products, clock }: CheckoutNeeds,
  { world }: Caller,
  body: CheckoutBody,
): Promise<Content> {
  const lines = [];
  let refusal: Content['refusal'] = null;
  for (const [index, { item, quantity }] of (body.line_items ?? []).entries()) {
    const product = await lookUpProduct(products, world, item.id);
    if (!product) refusal = { code: 'not_found', message: `No store that is served here sells ${item.id}.` };
    const shown = { title: product?.title ?? item.id, unitPrice: product?.price ?? 0 };
    lines.push({ id: `line-${index + 1}`, itemId: item.id, quantity, ...shown });
  }
  const buyer = body.buyer ?? {};
  const address = addressIn(body);
  const unpriced: Content = { lines, buyer, address, price: null, refusal };
  if (lines.length === 0 || !address || refusal) return unpriced;
  return { ...unpriced, ...(await quoteCheckout({ ...products, clock }, world, lines, address)) };
}

export async function createCheckout(needs: CheckoutNeeds, caller: Caller, body: CheckoutBody): Promise<Standing> {
  const content = await contentFrom(needs, caller, body);
  const now = needs.clock.now();
  const id = newId();
  await insertCheckout(needs.database.db, { id, keyId: caller.keyId, content, now, expiresAt: plusMs(now, keptMs) });
  return readCheckout(needs, caller, id);
}

async function findOwn({ database, clock }: CheckoutNeeds, { keyId }: Caller, id: string): Promise<Checkout> {
  const checkout = isUuid(id) ? await findCheckout(database.db, keyId, id) : null;
  if (!checkout) throw notFound();
  const isOver = checkout.state === 'open' && checkout.expiresAt <= clock.now();
  return isOver ? { ...checkout, state: 'canceled' } : checkout;
}

export async function readCheckout(needs: CheckoutNeeds, caller: Caller, id: string): Promise<Standing> {
  const checkout = await findOwn(needs, caller, id);
  if (checkout.orderId === null) return { checkout, order: null };
  const order = await readOwnOrder(needs.read, caller, checkout.orderId);
  return { checkout, order: presentOrder(order) };
}

/** Replaces what was asked for, all of it: what an update leaves out is gone. */
export async function updateCheckout(
  needs: CheckoutNeeds,
  caller: Caller,
  id: string,
  body: CheckoutBody,
): Promise<Standing> {
  const checkout = await findOwn(needs, caller, id);
  if (checkout.state !== 'open') throw checkoutClosed();
  const content = await contentFrom(needs, caller, body);
  if (!(await writeContent(needs.database.db, checkout, content))) throw checkoutChanged();
  return readCheckout(needs, caller, id);
}

export async function cancelCheckout(needs: CheckoutNeeds, caller: Caller, id: string): Promise<Standing> {
  const checkout = await findOwn(needs, caller, id);
  if (checkout.state === 'canceled') return { checkout, order: null };
  if (checkout.state !== 'open') throw checkoutClosed();
  if (!(await moveCheckout(needs.database.db, checkout, 'canceled'))) throw checkoutChanged();
  return readCheckout(needs, caller, id);
}

/**
 * Orders what the session holds, for what it said that it costs. The session is claimed first, and the order is
 * remembered under the session's id: however often complete is called, one order comes of it.
 */
export async function completeCheckout(
  needs: CheckoutNeeds,
  caller: Caller,
  id: string,
  body: CompleteBody,
): Promise<Standing> {
  const { db } = needs.database;
  const found = await findOwn(needs, caller, id);
  if (found.state === 'ordered') return settled(needs, caller, id);
  if (found.state === 'canceled') throw checkoutClosed();
  const wish = orderRequestOf(found.content, needs.feeCents);
  checkInstruments(body);
  const claimed: Checkout =
    found.state === 'completing' ? found : { ...found, state: 'completing', revision: found.revision + 1 };
  if (found.state === 'open' && !(await moveCheckout(db, found, 'completing'))) throw checkoutChanged();
  const once = onceFrom({ caller, operation: 'UCP complete', header: id, body: {} });
  const answer = await needs.acceptor.accept(caller, wish, once).catch(async (refusal: unknown) => {
    // Refused for a reason that the agent can read: the session is as it was. Anything else leaves it claimed.
    if (refusal instanceof Failure && refusal.status < 500) await moveCheckout(db, claimed, 'open');
    throw refusal;
  });
  const { id: orderId } = JSON.parse(answer.text) as { id: string };
  if (answer.order) needs.usage.record({ ...caller, endpoint: 'orders.create', retailer: answer.order.retailer });
  await recordOrder(db, id, orderId);
  return settled(needs, caller, id);
}

function orderRequestOf({ lines, address, price, buyer, refusal }: Content, feeCents: number): OrderRequest {
  if (!address || !price || refusal || lines.length === 0) throw checkoutNotReady();
  return {
    products: lines.flatMap(({ itemId, quantity }) => {
      const item = itemIn(itemId);
      return item
        ? [{ url: item.url, quantity, variant: item.variant, conditionIn: ['New' as const], conditionNotIn: [] }]
        : [];
    }),
    shippingAddress: address,
    maxPrice: toCents(price.total),
    fee: toCents(feeCents),
    retailerCredentialsId: null,
    metadata: { source: 'ucp' },
    poNumber: null,
    handlingDaysMax: null,
    isGift: false,
    giftMessage: null,
    customerEmail: buyer.email ?? null,
    options: {},
  };
}

/** Paid with the key's wallet; an instrument of another handler is refused, not ignored. */
function checkInstruments({ payment }: CompleteBody): void {
  const instruments = payment?.instruments ?? [];
  const isOurs = instruments.every(({ handler_id: handler }) => handler === walletId || handler === walletHandler);
  if (!isOurs) throw instrumentNotOffered();
}

/** How it stands, a few seconds later if it is still being bought. */
async function settled(needs: CheckoutNeeds, caller: Caller, id: string): Promise<Standing> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const standing = await readCheckout(needs, caller, id);
    const isBusy = standing.order === null || ['pending', 'in_progress'].includes(standing.order.status);
    if (!isBusy || standing.order?.next_action || performance.now() > until) return standing;
    await needs.clock.sleep(lookEveryMs);
  }
}
