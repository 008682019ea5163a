import { isDeepStrictEqual } from 'node:util';
import { auditLedger, readLedgerTotals } from '../../domains/money/wallet/index.ts';
import type { Config } from '../../platform/config.ts';
import { countRows, migrate, openDatabase, withConnection } from '../../platform/database/index.ts';
import { secretOf } from './make-backup.ts';
import { type FilePlaces, type LoadedBackup, loadBackup } from './restore-backup.ts';
import { withScratch } from './scratch.ts';

export interface VerifyReport extends LoadedBackup {
  /** Differences; empty if the backup can be restored. */
  problems: string[];
}

/** Discards files and keys. */
const nowhere: FilePlaces = {
  blobs: { put: async () => {} },
  keys: { get: async () => null, put: async () => {} },
  writeRecipe: async () => {},
  writeMasterKey: async () => {},
};

/** Restores a backup into a temporary database and compares row counts and the ledger. */
export async function verifyBackup(
  config: Pick<Config, 'masterKeys' | 'dataDir' | 'backup'>,
  file: string,
): Promise<VerifyReport> {
  return withScratch((url) =>
    withConnection(url, 'errand verify', async (client) => {
      const { manifest, totals } = await loadBackup(client, file, secretOf(config), () => nowhere);
      const counts = await countRows(client, manifest.tables);
      await client.query('select pg_advisory_unlock_all()');
      const database = openDatabase({ url, poolMax: 2 });
      try {
        await migrate(database.db);
        const ledger = await readLedgerTotals(client);
        const unsound = await auditLedger(database.db);
        const problems = [
          ...Object.entries(totals.rows)
            .filter(([name, count]) => counts[name] !== count)
            .map(([name, count]) => `${name} has ${counts[name]} rows instead of ${count}.`),
          ...(isDeepStrictEqual(ledger, totals.ledger) ? [] : ['The ledger totals differ.']),
          ...unsound.map(({ account_id, world, problem }) => `Account ${account_id} (${world}): ${problem}.`),
        ];
        return { manifest, totals, problems };
      } finally {
        await database.close();
      }
    }),
  );
}
