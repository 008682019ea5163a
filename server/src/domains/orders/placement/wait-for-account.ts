import type { Blocked, Outcome } from '../../../connectors/contract.ts';
import { plusMs } from '../../../kit/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { type AccountQueue, chooseQueue, type HeldAccount, joinQueue } from '../../catalog/retailer-accounts/index.ts';
import { hasServiceAccount, loadOlderOutOfQueue, markWaiting, type PlacementRow, writeRetry } from '../orders/index.ts';
import { queueTimeLeftMs } from './model.ts';
import type { PlacementFailure } from './settle-order.ts';
import { lastAttemptOf } from './settle-order.ts';
import type { PlacementNeeds } from './step.ts';

export const accountMissing: PlacementFailure = {
  errorType: 'login_failed',
  message: 'The retailer account for this order was deleted.',
};

export const accountOfOtherRetailer: PlacementFailure = {
  errorType: 'login_failed',
  message: 'The retailer account for this order was switched to another retailer.',
};

/** Joins the account's queue: unknown outcomes first, then the oldest order. False: there is no such account. */
export async function waitForAccount(needs: PlacementNeeds, order: PlacementRow, doubts: number): Promise<boolean> {
  const queue = await chooseQueue(needs.database.db, order);
  if (queue === null) return false;
  // Jobs of older orders may be slightly behind, and must be in the queue before it is served.
  for (const older of await loadOlderOutOfQueue(needs.database, order)) await joinQueueOf(needs, queue, older, 0);
  await joinQueueOf(needs, queue, order, doubts);
  return true;
}

async function joinQueueOf(
  needs: PlacementNeeds,
  queue: AccountQueue,
  order: PlacementRow,
  doubts: number,
): Promise<void> {
  const now = needs.clock.now();
  // Unknown outcomes are checked however long it takes.
  const leftMs = order.phase === 'submitting' ? Number.POSITIVE_INFINITY : queueTimeLeftMs(order, now);
  await inTransaction(needs.database.db, async (tx) => {
    await markWaiting(tx, order, 'account', now);
    await joinQueue(tx, {
      queue,
      subjectId: order.id,
      isUrgent: order.phase === 'submitting',
      queuedAt: order.created_at,
      expiresAt: Number.isFinite(leftMs) ? plusMs(now, leftMs) : null,
      wake: { kind: 'orders.place', payload: { orderId: order.id, doubts } },
    });
  });
}

/** Tells the account's owner what the store said. For an order without an account, one of ours may be used. */
export async function reportAccountProblem(
  needs: PlacementNeeds,
  order: PlacementRow,
  held: HeldAccount | null,
  outcome: Outcome,
): Promise<Outcome | { kind: 'account_needed' }> {
  if (outcome.kind !== 'refused' && outcome.kind !== 'blocked') return outcome;
  if (held) {
    await held.report({ kind: 'trouble', reason: outcome.reason, message: outcome.message });
    return held.isOwn && outcome.reason === 'login_failed' ? ownLoginFailed : outcome;
  }
  if (outcome.reason !== 'account_verification_required' || order.paid_by_client) return outcome;
  if (!(await hasServiceAccount(needs.database.db, order.id))) return outcome;
  const now = needs.clock.now();
  await writeRetry(needs.database, order, { now, attempt: lastAttemptOf(order, outcome, now, 0), needsAccount: true });
  return { kind: 'account_needed' };
}

/** An account of ours cannot log in, which is not the client's fault: it is paused, and another one is tried. */
const ownLoginFailed: Blocked = {
  kind: 'blocked',
  reason: 'account_locked',
  message: "Errand's own account could not log in to the store.",
};
