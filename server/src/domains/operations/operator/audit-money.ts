import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { auditLedger, auditSums } from '../../money/wallet/index.ts';
import { listOpenChargeFiles } from './open-charges.ts';

export interface MoneyProblem {
  account_id: string | null;
  world: World;
  problem: string;
}

/** Everything about money that does not add up or is not known: the ledger's own sums, and charges that are not final. */
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
      problem: `the ${kind} ${id} (${method}, ${reference ?? 'no reference'}) of ${amount_cents} cents has been unresolved since ${since.toISOString()}`,
    })),
  ];
}
