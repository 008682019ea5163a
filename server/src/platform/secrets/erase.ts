import { dayMs, plusMs, systemClock } from '../../kit/clock.ts';
import type { Db } from '../database/index.ts';
import type { JobHandlers } from '../queue/index.ts';
import type { SealedColumn } from './sealed-column.ts';
import { listKeysNamedIn } from './sql.ts';
import type { Vault } from './vault.ts';

/** Deletes the keys of records that were removed. Retries until the key store responds. */
export function eraseJobs({ vault }: { vault: Vault }): Pick<JobHandlers, 'secrets.erase-key'> {
  return {
    'secrets.erase-key': {
      concurrency: 4,
      maxAttempts: 1_000_000,
      run: (job) => vault.erasableKeys.delete(job.payload.keyId),
    },
  };
}

/**
 * If a record's transaction is rolled back, its key is left over. It is kept for a week, so an accidental restore can
 * be undone before keys of missing rows are deleted.
 */
const orphanMs = 7 * dayMs;

/** Limits the lookups per run: a store may have a key for every order. */
const keysPerRun = 2_000;

/**
 * Deletes keys that no record refers to. Returns how many. Checks the columns one by one, each with the keys not found
 * so far.
 */
export async function sweepErasableKeys(db: Db, vault: Vault, columns: readonly SealedColumn[]): Promise<number> {
  const orphans = new Set(await vault.erasableKeys.listBefore(plusMs(systemClock.now(), -orphanMs), keysPerRun));
  for (const column of columns.filter(({ isErasable }) => isErasable)) {
    if (orphans.size === 0) return 0;
    for (const id of await listKeysNamedIn(db, column, [...orphans])) orphans.delete(id);
  }
  for (const id of orphans) await vault.erasableKeys.delete(id);
  return orphans.size;
}
