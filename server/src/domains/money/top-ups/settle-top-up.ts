import { publish } from '../../../events/index.ts';
import { type Clock, plusMs } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import type { JobControl } from '../../../platform/queue/index.ts';
import { fundFromTopUp } from '../wallet/index.ts';
import type { Checkout } from './checkout.ts';
import { pollMs } from './model.ts';
import { findTopUp, lockTopUp, moveTopUp, recordTopUpCheck, saveSession, type TopUpRow } from './sql.ts';
import { startSweep } from './sweep-kind.ts';

export interface SettleNeeds {
  database: Database;
  clock: Clock;
  /** Null if live money cannot come in. */
  checkout: Checkout | null;
}

/**
 * Reads a payment back and books it. Events, the return page, polls and jobs all use this, at any time: the row's lock and the
 * ledger's key let only one of them credit.
 */
export async function settleTopUp(needs: SettleNeeds, id: string): Promise<TopUpRow | null> {
  const { db } = needs.database;
  const topUp = await findTopUp(db, id);
  // Late payments count too. Only a credited top-up needs no more reading.
  if (!topUp || topUp.status === 'succeeded' || topUp.status === 'refunded') return topUp;
  if (topUp.provider === 'sandbox') return settleTestPayment(needs, topUp);
  if (!needs.checkout) throw new Error(`Stripe is not configured; the top-up ${id} is waiting for it.`);
  const reading = await needs.checkout.read(topUp);
  switch (reading.kind) {
    case 'paid':
      await creditTopUp(needs, id, reading.reference);
      break;
    case 'expired':
    case 'failed':
      await moveTopUp(db, id, { to: reading.kind });
      break;
    case 'unsettled':
      await recordTopUpCheck(db, id, reading.answer);
      break;
    case 'open':
      break;
  }
  return findTopUp(db, id);
}

/** The state after asking, or the last known one if the provider doesn't answer. */
export async function refreshTopUp(needs: SettleNeeds, row: TopUpRow): Promise<TopUpRow> {
  const isFinal = row.status === 'succeeded' || row.status === 'refunded';
  if (isFinal) return row;
  return (await settleTopUp(needs, row.id).catch(() => null)) ?? row;
}

/** Adds the money to the wallet, once. */
export async function creditTopUp(
  { database, clock }: SettleNeeds,
  id: string,
  reference: string | null,
): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    const topUp = await lockTopUp(tx, id);
    if (!topUp) return;
    const isNew = await moveTopUp(tx, id, { to: 'succeeded', paidAt: clock.now(), reference });
    if (!isNew) return;
    const { account_id: accountId, world, provider, currency } = topUp;
    const amount = toCents(topUp.amount_cents);
    await fundFromTopUp({ tx, clock }, { id, accountId, world, provider, currency, amount });
    await publish(tx, { type: 'top_up.paid', topUpId: id }, clock.now());
    if (provider === 'stripe') await startSweep(tx, clock.now());
  });
}

async function settleTestPayment(needs: SettleNeeds, topUp: TopUpRow): Promise<TopUpRow | null> {
  const { db } = needs.database;
  const now = needs.clock.now();
  const { id } = topUp;
  if (topUp.status !== 'requires_action') return topUp;
  if (topUp.arrives_at !== null) {
    if (topUp.arrives_at <= now) await creditTopUp(needs, id, null);
  } else if (topUp.expires_at <= now) {
    await moveTopUp(db, id, { to: 'expired' });
  }
  return findTopUp(db, id);
}

export const followKind = 'top-ups.follow';

/** Follows a top-up until it is final, in case no event arrives and the payer does not return. */
export async function followTopUp(
  needs: SettleNeeds,
  id: string,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { db } = needs.database;
  const before = await findTopUp(db, id);
  if (!before) return;
  if (needs.checkout && before.provider === 'stripe' && before.session_id === null) {
    // The response with the session was lost. The same request returns the same session.
    await saveSession(db, id, await needs.checkout.open(before));
  }
  const after = await settleTopUp(needs, id);
  if (after?.status !== 'requires_action') return;
  if (after.looks === before.looks) await recordTopUpCheck(db, id, after.last_answer);
  const now = needs.clock.now();
  const next = plusMs(now, pollMs(after.looks));
  const { arrives_at: arrivesAt } = after;
  await control.rescheduleAt(db, arrivesAt && arrivesAt > now && arrivesAt < next ? arrivesAt : next);
}
