import { assertDefined } from '../../../kit/assert-defined.ts';
import { plusMs, secondMs } from '../../../kit/clock.ts';
import { firstUnusedId } from '../../../kit/ids.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import { notifyJobs } from '../../../platform/queue/index.ts';
import type { MemoryRelay } from '../../../platform/secrets/index.ts';
import {
  type Answer,
  type Caller,
  findAccountOfKey,
  findStoredAnswer,
  type IdempotentRequest,
  replayAnswer,
} from '../../access/accounts/index.ts';
import { policyDenied, previewDecisions } from '../../access/policies/index.ts';
import type { KnownProduct } from '../../catalog/products/index.ts';
import { checkAccountFits } from '../../catalog/retailer-accounts/index.ts';
import { type AuthorizedCard, authorizationLost, type CardOrder } from '../../money/top-ups/index.ts';
import type { Rates } from '../../money/wallet/index.ts';
import { insufficientFunds } from '../../money/wallet/index.ts';
import { policyRequestOf } from './accept-under-policy.ts';
import { sealClientCredentials } from './client-credentials.ts';
import { requestDigest } from './digest.ts';
import { draftOrder } from './draft-order.ts';
import { isOfCurrencyWallet } from './exchange.ts';
import { isOrderIdTaken, keyedOrderId, quotedOrderId } from './keyed-id.ts';
import type { OrderRequest } from './order-request.ts';
import { type OrderView, presentOrder } from './order-view.ts';
import { type CheckedRequest, type ReviewNeeds, reviewRequest } from './review-request.ts';
import { answerOf, plainAnswer, type SerializeOrder, toReadOrder } from './serialize-answer.ts';
import { acceptOrders, type NewOrder } from './sql-accept.ts';
import { findOrderIds } from './sql-written.ts';
import { withExchange } from './with-exchange.ts';
import { createOrderWriter } from './write-order.ts';
import type { PolicyWriterNeeds } from './write-under-policy.ts';

export interface AcceptNeeds extends ReviewNeeds, PolicyWriterNeeds {
  /** Card security codes, kept in memory only. */
  codes: MemoryRelay;
  sandboxTimeScale: number;
  /** Secret for derived IDs. */
  idSecret(): Promise<Buffer>;
  cards: {
    authorize(order: CardOrder): Promise<AuthorizedCard>;
    abandon(orderId: string): Promise<void>;
  };
  /** Returns what a quote said. Refuses one that is unknown, expired, or for another order. */
  quoted(caller: Caller, quoteId: string, digest: string): Promise<NonNullable<CheckedRequest['quoted']>>;
  rates: Rates;
}

/**
 * A sandbox order waits this long before it is bought, so that clients can test canceling. Scaled by the time scale.
 */
const sandboxWaitMs = secondMs;

export interface Acceptor {
  /** Refuses what cannot be bought. Writes nothing. */
  check(caller: Caller, orderRequest: OrderRequest): CheckedRequest;
  /** The order as it would be paid now. Refuses what cannot be bought. Writes nothing. */
  price(caller: Caller, orderRequest: OrderRequest): Promise<NewOrder>;
  /** Checks the retailer account that the request names. */
  checkAccount(caller: Caller, orderRequest: OrderRequest, checked: CheckedRequest): Promise<void>;
  /** Product titles, if a policy of the caller needs them; null if it doesn't, or if a title is unknown. */
  titlesFor(caller: Caller, order: NewOrder): Promise<string[] | null>;
  productsOf(order: NewOrder): Promise<KnownProduct[]>;
  /** `answerWith` serializes the response that is sent and stored. By default, that is the order itself. */
  accept(
    caller: Caller,
    orderRequest: OrderRequest,
    once: IdempotentRequest,
    answerWith?: SerializeOrder,
  ): Promise<Answer & { order: OrderView | null }>;
  /** Accepts an order in the caller's transaction, which also funds it. The same payment always gets the same ID. */
  acceptWithin(tx: Tx, caller: Caller, orderRequest: OrderRequest, id: string): Promise<OrderView>;
}

