import { dayMs, hourMs, plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { toCents } from '../../../kit/money.ts';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import type { JobControl } from '../../../platform/queue/index.ts';
import { debitForRefund, fundFromTopUp } from '../wallet/index.ts';
import type { Reversal } from './checkout.ts';
import type { SettleNeeds } from './settle-top-up.ts';
import { findTopUp, lockTopUp, type TopUpRow } from './sql.ts';
import {
  addReversedCents,
  findByPayment,
  insertReversal,
  listUnsettled,
  lockReversal,
  ownRefundReferences,
  type ReversalRow,
  setReversalState,
} from './sql-reversals.ts';

/** How far each sweep looks back for missed events. */
const sweptMs = 3 * dayMs;

/**
 * Reads back refunds and disputes that were made at Stripe, and takes them off the wallet: what is available now, the rest as
 * money comes in. Events and the sweep both use this; each refund or dispute counts once.
 */
export async function recordReversals(needs: SettleNeeds, topUp: TopUpRow): Promise<void> {
  if (!needs.checkout || topUp.payment_reference === null) return;
  const reversals = await needs.checkout.reversals(topUp.payment_reference);
  if (reversals.length === 0) return;
  const { clock } = needs;
  await inTransaction(needs.database.db, async (tx) => {
    const locked = await lockTopUp(tx, topUp.id);
    if (!locked) return;
    const own = await ownRefundReferences(tx, topUp.id);
    for (const reversal of reversals) {
      const isOwn = own.references.has(reversal.reference) || own.ids.has(reversal.refundId ?? '');
      if (!isOwn) await recordReversal({ ...needs, tx }, locked, reversal, clock.now());
    }
  });
}

async function recordReversal(
  needs: SettleNeeds & { tx: Tx },
  topUp: TopUpRow,
  reversal: Reversal,
  now: Date,
): Promise<void> {
  const { tx } = needs;
  const { reference, kind, cents, state } = reversal;
  // A dispute that was won before anybody looked took nothing.
  if (state !== 'returned')
    await insertReversal(tx, { id: newId(), topUpId: topUp.id, reference, kind, cents, state, now });
  const row = await lockReversal(tx, reference);
  if (!row || row.state === 'returned') return;
  if (state === 'returned') return restoreReversal(needs, topUp, row);
  if (row.state !== state) await setReversalState(tx, row.id, state);
  await collectReversal(needs, topUp, row);
}

/** Takes what the wallet has, up to what is missing. */
async function collectReversal(
  { tx, clock }: SettleNeeds & { tx: Tx },
  topUp: TopUpRow,
  row: ReversalRow,
): Promise<void> {
  const missing = row.amount_cents - row.taken_cents;
  if (missing === 0) return;
  const { account_id: accountId, world, provider, currency } = topUp;
  const taken = await debitForRefund(
    { tx, clock },
    { id: newId(), accountId, world, provider, currency, most: toCents(missing) },
  );
  if (taken !== null) await addReversedCents(tx, row, taken);
}

async function restoreReversal(
  { tx, clock }: SettleNeeds & { tx: Tx },
  topUp: TopUpRow,
  row: ReversalRow,
): Promise<void> {
  await setReversalState(tx, row.id, 'returned');
  if (row.taken_cents === 0) return;
  const { account_id: accountId, world, provider, currency } = topUp;
  const amount = toCents(row.taken_cents);
  await fundFromTopUp({ tx, clock }, { id: row.id, accountId, world, provider, currency, amount });
  await addReversedCents(tx, row, -row.taken_cents);
}

/** Looks for missed events and open disputes, and collects what the wallet still owes. */
export async function sweepReversals(needs: SettleNeeds, control: Pick<JobControl, 'rescheduleAt'>): Promise<void> {
  const { db } = needs.database;
  const now = needs.clock.now();
  const payments = (await needs.checkout?.reversedSince(plusMs(now, -sweptMs))) ?? [];
  const known = await Promise.all(payments.map((payment) => findByPayment(db, payment)));
  const unsettled = await listUnsettled(db);
  const ids = new Set([...known.flatMap((topUp) => topUp?.id ?? []), ...unsettled]);
  for (const id of ids) {
    const topUp = await findTopUp(db, id);
    if (topUp) await recordReversals(needs, topUp);
  }
  await control.rescheduleAt(db, plusMs(now, hourMs));
}
