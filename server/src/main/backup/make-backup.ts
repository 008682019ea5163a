import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { readLedgerTotals } from '../../domains/money/wallet/index.ts';
import { dayMs, plusMs, systemClock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { type BackupSecret, type Entry, writeBackupFile } from '../../platform/backup/index.ts';
import { createBlobs } from '../../platform/blobs/index.ts';
import type { Config } from '../../platform/config.ts';
import {
  beginSnapshot,
  DatabaseRefused,
  listApplied,
  listTableCopies,
  readRows,
  readSequences,
  withConnection,
} from '../../platform/database/index.ts';
import { createLogger } from '../../platform/logger.ts';
import { createErasableKeys, deriveBackupKey, developmentKeyFile } from '../../platform/secrets/index.ts';
import { errandVersion } from '../../platform/version.ts';
import { entryKinds, type Manifest, type Totals } from './contents.ts';

type BackupConfig = Pick<Config, 'dataDir' | 'blobUrl' | 'erasableKeys' | 'masterKeys' | 'backup'>;

export interface BackupReport {
  id: string;
  takenAt: Date;
  bytes: number;
  rows: number;
  files: number;
  keys: number;
}

export function secretOf(config: Pick<Config, 'masterKeys' | 'dataDir' | 'backup'>): BackupSecret {
  const logger = createLogger({ level: 'silent' });
  return {
    passphrase: config.backup.passphrase,
    fromMasterKey: (salt, id) => deriveBackupKey({ ...config, logger }, salt, id),
  };
}

const one = async function* (text: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
};

/**
 * Writes one encrypted file: all rows as of one moment, files, and the keys of erasable secrets. The service keeps
 * running.
 */
export function makeBackup(config: BackupConfig, url: string, file: string): Promise<BackupReport> {
  return withConnection(url, 'errand backup', async (client) => {
    const takenAt = await beginSnapshot(client);
    const migrations = await listApplied(client);
    if (migrations.length === 0) throw new DatabaseRefused('Nothing to back up: the database has no Errand tables.');
    const manifest: Manifest = {
      id: newId(),
      version: errandVersion(),
      taken_at: takenAt.toISOString(),
      migrations,
      tables: await listTableCopies(client),
    };
    const totals: Totals = { rows: {}, sequences: {}, ledger: [], files: 0, keys: 0 };
    await mkdir(dirname(file), { recursive: true });
    const described = { secret: secretOf(config), version: manifest.version, createdAt: takenAt };
    await writeBackupFile(file, described, entriesOf(config, client, manifest, totals));
    return {
      id: manifest.id,
      takenAt,
      bytes: (await stat(file)).size,
      rows: Object.values(totals.rows).reduce((sum, count) => sum + count, 0),
      files: totals.files,
      keys: totals.keys,
    };
  });
}

/** Files and keys follow the rows: a file exists before its row, and erased ones are not brought back. */
async function* entriesOf(
  config: BackupConfig,
  client: pg.ClientBase,
  manifest: Manifest,
  totals: Totals,
): AsyncGenerator<Entry> {
  yield { name: 'manifest', bytes: one(JSON.stringify(manifest)) };
  for (const table of manifest.tables) {
    const rows = (async function* () {
      totals.rows[table.name] = yield* readRows(client, table);
    })();
    yield { name: entryKinds.table + table.name, bytes: rows };
  }
  totals.sequences = await readSequences(client);
  totals.ledger = await readLedgerTotals(client);
  await client.query('rollback');
  const blobs = await createBlobs(config);
  for await (const key of blobs.list()) {
    const bytes = await blobs.get(key);
    if (bytes === null) continue;
    totals.files += 1;
    yield { name: entryKinds.blob + key, bytes: one(bytes) };
  }
  const keys = createErasableKeys(config.erasableKeys, config.dataDir);
  for (const id of await keys.listBefore(plusMs(systemClock.now(), dayMs), Number.POSITIVE_INFINITY)) {
    const key = await keys.get(id);
    if (key === null) continue;
    totals.keys += 1;
    yield { name: entryKinds.key + id, bytes: one(key) };
  }
  yield* recipesIn(join(config.dataDir, 'recipes'));
  // With a passphrase, a new machine needs only the backup file. A backup encrypted with this key could not be opened
  // with it.
  if (config.masterKeys.length === 0 && config.backup.passphrase !== null) {
    const key = await readFile(developmentKeyFile(config.dataDir)).catch(() => null);
    if (key !== null) yield { name: `${entryKinds.masterKey}development`, bytes: one(key) };
  }
  yield { name: 'totals', bytes: one(JSON.stringify(totals)) };
}

async function* recipesIn(folder: string): AsyncGenerator<Entry> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.json')))
    yield { name: entryKinds.recipe + name, bytes: one(await readFile(join(folder, name))) };
}
