import type {
  Checkout,
  Connector,
  Prepared,
  PriceComponents,
  PurchaseRequest,
} from '../../../../connectors/contract.ts';
import { refuseOptions } from '../../../../connectors/options.ts';
import type { Registry } from '../../../../connectors/registry.ts';
import { type Clock, plusMs, secondMs } from '../../../../kit/clock.ts';
import { toUsCents } from '../../../../kit/exchange-rate.ts';
import { Failure } from '../../../../kit/failure.ts';
import { newId } from '../../../../kit/ids.ts';
import { addCents, toCents, zeroCents } from '../../../../kit/money.ts';
import { currentTestClock } from '../../../../kit/test-clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import type { Caller } from '../../../access/accounts/index.ts';
import { type PolicyDecision, previewDecisions } from '../../../access/policies/index.ts';
import { withLeasedAccount } from '../../../catalog/retailer-accounts/index.ts';
import type { Rates } from '../../../money/wallet/index.ts';
import {
  type Acceptor,
  type Concession,
  draftOrder,
  type NewOrder,
  namedText,
  type OrderRequest,
  policyRequestOf,
  type QuotedCart,
  rateOf,
  requestDigest,
  shownPrice,
  splitUsCents,
  withExchange,
} from '../../orders/index.ts';
import { amountText } from '../amount-text.ts';
import { findDifference } from '../compare.ts';
import { fillCart, planCart } from '../fill-cart.ts';
import { storedPrice } from '../present-cart.ts';
import { purchaseRequestOf } from '../purchase-request.ts';
import { quoteBlocked, quoteRefused } from './failures.ts';
import { quoteMs, suggestedMaxPrice } from './model.ts';
import { insertQuote } from './sql.ts';

export interface QuoteNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  registry: Registry;
  acceptor: Acceptor;
  rates: Rates;
}

export interface Quoted {
  id: string;
  order: NewOrder;
  checkout: Checkout;
  cart: QuotedCart;
  expiresAt: Date;
  suggested: number;
  /** What an order would put on hold: the requested or suggested maximum price, and the fee. */
  wouldHold: number;
  decided: PolicyDecision;
  warnings: string[];
}

/** A client waits, so the store has less time than for an order. */
const quoteWithinMs = 45 * secondMs;
const releaseWithinMs = 15 * secondMs;

/**
 * Fills a cart, reads its price and gives it up. Holds no money and keeps no account locked. `maxPrice` null: the client has no
 * limit yet.
 */
export async function quoteOrder(
  needs: QuoteNeeds,
  caller: Caller,
  orderRequest: OrderRequest,
  maxPrice: number | null,
): Promise<Quoted> {
  const checked = needs.acceptor.check(caller, orderRequest);
  await needs.acceptor.checkAccount(caller, orderRequest, checked);
  const drafted = draftOrder(caller, orderRequest, checked, needs.clock.now());
  const order = await withExchange(needs, caller, drafted, orderRequest).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'currency_unsupported') throw error;
    throw quoteRefused('currency_unsupported', error.message);
  });
  const connector = needs.registry.forOrder({ ...order, store: null, exchange: order.exchange ?? null })?.connector;
  if (!connector?.prepare || !connector.abilities.has('quote')) {
    throw quoteRefused('retailer_unavailable', noQuoteMessage(connector, order.retailer));
  }
  const account = order.retailer_credentials_id;
  const filled =
    account === null
      ? await queryStore(needs, connector, order, { ...purchaseRequestOf(order), isQuote: true })
      : await withLeasedAccount(needs, caller, account, (storeAccount) =>
          queryStore(needs, connector, order, { ...purchaseRequestOf(order), account: storeAccount, isQuote: true }),
        );
  return saveQuote(needs, caller, { order, orderRequest, ...filled, maxPrice });
}

const noQuoteMessage = (connector: Connector | undefined, retailer: string): string =>
  connector?.name === 'desk'
    ? `Orders from ${retailer} are placed manually, so the price is not known in advance. You never pay more than max_price.`
    : `${retailer} does not provide prices before purchase.`;

async function queryStore(
  needs: QuoteNeeds,
  connector: Connector,
  { fulfillment, exchange }: Pick<NewOrder, 'fulfillment' | 'exchange'>,
  whole: PurchaseRequest,
): Promise<{ checkout: Checkout; concessions: Concession[] }> {
  const plan = planCart(connector, whole, fulfillment);
  const unfit = refuseOptions(connector, plan.request);
  if (unfit) throw quoteRefused(unfit.reason, unfit.message);
  const fill = (part: PurchaseRequest) => prepare(needs, connector, part);
  const { request, prepared, concessions } = await fillCart(plan, fulfillment, fill);
  switch (prepared.kind) {
    case 'refused':
      throw quoteRefused(prepared.reason, prepared.message);
    case 'blocked':
      throw quoteBlocked(prepared.reason, prepared.message, prepared.retryAfterMs);
    case 'bought_before':
      throw quoteBlocked('retailer_unavailable', prepared.message);
    case 'needs':
      throw quoteRefused(
        prepared.question.kind === 'choose_variant' ? 'product_variant_required' : 'account_verification_required',
        prepared.question.message,
      );
    case 'ready':
      await releaseCart(needs, connector, prepared.checkout, request);
  }
  const difference = findDifference(request, prepared.checkout, exchange?.currency ?? 'USD');
  if (difference !== null) throw quoteRefused('checkout_failed', difference);
  const { total } = prepared.checkout.price;
  if (total > request.maxPrice) {
    const { currency } = prepared.checkout.price;
    const message = `The store's total is ${amountText(total, currency)}, over the max_price of ${amountText(request.maxPrice, currency, '')}.`;
    throw quoteRefused('max_price_exceeded', message);
  }
  return { checkout: prepared.checkout, concessions };
}

