import type { Condition, SellerSelection } from '../../connectors/contract.ts';
import { plusMs, secondMs, utcDay } from '../../kit/clock.ts';
import { existing } from '../../kit/existing.ts';
import { newId } from '../../kit/ids.ts';
import type { Cents } from '../../kit/money.ts';
import { createBatcher } from '../../platform/batcher.ts';
import {
  afterCommit,
  type Database,
  inTransaction,
  isUniqueViolation,
  type Tx,
} from '../../platform/database/index.ts';
import { notifyJobs } from '../../platform/queue/index.ts';
import type { MemoryRelay } from '../../platform/secrets/index.ts';
import { addKeySpend, type Caller, findAccountOfKey, spendLimitExceeded } from '../accounts/index.ts';
import { type Answer, findRemembered, type Once, replay } from '../idempotency/index.ts';
import { checkAccountFits } from '../managed-accounts/index.ts';
import { policyDenied } from '../policies/index.ts';
import { insufficientFunds } from '../wallet/index.ts';
import type { ShippingAddress } from './address.ts';
import { type ClientCredentials, sealClientCredentials } from './client-credentials.ts';
import { requestDigest } from './digest.ts';
import { dayAboveKeyLimit } from './failures.ts';
import type { PlainFields } from './fields.ts';
import { isKeyTaken, keyedOrderId } from './keyed-id.ts';
import { type OrderView, presentOrder } from './present.ts';
import { type CheckedRequest, type ReviewNeeds, reviewRequest } from './review-request.ts';
import { type Acceptance, acceptOrders, type NewItem, type NewOrder } from './store-accept.ts';
import { type AnswerWith, asItIs, asRead, worded, wordsOf } from './word-answer.ts';
import { createPolicyWriter, type PolicyWriterNeeds, type Written } from './write-under-policy.ts';

/** What a client asks for, whichever door it came through. */
export interface OrderRequest {
  products: {
    url: string;
    quantity: number;
    variant: { label: string; value: string }[] | null;
    conditionIn: Condition[];
    conditionNotIn: Condition[];
    /** How to choose among sellers in detail; without it the two lists above decide. */
    selection?: SellerSelection;
  }[];
  shippingAddress: ShippingAddress;
  maxPrice: Cents;
  fee: Cents;
  retailerCredentialsId: string | null;
  plain: PlainFields;
  customerEmail: string | null;
  options: Record<string, unknown>;
  /** The client's own log-in and card: the retailer is paid with that, and the wallet pays the fee only. */
  clientCredentials?: ClientCredentials;
  /** Of the earlier API: the request as it came, without its secrets. */
  legacyRequest?: Record<string, unknown>;
  /** Lower is placed first while there is a queue; 100 unless told. */
  priority?: number;
  /** The quote that the order relies on, and by how much the price may have risen since. */
  quote?: { id: string; maxDriftCents: number };
}

export interface AcceptNeeds extends ReviewNeeds, PolicyWriterNeeds {
  /** Security codes of cards, which are kept in memory alone. */
  codes: MemoryRelay;
  sandboxTimeScale: number;
  /** What the ids of orders with an idempotency key are made with. */
  idSecret(): Promise<Buffer>;
  /** What a quote of the caller's said; refuses one that is unknown, expired, or of another order. */
  quotedTotal(caller: Caller, quoteId: string, digest: string): Promise<number>;
}

/** A sandbox order waits a moment before it is bought, so that calling it off can be tried; before the time scale. */
const sandboxWaitMs = secondMs;

export interface Acceptor {
  /** Refuses what cannot be bought. Looks only; nothing is written. */
  check(caller: Caller, orderRequest: OrderRequest): CheckedRequest;
  /** The same for the account that the request names, which only the database knows. */
  checkAccount(caller: Caller, orderRequest: OrderRequest, checked: CheckedRequest): Promise<void>;
  /** What the products are called, where a policy that binds the caller wants to know; else, and where it cannot be told, null. */
  titlesFor(caller: Caller, order: NewOrder): Promise<string[] | null>;
  /** `answerWith` words the answer that is sent and remembered; unless told, it is the order itself. */
  accept(
    caller: Caller,
    orderRequest: OrderRequest,
    once: Once,
    answerWith?: AnswerWith,
  ): Promise<Answer & { order: OrderView | null }>;
  /** Accepts an order under this id as part of the caller's transaction, which brings the money for it. */
  acceptWithin(tx: Tx, caller: Caller, orderRequest: OrderRequest, id: string): Promise<OrderView>;
}

