import { verifyChains } from '../domains/access/policies/index.ts';
import { verifyEntries } from '../domains/operations/operator/index.ts';
import { policyChain, readHeads } from '../kit/audit-heads.ts';
import { systemClock } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database/index.ts';
import { loadAuditKeys, type Vault } from '../platform/secrets/index.ts';
import { readHeadsFile } from './audit-heads.ts';
import { UsageError } from './key-options.ts';

interface Needs {
  db: Db;
  vault: Vault;
  config: Pick<Config, 'auditHeadsFile'>;
}

/**
 * Verifies the audit chains and compares them with their exported heads: those of the given file, or of
 * AUDIT_HEADS_FILE. Without a file, entries removed from the end of a chain go unnoticed, and the output says so.
 */
export async function verifyAuditText(
  { db, vault, config }: Needs,
  headsFile?: string,
): Promise<{ text: string; isSound: boolean }> {
  const lines = await readHeadsFile(headsFile ?? config.auditHeadsFile);
  if (lines === null && headsFile !== undefined) throw new UsageError(`--heads: ${headsFile} does not exist.`);
  const { heads, problems } = readHeads(lines ?? []);
  const keys = await loadAuditKeys({ db, vault });
  const policies = await verifyChains(db, { keys, heads });
  const operators = await verifyEntries(db, { keys, heads, now: systemClock.now() });
  const found = [
    ...problems,
    ...operators.problems,
    ...policies.problems.map(({ accountId, world, ...more }) => ({ chain: policyChain(accountId, world), ...more })),
  ];
  if (found.length > 0) {
    const text = found.map(({ chain, position, problem }) => `${chain} at ${position}: ${problem}`).join('\n');
    return { text, isSound: false };
  }
  const compared =
    lines === null ? 'no exported heads to compare with' : `${heads.size} chains match their exported heads`;
  const counted = `${policies.links} decisions in ${policies.chains} chains, ${operators.links} operator entries`;
  return { text: `sound: ${counted}; ${compared}`, isSound: true };
}