export function createAcceptor(needs: AcceptNeeds): Acceptor {
  const { writeOrder, titlesFor } = createOrderWriter(needs);

  const draft = (...given: [Caller, OrderRequest, CheckedRequest]): NewOrder => draftFor(needs, ...given);
  const check: Acceptor['check'] = (caller, orderRequest) => checkRequest(needs, caller, orderRequest);
  const price: Acceptor['price'] = async (caller, orderRequest) =>
    withExchange(needs, caller, draft(caller, orderRequest, check(caller, orderRequest)), orderRequest);
  const checkAccount: Acceptor['checkAccount'] = (...given) => checkRetailerAccount(needs, ...given);

  async function accept(
    caller: Caller,
    orderRequest: OrderRequest,
    once: IdempotentRequest,
    answerWith: SerializeOrder = plainAnswer,
    isUsdOnly = false,
  ): Promise<Answer & { order: OrderView | null }> {
    const checked = await checkUnlessAnswered(needs, caller, orderRequest, once);
    if ('isReplay' in checked) return { ...checked, order: null };
    const { quote } = orderRequest;
    const priced = await priceOrder(needs, draft(caller, orderRequest, checked), {
      caller,
      orderRequest,
      checked,
      once,
      isUsdOnly,
    });
    if ('isReplay' in priced) return { ...priced, order: null };
    const drafted = await withDerivedId(needs, priced, once, quote?.id ?? null);
    const order = orderRequest.card ? await withCard(needs, caller, drafted, once, orderRequest.card) : drafted;
    if ('isReplay' in order) return { ...order, order: null };
    if (orderRequest.clientCredentials)
      order.secrets = await sealClientCredentials(needs, order.id, orderRequest.clientCredentials);
    const written = await writeOrder(caller, order, once, answerWith).catch(async (error: unknown) => {
      if (order.card) await needs.cards.abandon(order.id);
      const mayBeQuotes = quote !== undefined && once.key === null && isOrderIdTaken(error);
      if (mayBeQuotes && (await findOrderIds(needs.database.db, [order.id])).size > 0) return null;
      throw error;
    });
    // Another order of the same quote took this ID. Take the next one.
    if (written === null) return accept(caller, orderRequest, once, answerWith, isUsdOnly);
    const { acceptance, answer } = written;
    if (order.card && acceptance.kind !== 'accepted') await needs.cards.abandon(order.id);
    switch (acceptance.kind) {
      case 'accepted':
        notifyJobs(needs.database);
        return { ...answerOf(assertDefined(answer)), isReplay: false };
      case 'remembered':
        return { ...replayAnswer(once, { ...acceptance, resource: 'order' }), order: null };
      case 'denied':
        throw policyDenied(acceptance.finding);
      case 'undecided':
      case 'short': {
        const accountId = await findAccountOfKey(needs.database.db, caller.keyId);
        // The sandbox was just claimed, so its wallet and this order belong to another account now.
        const hasMoved = accountId !== null && accountId !== caller.accountId;
        if (hasMoved) return accept({ ...caller, accountId }, orderRequest, { ...once, accountId }, answerWith);
        // The wallet in the store's currency ran out in the meantime. Pay in US dollars.
        if (isOfCurrencyWallet(order)) return accept(caller, orderRequest, once, answerWith, true);
        if (order.paid_by_card) throw authorizationLost();
        const { required, available } = acceptance.kind === 'short' ? acceptance : { required: 0, available: 0 };
        throw insufficientFunds(required, available);
      }
    }
  }

  async function acceptWithin(tx: Tx, caller: Caller, orderRequest: OrderRequest, id: string): Promise<OrderView> {
    if (orderRequest.card) throw new Error(`The order ${id} is prepaid but specifies a card.`);
    const drafted = draft(caller, orderRequest, check(caller, orderRequest));
    const order = { ...drafted, id, has_derived_id: true, is_decided: true };
    const [acceptance] = await acceptOrders(tx, [order]);
    if (acceptance?.kind === 'short') throw insufficientFunds(acceptance.required, acceptance.available);
    afterCommit(tx, notifyJobs);
    return presentOrder(toReadOrder(order), needs.clock.now());
  }

  return { check, price, checkAccount, titlesFor, productsOf: needs.productsOf, accept, acceptWithin };
}