export function createAcceptor(needs: AcceptNeeds): Acceptor {
  const write = createBatcher<NewOrder, Acceptance>({
    maxBatch: 50,
    maxInFlight: 2,
    // Two requests with one idempotency key go one after the other: the second finds the first.
    conflictKey: (order) =>
      order.once && `${order.account_id} ${order.world} ${order.once.operation} ${order.once.key}`,
    run: (orders) => acceptTogether(needs.database, orders),
  });
  const { wasAsked, writeUnderPolicy, titlesFor } = createPolicyWriter(needs);

  function draft(caller: Caller, orderRequest: OrderRequest, checked: CheckedRequest): NewOrder {
    const now = needs.clock.now();
    const waitMs = caller.world === 'test' ? sandboxWaitMs * needs.sandboxTimeScale : 0;
    return { ...draftOrder(caller, orderRequest, checked, now), place_at: plusMs(now, waitMs).toISOString() };
  }

  function check(caller: Caller, orderRequest: OrderRequest): CheckedRequest {
    const { checked, refusals } = reviewRequest(needs, caller, orderRequest);
    if (checked === null) throw refusals[0];
    return checked;
  }

  async function checkAccount(caller: Caller, orderRequest: OrderRequest, { retailer }: CheckedRequest): Promise<void> {
    if (orderRequest.retailerCredentialsId === null) return;
    await checkAccountFits(needs.database.db, caller, orderRequest.retailerCredentialsId, retailer);
  }

  /** What was accepted once stays accepted, whatever the rules say today. */
  async function checkUnlessRemembered(
    caller: Caller,
    orderRequest: OrderRequest,
    once: Once,
  ): Promise<CheckedRequest | Answer> {
    try {
      const checked = check(caller, orderRequest);
      await checkAccount(caller, orderRequest, checked);
      const { quote } = orderRequest;
      if (!quote) return checked;
      return { ...checked, quotedTotalCents: await needs.quotedTotal(caller, quote.id, requestDigest(orderRequest)) };
    } catch (refusal) {
      const row = once.key === null ? null : await findRemembered(needs.database.db, { ...once, key: once.key });
      if (row) return replay(once, row);
      throw refusal;
    }
  }

  async function accept(
    caller: Caller,
    orderRequest: OrderRequest,
    once: Once,
    answerWith: AnswerWith = asItIs,
  ): Promise<Answer & { order: OrderView | null }> {
    const checked = await checkUnlessRemembered(caller, orderRequest, once);
    if ('isReplay' in checked) return { ...checked, order: null };
    const order = await withKeyedId(needs, draft(caller, orderRequest, checked), once);
    if (orderRequest.clientCredentials)
      order.secrets = await sealClientCredentials(needs, order.id, orderRequest.clientCredentials);
    const { acceptance, answer } = await writeOrder(caller, order, once, answerWith);
    switch (acceptance.kind) {
      case 'accepted':
        notifyJobs(needs.database);
        return { ...wordsOf(existing(answer)), isReplay: false };
      case 'remembered':
        return { ...replay(once, { ...acceptance, resource: 'order' }), order: null };
      case 'denied':
        throw policyDenied(acceptance.finding);
      case 'undecided':
      case 'short': {
        const accountId = await findAccountOfKey(needs.database.db, caller.keyId);
        // The sandbox was claimed a moment ago: its wallet, and with it this order, belongs to another account now.
        const hasMoved = accountId !== null && accountId !== caller.accountId;
        if (hasMoved) return accept({ ...caller, accountId }, orderRequest, { ...once, accountId }, answerWith);
        const { required, available } = acceptance.kind === 'short' ? acceptance : { required: 0, available: 0 };
        throw insufficientFunds(required, available);
      }
    }
  }

  async function writeOrder(caller: Caller, order: NewOrder, once: Once, answerWith: AnswerWith): Promise<Written> {
    // The account's policies were asked before: they are asked at once.
    if (wasAsked(caller)) return writeUnderPolicy(caller, order, once, answerWith);
    const answer = worded(order, once, answerWith);
    const isWithinDay = caller.limits.spendPerDay !== null;
    const acceptance = await (isWithinDay ? writeWithinDay(caller, answer.order) : write(answer.order));
    return acceptance.kind === 'undecided' ? writeUnderPolicy(caller, order, once, answerWith) : { acceptance, answer };
  }

  /** A key with a daily limit pays for it with a transaction of its own: the order and what it spends, or neither. */
  async function writeWithinDay(caller: Caller, order: NewOrder): Promise<Acceptance> {
    const limit = caller.limits.spendPerDay ?? 0;
    const once = () =>
      inTransaction(needs.database.db, async (tx) => {
        const [acceptance] = await acceptOrders(tx, [order]);
        if (existing(acceptance).kind !== 'accepted') return existing(acceptance);
        const day = utcDay(needs.clock.now());
        const cents = order.max_price_cents + order.fee_cents;
        const fits = await addKeySpend(tx, { keyId: caller.keyId, day, cents, limit });
        if (!fits) throw spendLimitExceeded(dayAboveKeyLimit(limit));
        return existing(acceptance);
      });
    return once().catch((error: unknown) => {
      // Another request with the same idempotency key was quicker: the second look finds its answer.
      if (isKeyTaken(error)) return once();
      throw error;
    });
  }

  async function acceptWithin(tx: Tx, caller: Caller, orderRequest: OrderRequest, id: string): Promise<OrderView> {
    const order = { ...draft(caller, orderRequest, check(caller, orderRequest)), id, is_decided: true };
    const [acceptance] = await acceptOrders(tx, [order]);
    if (acceptance?.kind === 'short') throw insufficientFunds(acceptance.required, acceptance.available);
    afterCommit(tx, notifyJobs);
    return presentOrder(asRead(order));
  }

  return { check, checkAccount, titlesFor, accept, acceptWithin };
}

