import { dayMs, plusMs, systemClock } from '../../kit/clock.ts';
import type { Db } from '../database/index.ts';
import type { JobHandlers } from '../queue/index.ts';
import type { SealedColumn } from './sealed-column.ts';
import { listKeysNamedIn } from './store.ts';
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

/** Deletes keys that no record names, and says how many. */
export async function sweepErasableKeys(db: Db, vault: Vault, columns: readonly SealedColumn[]): Promise<number> {
  const ids = await vault.erasableKeys.listBefore(plusMs(systemClock.now(), -orphanMs));
  if (ids.length === 0) return 0;
  const orphans = new Set(ids);
  for (const column of columns) for (const id of await listKeysNamedIn(db, column, ids)) orphans.delete(id);
  for (const id of orphans) await vault.erasableKeys.delete(id);
  return orphans.size;
}
