import { dayMs, plusMs, systemClock } from '../../kit/clock.ts';
import type { Db } from '../database/index.ts';
import type { JobHandlers } from '../queue/index.ts';
import type { SealedColumn } from './sealed-column.ts';
import { listKeysNamedIn } from './sql.ts';
import type { Vault } from './vault.ts';

/** Deletes the keys of records that left their columns. A key store that is away is asked again until it answers. */
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
 * A key whose record was never written (its transaction was rolled back) stays behind. It waits a week, so that a
 * database that was restored by mistake can be put right before keys of its missing rows go.
 */
const orphanMs = 7 * dayMs;

/** Every order of a store may have a key: so many are looked up in a run, however many there are. */
const keysPerRun = 2_000;

/** Deletes keys that no record names, and says how many. Only what is not found in a column is looked for in the next. */
export async function sweepErasableKeys(db: Db, vault: Vault, columns: readonly SealedColumn[]): Promise<number> {
  const orphans = new Set(await vault.erasableKeys.listBefore(plusMs(systemClock.now(), -orphanMs), keysPerRun));
  for (const column of columns.filter(({ isErasable }) => isErasable)) {
    if (orphans.size === 0) return 0;
    for (const id of await listKeysNamedIn(db, column, [...orphans])) orphans.delete(id);
  }
  for (const id of orphans) await vault.erasableKeys.delete(id);
  return orphans.size;
}
