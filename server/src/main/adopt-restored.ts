import { recoverChargesKind } from '../domains/channels/agent/core.ts';
import { recoverKind } from '../domains/money/top-ups/index.ts';
import { doubtOpenOrders } from '../domains/orders/placement/index.ts';
import { dayMs, plusMs } from '../kit/clock.ts';
import type { Tx } from '../platform/database/index.ts';
import { enqueue } from '../platform/queue/index.ts';
import { insertRestore } from './sql-restores.ts';

/** Stripe's clock may differ from ours, and a session stays open for a day. */
const marginMs = dayMs;

/**
 * The database is an older copy. In the transaction that accepts it: every open order is looked up at its store before it is
 * bought, and payments made since the backup are looked up at Stripe. `backedUpAt` where an operator knows it. Says how many orders.
 */
export async function adoptRestored(tx: Tx, backedUpAt: Date | null = null): Promise<number> {
  const since = plusMs(await insertRestore(tx, backedUpAt), -marginMs).toISOString();
  const orders = await doubtOpenOrders(tx);
  await enqueue(tx, [
    { kind: recoverKind, payload: { since } },
    { kind: recoverChargesKind, payload: { since } },
  ]);
  return orders;
}