async function prepare({ logger }: QuoteNeeds, connector: Connector, request: PurchaseRequest): Promise<Prepared> {
  try {
    const prepared = await connector.prepare?.(request, { signal: AbortSignal.timeout(quoteWithinMs) });
    if (prepared) return prepared;
  } catch (error) {
    // Preparing buys nothing, so any error can be retried.
    logger.warn({ quoteId: request.reference, err: error }, 'quote failed');
  }
  return { kind: 'blocked', reason: 'retailer_unavailable', message: 'The store could not be reached.' };
}

/** If the cart cannot be released now, the next purchase finds and empties it. */
async function releaseCart({ logger }: QuoteNeeds, connector: Connector, checkout: Checkout, request: PurchaseRequest) {
  try {
    await connector.release?.(checkout, request, { signal: AbortSignal.timeout(releaseWithinMs) });
  } catch (error) {
    logger.warn({ quoteId: request.reference, err: error }, 'quote cart not released');
  }
}

interface StoreQuote {
  order: NewOrder;
  orderRequest: OrderRequest;
  checkout: Checkout;
  concessions: Concession[];
  maxPrice: number | null;
}

async function saveQuote(needs: QuoteNeeds, caller: Caller, answered: StoreQuote): Promise<Quoted> {
  const { order, orderRequest, checkout, concessions, maxPrice } = answered;
  const { db } = needs.database;
  const now = needs.clock.now();
  const id = newId();
  const expiresAt = plusMs(now, quoteMs);
  const { exchange } = order;
  const rate = exchange ? rateOf(exchange) : null;
  const { total } = checkout.price;
  const suggested = suggestedMaxPrice(rate ? toUsCents(rate, total) : total);
  // A max_price in the store's currency was already converted.
  const price = toCents(maxPrice === null ? suggested : order.max_price_cents);
  // Only now the hold is known, and so the wallet that covers it.
  const held = { ...orderRequest, maxPrice: price, maxPriceCurrency: 'USD' };
  const paid =
    maxPrice === null && exchange ? await withExchange(needs, caller, order, held, { quoted: exchange }) : order;
  const priced = { ...paid, max_price_cents: price };
  const asked = policyRequestOf({ caller, order: priced, titles: await needs.acceptor.titlesFor(caller, priced) });
  const cart = await cartOf(needs, priced, checkout);
  const [decided] = await previewDecisions(db, caller, [asked], now);
  if (!decided) throw new Error('The policy check returned no decision for a quote.');
  await insertQuote(db, {
    id,
    account_id: caller.accountId,
    world: caller.world,
    digest: requestDigest(orderRequest),
    total_cents: checkout.price.total,
    cart,
    test_clock: currentTestClock()?.id ?? null,
    exchange: priced.exchange ?? null,
    created_at: now,
    expires_at: expiresAt,
  });
  const wouldHold = price + order.fee_cents;
  return {
    id,
    order: priced,
    checkout,
    cart,
    expiresAt,
    suggested,
    wouldHold,
    decided,
    warnings: [...concessions.map(({ message }) => message), ...warningsOf(decided, checkout)],
  };
}

/** What an approver sees. Titles come from the store's cart, otherwise from its product pages. */
async function cartOf({ acceptor }: QuoteNeeds, order: NewOrder, { lines, price }: Checkout): Promise<QuotedCart> {
  const lineOf = (id: string) => lines.find(({ lineId }) => lineId === id);
  const isTitled = order.items.every(({ id }) => lineOf(id)?.title !== undefined);
  const products = isTitled ? [] : await acceptor.productsOf(order);
  const rate = order.exchange ? rateOf(order.exchange) : null;
  const items = order.items.map(({ id }, index) => {
    const line = lineOf(id);
    const unit = line && rate ? toUsCents(rate, line.unitPrice) : line?.unitPrice;
    return { title: namedText(line?.title ?? products[index]?.title), unit_price_cents: unit ?? null };
  });
  const parts = [price.subtotal, price.shipping, price.tax, price.fees];
  const [subtotal = zeroCents, shipping = zeroCents, tax = zeroCents, fees = zeroCents] = rate
    ? splitUsCents(rate, parts)
    : [];
  const total = addCents(subtotal, shipping, tax, fees);
  // Approvals are in US dollars, like the limits.
  const shown: PriceComponents = rate ? { ...price, currency: 'USD', subtotal, shipping, tax, fees, total } : price;
  return { currency: shown.currency, items, price_components: shownPrice(storedPrice(shown)) };
}

function warningsOf({ decision }: PolicyDecision, { returnPolicyUrl }: Checkout): string[] {
  return [
    ...(decision === 'approve' ? ['A spending policy requires approval for this order.'] : []),
    ...(decision === 'deny' ? ['A spending policy blocks this order.'] : []),
    ...(returnPolicyUrl ? [`See the store's return policy: ${returnPolicyUrl}`] : []),
  ];
}
