import { utcDay } from '../../kit/clock.ts';
import { existing } from '../../kit/existing.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { type Database, inTransaction, isUniqueViolation } from '../../platform/database/index.ts';
import { addKeySpend, type Caller, spendLimitExceeded } from '../accounts/index.ts';
import type { Once } from '../idempotency/index.ts';
import { dayAboveKeyLimit } from './failures.ts';
import { isKeyTaken } from './keyed-id.ts';
import { type Acceptance, acceptOrders, type NewOrder } from './store-accept.ts';
import { type AnswerWith, worded } from './word-answer.ts';
import { createPolicyWriter, type PolicyWriterNeeds, type Written } from './write-under-policy.ts';

/** Writes orders: many in one statement, or alone where a daily limit or a policy decides. */
export function createOrderWriter(needs: PolicyWriterNeeds) {
  const write = createBatcher<NewOrder, Acceptance>({
    maxBatch: 50,
    maxInFlight: 2,
    // Two requests with one idempotency key go one after the other: the second finds the first.
    conflictKey: (order) =>
      order.once && `${order.account_id} ${order.world} ${order.once.operation} ${order.once.key}`,
    run: (orders) => acceptTogether(needs.database, orders),
  });
  const { mayPack } = needs;
  const { wasAsked, writeUnderPolicy, titlesFor } = createPolicyWriter(needs);

  async function writeOrder(caller: Caller, order: NewOrder, once: Once, answerWith: AnswerWith): Promise<Written> {
    // The account's policies were asked before: they are asked at once.
    if (wasAsked(caller)) return writeUnderPolicy(caller, order, once, answerWith);
    const answer = await worded(order, { once, answerWith, mayPack });
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

  return { writeOrder, titlesFor };
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
