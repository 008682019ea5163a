import { type ChainProblem, verifyChains } from '../../src/domains/access/policies/index.ts';
import type { Db } from '../../src/platform/database/index.ts';
import { loadAuditKeys } from '../../src/platform/secrets/index.ts';
import type { TestSystem } from './system.ts';

/** Problems in the chains of policy decisions. */
export async function chainProblems({ vault }: Pick<TestSystem, 'vault'>, db: Db): Promise<ChainProblem[]> {
  return (await verifyChains(db, { keys: await loadAuditKeys({ db, vault }), heads: new Map() })).problems;
}
