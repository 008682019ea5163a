import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { auditLedger, auditSums } from '../../money/wallet/index.ts';
import { listOpenChargeFiles } from './open-charges.ts';

export interface MoneyProblem {
  account_id: string | null;
  world: World;
  problem: string;
}

/** Every problem with money: sums of the ledger that do not balance, and charges that are not final. */
export async function auditMoney(
  executor: Executor,
  now: Date,
  ledgerFrom: 'its beginning' | 'its kept sums' = 'its beginning',
): Promise<MoneyProblem[]> {
  const { charges } = await listOpenChargeFiles(executor, now, { limit: 200, offset: 0 });
  return [
    ...(await (ledgerFrom === 'its beginning' ? auditLedger : auditSums)(executor)),
    ...charges.map(({ account_id, world, kind, method, id, reference, amount_cents, since }) => ({
      account_id,
      world,
      problem: `the ${kind} ${id} (${method}, ${reference ?? 'no reference'}) of ${amount_cents} cents is unresolved since ${since.toISOString()}`,
    })),
  ];
}
