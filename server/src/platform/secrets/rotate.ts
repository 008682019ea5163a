import { type Db, inTransaction } from '../database/index.ts';
import type { SealedColumn } from './sealed-column.ts';
import { lockSealed, writeSealed } from './sql.ts';
import type { Vault } from './vault.ts';

const batchSize = 200;

/**
 * Re-wraps every record with the newest master key, in small transactions while the service runs. Also gives erasable
 * records that were sealed without one a key of their own. Skips finished records, so an interrupted run can simply be
 * restarted. Returns how many it changed.
 */
export async function rotateSecrets(db: Db, vault: Vault, columns: readonly SealedColumn[]): Promise<number> {
  let rewrapped = 0;
  for (const column of columns) {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const batch = await rotateBatch(db, vault, column, after);
      if (batch.last === null) break;
      rewrapped += batch.rewrapped;
      after = batch.last;
    }
  }
  return rewrapped;
}

async function rotateBatch(
  db: Db,
  vault: Vault,
  column: SealedColumn,
  after: string,
): Promise<{ last: string | null; rewrapped: number }> {
  return inTransaction(db, async (tx) => {
    const rows = await lockSealed(tx, column, after, batchSize);
    const lacksKey = (record: Buffer) => column.isErasable === true && !vault.isErasable(record);
    const late = rows.filter((row) => vault.needsRewrap(row.sealed) || lacksKey(row.sealed));
    for (const row of late) {
      const context = column.contextOf(row.id);
      const fresh = lacksKey(row.sealed)
        ? await vault.makeErasable(row.sealed, context)
        : vault.rewrap(row.sealed, context);
      await writeSealed(tx, column, { id: row.id, sealed: fresh });
    }
    return { last: rows.at(-1)?.id ?? null, rewrapped: late.length };
  });
}