async function withKeyedId({ idSecret }: AcceptNeeds, order: NewOrder, once: Once): Promise<NewOrder> {
  if (once.key === null) return order;
  return { ...order, id: keyedOrderId(await idSecret(), once), is_keyed: true };
}

async function acceptTogether(database: Database, orders: NewOrder[]): Promise<Acceptance[]> {
  const acceptances = await acceptOrders(database, orders).catch((error: unknown) => {
    const [only, ...others] = orders;
    if (!only || others.length > 0) throw error;
    // The id is ours and random: if it exists, an earlier try was committed although its answer was lost.
    if (!only.is_keyed && isUniqueViolation(error, 'orders_pkey')) return [{ kind: 'accepted' as const }];
    if (isKeyTaken(error)) return acceptOrders(database, orders);
    throw error;
  });
  if (orders.length === 1) return acceptances;
  // In a batch, a large order that is not covered could hide a small one that is: those are asked again alone.
  return Promise.all(
    acceptances.map(async (acceptance, index) =>
      acceptance.kind === 'short'
        ? existing((await acceptTogether(database, [existing(orders[index])]))[0])
        : acceptance,
    ),
  );
}

/** The order as it is about to be written. */
export function draftOrder(caller: Caller, orderRequest: OrderRequest, checked: CheckedRequest, now: Date): NewOrder {
  const items: NewItem[] = orderRequest.products.map((product, position) => ({
    id: newId(),
    position,
    url: product.url,
    product_id: existing(checked.productIds[position]),
    quantity: product.quantity,
    variant: product.variant,
    condition_in: product.conditionIn,
    condition_not_in: product.conditionNotIn,
    selection: product.selection ?? null,
  }));
  return {
    id: newId(),
    account_id: caller.accountId,
    world: caller.world,
    api_key_id: caller.keyId,
    retailer: checked.retailer,
    max_price_cents: orderRequest.maxPrice,
    fee_cents: orderRequest.fee,
    shipping_address: orderRequest.shippingAddress,
    ...orderRequest.plain,
    customer_email: orderRequest.customerEmail,
    retailer_credentials_id: orderRequest.retailerCredentialsId,
    options: { ...orderRequest.options, ...quoteOptions(orderRequest, checked) },
    paid_by_client: orderRequest.clientCredentials !== undefined,
    legacy_request: orderRequest.legacyRequest ?? null,
    // Play money never stands before real money: the best place of a sandbox order is behind the last of a live one.
    priority: (orderRequest.priority ?? 100) + (caller.world === 'test' ? 200 : 0),
    place_at: now.toISOString(),
    secrets: null,
    created_at: now.toISOString(),
    items,
    once: null,
    is_keyed: false,
    is_decided: false,
  };
}

/** What the placement compares the store's total with. */
function quoteOptions({ quote }: OrderRequest, { quotedTotalCents }: CheckedRequest): Record<string, number> {
  return quote && quotedTotalCents !== undefined ? { quotedTotalCents, maxDriftCents: quote.maxDriftCents } : {};
}
