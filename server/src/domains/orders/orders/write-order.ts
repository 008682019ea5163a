import { assertDefined } from '../../../kit/assert-defined.ts';
import { utcDay } from '../../../kit/clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import { type Database, inTransaction, isConnectionLost } from '../../../platform/database/index.ts';
import type { IdempotentRequest } from '../../access/accounts/index.ts';
import { addKeySpend, type Caller, spendLimitExceeded } from '../../access/accounts/index.ts';
import { dayExceedsKeyLimit } from './failures.ts';
import { isOrderIdTaken } from './keyed-id.ts';
import { type SerializeOrder, serializeAnswer } from './serialize-answer.ts';
import { type Acceptance, acceptOrders, type NewOrder } from './sql-accept.ts';
import { findAnsweredOrders } from './sql-written.ts';
import { createPolicyWriter, type PolicyWriterNeeds, type WrittenOrder } from './write-under-policy.ts';

/** Writes orders: many in one statement, or alone if a daily limit or a policy decides. */
export function createOrderWriter(needs: PolicyWriterNeeds) {
  const write = createBatcher<NewOrder, Acceptance>({
    maxBatch: 50,
    maxInFlight: 2,
    // Requests with the same idempotency key run one by one: the second finds the first.
    conflictKey: (order) =>
      order.once && `${order.account_id} ${order.world} ${order.once.operation} ${order.once.key}`,
    run: (orders) => acceptBatch(needs.database, orders),
  });
  const { mayPack } = needs;
  const { hasCachedTotals, writeUnderPolicy, titlesFor } = createPolicyWriter(needs);

  async function writeOrder(
    caller: Caller,
    order: NewOrder,
    once: IdempotentRequest,
    answerWith: SerializeOrder,
  ): Promise<WrittenOrder> {
    // The account has policies.
    if (hasCachedTotals(caller)) return writeUnderPolicy(caller, order, once, answerWith);
    const answer = await serializeAnswer(order, { once, answerWith, mayPack });
    const isWithinDay = caller.limits.spendPerDay !== null;
    const acceptance = await (isWithinDay ? writeWithinDay(caller, answer.order) : write(answer.order));
    return acceptance.kind === 'undecided' ? writeUnderPolicy(caller, order, once, answerWith) : { acceptance, answer };
  }

  /** A key with a daily limit uses a transaction: the order and its spending, or neither. */
  async function writeWithinDay(caller: Caller, order: NewOrder): Promise<Acceptance> {
    const limit = caller.limits.spendPerDay ?? 0;
    return writeOnce(needs.database, order, () =>
      inTransaction(needs.database.db, async (tx) => {
        const [acceptance] = await acceptOrders(tx, [order]);
        if (assertDefined(acceptance).kind !== 'accepted') return assertDefined(acceptance);
        const day = utcDay(needs.clock.now());
        const cents = order.max_price_cents + order.fee_cents;
        const fits = await addKeySpend(tx, { keyId: caller.keyId, day, cents, limit });
        if (!fits) throw spendLimitExceeded(dayExceedsKeyLimit(limit));
        return assertDefined(acceptance);
      }),
    );
  }

  return { writeOrder, titlesFor };
}

/** Orders whose statement is running, or ended without a response. */
const ordersInFlight = new WeakSet<NewOrder>();

async function acceptBatch(database: Database, orders: NewOrder[]): Promise<Acceptance[]> {
  const [only, ...others] = orders;
  if (only && others.length === 0) return [await acceptOne(database, only)];
  for (const order of orders) ordersInFlight.add(order);
  // If the statement fails as a whole, the batcher retries each order alone.
  const acceptances = await acceptOrders(database, orders);
  for (const order of orders) ordersInFlight.delete(order);
  // In a batch, a large order that is not covered could hide a small one that is. Those are retried alone.
  return Promise.all(
    acceptances.map(async (acceptance, index) =>
      acceptance.kind === 'short' ? acceptOne(database, assertDefined(orders[index])) : acceptance,
    ),
  );
}

const acceptOne = (database: Database, order: NewOrder): Promise<Acceptance> =>
  writeOnce(database, order, async () => assertDefined((await acceptOrders(database, [order]))[0]));

const triesMax = 3;

/**
 * The order may already be written: by a try that was committed although its response was lost, or by another request with the
 * same key. The first counts as accepted, and the second gets the stored answer.
 */
async function writeOnce(database: Database, order: NewOrder, write: () => Promise<Acceptance>): Promise<Acceptance> {
  const findWritten = async () => (await findAnsweredOrders(database, [{ order, once: order.once }])).get(0);
  for (let tries = 1; ; tries += 1) {
    try {
      const acceptance = await write();
      // The wallet may be short because of its own hold, and its card may have been accepted with a repeated request.
      const isInDoubt = acceptance.kind === 'short' && (tries > 1 || ordersInFlight.has(order) || order.paid_by_card);
      return isInDoubt ? ((await findWritten()) ?? acceptance) : acceptance;
    } catch (error) {
      if (!isOrderIdTaken(error) && !isConnectionLost(error)) throw error;
      const written = await findWritten();
      if (written) return written;
      if (tries === triesMax) throw error;
    }
  }
}