function draftFor(needs: AcceptNeeds, caller: Caller, orderRequest: OrderRequest, checked: CheckedRequest): NewOrder {
  const now = needs.clock.now();
  // On a test clock, the order would wait until somebody advances the clock.
  const isWaiting = caller.world === 'test' && currentTestClock() === null;
  const waitMs = isWaiting ? sandboxWaitMs * needs.sandboxTimeScale : 0;
  return { ...draftOrder(caller, orderRequest, checked, now), place_at: plusMs(now, waitMs).toISOString() };
}

interface Pricing {
  caller: Caller;
  orderRequest: OrderRequest;
  checked: CheckedRequest;
  once: IdempotentRequest;
  isUsdOnly: boolean;
}

/** Replays a stored answer even if the order cannot be priced today. */
async function priceOrder(
  needs: AcceptNeeds,
  drafted: NewOrder,
  { caller, orderRequest, checked, once, isUsdOnly }: Pricing,
): Promise<NewOrder | Answer> {
  if (!drafted.exchange) return drafted;
  try {
    const quoted = checked.quoted?.exchange ?? null;
    return await withExchange(needs, caller, drafted, orderRequest, { quoted, isUsdOnly });
  } catch (refusal) {
    const row = once.key === null ? null : await findStoredAnswer(needs.database.db, { ...once, key: once.key });
    if (row) return replayAnswer(once, row);
    throw refusal;
  }
}

/**
 * Authorizes the card before the order is written. A stored answer is replayed without asking the card. If a policy
 * denies the order, nothing is authorized: the next statement denies it and records the decision.
 */
async function withCard(
  needs: AcceptNeeds,
  caller: Caller,
  order: NewOrder,
  once: IdempotentRequest,
  { paymentMethod }: NonNullable<OrderRequest['card']>,
): Promise<NewOrder | Answer> {
  const { db } = needs.database;
  const row = once.key === null ? null : await findStoredAnswer(db, { ...once, key: once.key });
  if (row) return replayAnswer(once, row);
  const asked = policyRequestOf({ caller, order, titles: null });
  const [verdict] = await previewDecisions(db, caller, [asked], needs.clock.now());
  if (verdict?.decision === 'deny') return order;
  const { accountId, world } = caller;
  const cents = order.max_price_cents + order.fee_cents;
  const card = await needs.cards.authorize({ orderId: order.id, accountId, world, cents, paymentMethod });
  return { ...order, card };
}

function checkRequest(needs: AcceptNeeds, caller: Caller, orderRequest: OrderRequest): CheckedRequest {
  const { checked, refusals } = reviewRequest(needs, caller, orderRequest);
  if (checked === null) throw refusals[0];
  return checked;
}

async function checkRetailerAccount(
  needs: AcceptNeeds,
  caller: Caller,
  orderRequest: OrderRequest,
  { retailer }: CheckedRequest,
): Promise<void> {
  if (orderRequest.retailerCredentialsId === null) return;
  await checkAccountFits(needs.database.db, caller, orderRequest.retailerCredentialsId, retailer);
}

/** Replays a stored answer even if the request would be refused today. */
async function checkUnlessAnswered(
  needs: AcceptNeeds,
  caller: Caller,
  orderRequest: OrderRequest,
  once: IdempotentRequest,
): Promise<CheckedRequest | Answer> {
  try {
    const checked = checkRequest(needs, caller, orderRequest);
    await checkRetailerAccount(needs, caller, orderRequest, checked);
    const { quote } = orderRequest;
    if (!quote) return checked;
    return { ...checked, quoted: await needs.quoted(caller, quote.id, requestDigest(orderRequest)) };
  } catch (refusal) {
    const row = once.key === null ? null : await findStoredAnswer(needs.database.db, { ...once, key: once.key });
    if (row) return replayAnswer(once, row);
    throw refusal;
  }
}

/**
 * An order that a client can repeat gets an ID derived from its request. Without a key or a quote, each is a new
 * order.
 */
async function withDerivedId(
  { database, idSecret }: AcceptNeeds,
  order: NewOrder,
  once: IdempotentRequest,
  quoteId: string | null,
): Promise<NewOrder> {
  if (once.key !== null) return { ...order, id: keyedOrderId(await idSecret(), once), has_derived_id: true };
  if (quoteId === null) return order;
  const secret = await idSecret();
  const id = await firstUnusedId(
    (index) => quotedOrderId(secret, once, quoteId, index),
    (ids) => findOrderIds(database.db, ids),
  );
  return { ...order, id, has_derived_id: true };
}
