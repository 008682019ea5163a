import { firstAccountAt, lastAccountBefore } from '../domains/access/accounts/index.ts';
import { recoverChargesKind } from '../domains/channels/agent/core.ts';
import { lastEventBefore, lastEventSeq } from '../domains/channels/webhooks/index.ts';
import { lastTopUpBefore, recoverCardsKind, recoverKind } from '../domains/money/top-ups/index.ts';
import { releaseTasks } from '../domains/orders/desk/core.ts';
import { lastOrderBefore, markOpenOrdersUnknown } from '../domains/orders/orders/index.ts';
import { dayMs, plusMs } from '../kit/clock.ts';
import { insertRestore, type Tx } from '../platform/database/index.ts';
import { enqueue } from '../platform/queue/index.ts';

/** Stripe's clock may differ from ours, and a session stays open for a day. */
const marginMs = dayMs;

/**
 * Runs in the transaction that accepts an older copy of the database. Marks every open order for a lookup at its store,
 * and recent payments for a lookup at Stripe. `backedUpAt`: the time of the backup, if an operator knows it. Returns
 * the number of orders.
 */
export async function acceptRestoredDatabase(tx: Tx, backedUpAt: Date | null = null): Promise<number> {
  const knownUntil = await insertRestore(tx, {
    knownUntil: backedUpAt,
    lastBefore: [lastOrderBefore, lastEventBefore, lastTopUpBefore, lastAccountBefore],
    first: firstAccountAt,
    lastEvent: lastEventSeq,
  });
  const since = plusMs(knownUntil, -marginMs).toISOString();
  const orders = await markOpenOrdersUnknown(tx);
  await releaseTasks(tx);
  await enqueue(tx, [
    { kind: recoverKind, payload: { since } },
    { kind: recoverChargesKind, payload: { since } },
    { kind: recoverCardsKind, payload: { since } },
  ]);
  return orders;
}
