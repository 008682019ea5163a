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
 * The database is an older copy. In the transaction that accepts it: every open order is looked up at its store before it is
 * bought, and payments made since the backup are looked up at Stripe. `backedUpAt` where an operator knows it. Says how many orders.
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
