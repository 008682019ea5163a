import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { formatMoney } from '../../../kit/money.ts';
import type { Page } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, type Executor, inTransaction } from '../../../platform/database/index.ts';
import { closePayment, listOpenCharges, type OpenCharge } from '../../channels/agent/core.ts';
import { closeCardDebt, closeStray, listOpenCardPayments, listOpenTopUps } from '../../money/top-ups/index.ts';
import { auditLedger, auditSums } from '../../money/wallet/index.ts';
import { recordAction } from './export-audit.ts';

/** The total is exact up to this number. */
const pageMax = 1000;

interface OpenChargeFile extends OpenCharge {
  currency: string;
}

/** Charges and refunds that are not final at a payment provider, longest waiting first. */
export async function listOpenChargeFiles(
  executor: Executor,
  now: Date,
  page: Page,
): Promise<{ charges: OpenChargeFile[]; total: number }> {
  const inDollars = [
    ...(await listOpenCharges(executor, now, { limit: pageMax, offset: 0 })),
    ...(await listOpenCardPayments(executor)),
  ].map((charge) => ({ ...charge, currency: 'USD' }));
  const all = [...inDollars, ...(await listOpenTopUps(executor, now))];
  all.sort((a, b) => a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1));
  return { charges: all.slice(page.offset, page.offset + page.limit), total: all.length };
}

export interface MoneyProblem {
  account_id: string | null;
  world: World;
  problem: string;
}

/** Every problem with money: sums of the ledger that do not balance, and charges that are not final. */
export async function auditMoney(
  executor: Executor,
  now: Date,
  ledgerFrom: 'transfers' | 'totals' = 'transfers',
): Promise<MoneyProblem[]> {
  const { charges } = await listOpenChargeFiles(executor, now, { limit: 200, offset: 0 });
  return [
    ...(await (ledgerFrom === 'transfers' ? auditLedger : auditSums)(executor)),
    ...charges.map(({ account_id, world, kind, method, id, reference, amount_cents: amount, currency, since }) => ({
      account_id,
      world,
      problem: `the ${kind} ${id} (${method}, ${reference ?? 'no reference'}) of ${currency === 'USD' ? `${amount} cents` : formatMoney({ amount, currency })} has been unresolved since ${since.toISOString()}`,
    })),
  ];
}

/** Removes a charge that an operator resolved outside of Errand from the list, with a note. */
export async function closeCharge(
  { db, clock }: { db: Db; clock: Clock },
  operator: string,
  id: string,
  note: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const isClosed =
      (await closeStray(tx, id, note, now)) ||
      (await closePayment(tx, id, note, now)) ||
      (await closeCardDebt(tx, id, note, now));
    if (!isClosed) throw notFound();
    await recordAction({ tx, clock }, { operator, name: 'charge.closed', subject: { type: 'charge', id }, note });
  });
}
