import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { dayMs, plusMs, systemClock } from '../../kit/clock.ts';
import { BackupDamaged, type BackupSecret, type Entry, readBackupFile } from '../../platform/backup/index.ts';
import { type Blobs, createBlobs } from '../../platform/blobs/index.ts';
import type { Config } from '../../platform/config.ts';
import {
  DatabaseRefused,
  inTransaction,
  isEmptySchema,
  listMigrations,
  lockMigrations,
  migrate,
  migrateWithin,
  openDatabase,
  openTables,
  readMigrations,
  recordRestore,
  withConnection,
  withOwnerUrl,
  writeRows,
  writeSequences,
} from '../../platform/database/index.ts';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { createErasableKeys, developmentKeyFile, type ErasableKeys } from '../../platform/secrets/index.ts';
import { acceptRestoredDatabase } from '../accept-restored-database.ts';
import { isUnfinished, markEnded, markStarted } from '../interrupted-commands.ts';
import { entryKinds, Manifest, Totals } from './contents.ts';
import { secretOf } from './make-backup.ts';

/** Where files and keys are restored to. */
export interface FilePlaces {
  blobs: Pick<Blobs, 'put'>;
  keys: Pick<ErasableKeys, 'get' | 'put'>;
  writeRecipe(name: string, bytes: Buffer): Promise<void>;
  writeMasterKey(bytes: Buffer): Promise<void>;
}

export interface LoadedBackup {
  manifest: Manifest;
  totals: Totals;
}

/**
 * Creates schema and rows in one transaction of an empty database. Files and keys are written meanwhile. If it is
 * killed, the database stays empty.
 */
export async function loadBackup(
  client: pg.ClientBase,
  file: string,
  secret: BackupSecret,
  openPlaces: () => FilePlaces | Promise<FilePlaces>,
): Promise<LoadedBackup> {
  const entries = readBackupFile(file, secret);
  const first = (await entries.next()).value;
  const manifest = first?.name === 'manifest' ? parseJsonShape(Manifest, await textIn(first)) : null;
  if (!manifest) throw new BackupDamaged('The backup is damaged: it does not start with its manifest.');
  await refuseNewer(manifest);
  await lockMigrations(client);
  if (!(await isEmptySchema(client))) throw notEmpty('The database has tables');
  const places = await openPlaces();
  await client.query('begin');
  await migrateWithin(client, await readMigrations(manifest.migrations));
  const closeTables = await openTables(client, manifest.tables);
  const counted: Totals = { rows: {}, sequences: {}, ledger: [], files: 0, keys: 0 };
  let totals: Totals | null = null;
  for await (const entry of entries) {
    if (entry.name === 'totals') totals = parseJsonShape(Totals, await textIn(entry));
    else await loadEntry(client, entry, { manifest, places, counted });
  }
  if (!totals) throw new BackupDamaged('The backup is incomplete.');
  refuseDifferent(counted, totals);
  await writeSequences(client, totals.sequences);
  await closeTables();
  await client.query('commit');
  return { manifest, totals };
}

const textIn = async (entry: Entry): Promise<string> => (await bytesIn(entry)).toString();
const bytesIn = ({ bytes }: Entry): Promise<Buffer> => buffer(bytes);

async function loadEntry(
  client: pg.ClientBase,
  entry: Entry,
  { manifest, places, counted }: { manifest: Manifest; places: FilePlaces; counted: Totals },
): Promise<void> {
  const kind = entry.name.slice(0, entry.name.indexOf('/') + 1);
  const name = entry.name.slice(kind.length);
  if (kind === entryKinds.table) {
    const table = manifest.tables.find((each) => each.name === name);
    if (!table) throw new BackupDamaged(`The backup is damaged: its manifest does not list the table ${name}.`);
    counted.rows[name] = await writeRows(client, table, entry.bytes);
  } else if (kind === entryKinds.blob) {
    await places.blobs.put(name, await bytesIn(entry), 'application/octet-stream');
    counted.files += 1;
  } else if (kind === entryKinds.key) {
    const key = await bytesIn(entry);
    if (!(await places.keys.get(name))) await places.keys.put(name, key);
    counted.keys += 1;
  } else if (kind === entryKinds.recipe) await places.writeRecipe(basename(name), await bytesIn(entry));
  else if (kind === entryKinds.masterKey) await places.writeMasterKey(await bytesIn(entry));
}

async function refuseNewer({ version, migrations }: Manifest): Promise<void> {
  const known = new Set(await listMigrations());
  if (migrations.every((name) => known.has(name))) return;
  throw new DatabaseRefused(
    `This backup was made by Errand ${version}, which is newer than the version you're running. Restore it with that version.`,
  );
}

function refuseDifferent(counted: Totals, totals: Totals): void {
  const isSame =
    counted.files === totals.files &&
    counted.keys === totals.keys &&
    Object.entries(totals.rows).every(([name, count]) => counted.rows[name] === count);
  if (!isSame) throw new BackupDamaged('The backup is incomplete: it has less data than its manifest lists.');
}

const notEmpty = (what: string): DatabaseRefused =>
  new DatabaseRefused(
    `${what}, and a restore needs an empty target. Nothing was changed. Set DATA_DIR to a new folder, and DATABASE_URL to a new database if you use one.`,
  );

export interface RestoreReport extends LoadedBackup {
  /** Open orders, to be looked up at their stores before they are bought. */
  orders: number;
}

/**
 * Starts the database that the configuration names, and restores into it. A new data folder is marked before its database
 * is created: a restore that is killed by then would leave a new service, and no word about the restore.
 */
export async function restoreIntoTarget(config: Config, file: string): Promise<RestoreReport> {
  const { dataDir } = config;
  const isNew = (await readdir(dataDir).catch(() => [])).length === 0;
  if (isNew) await markStarted(dataDir, 'restore', file);
  let hasBegun = false;
  try {
    return await withOwnerUrl(config, (url) => {
      hasBegun = true;
      return restoreBackup(config, url, file, !isNew && isUnfinished(dataDir, 'restore'));
    });
  } finally {
    if (isNew && !hasBegun) await markEnded(dataDir, 'restore');
  }
}

/**
 * Restores everything into an empty target. Every open order is then looked up at its store before anything is bought.
 */
export async function restoreBackup(
  config: Config,
  url: string,
  file: string,
  wasUnfinished = isUnfinished(config.dataDir, 'restore'),
): Promise<RestoreReport> {
  const { dataDir } = config;
  if (wasUnfinished && !(await withConnection(url, 'errand restore', isEmptySchema))) {
    await markEnded(dataDir, 'restore');
    throw new DatabaseRefused('The interrupted restore had already loaded everything. Start Errand (errand serve).');
  }
  const openPlaces = async () => {
    if (!wasUnfinished && (await hasFiles(config))) throw notEmpty('The target contains files or keys');
    await markStarted(dataDir, 'restore', file);
    return filePlaces(config);
  };
  const loading = withConnection(url, 'errand restore', (client) =>
    loadBackup(client, file, secretOf(config), openPlaces),
  );
  const loaded = await loading.catch(async (error: unknown) => {
    // Nothing was written, so the next attempt, or another file, starts over.
    if (!wasUnfinished && !(await hasFiles(config))) await markEnded(dataDir, 'restore');
    throw error;
  });
  const orders = await acceptBackup(url, new Date(loaded.manifest.taken_at));
  await markEnded(dataDir, 'restore');
  return { ...loaded, orders };
}

/** Migrations that are newer than the backup run after its rows are loaded, as in an upgrade. */
async function acceptBackup(url: string, takenAt: Date): Promise<number> {
  const database = openDatabase({ url, poolMax: 2 });
  try {
    await migrate(database.db);
    return await inTransaction(database.db, (tx) =>
      recordRestore(tx, 'restored from a backup', (inner) => acceptRestoredDatabase(inner, takenAt)),
    );
  } finally {
    await database.close();
  }
}

async function hasFiles(config: Config): Promise<boolean> {
  for await (const _ of (await createBlobs(config)).list()) return true;
  const keys = createErasableKeys(config.erasableKeys, config.dataDir);
  return (await keys.listBefore(plusMs(systemClock.now(), dayMs), 1)).length > 0;
}

async function filePlaces(config: Config): Promise<FilePlaces> {
  const recipes = join(config.dataDir, 'recipes');
  const masterKey = developmentKeyFile(config.dataDir);
  return {
    blobs: await createBlobs(config),
    keys: createErasableKeys(config.erasableKeys, config.dataDir),
    async writeRecipe(name, bytes) {
      await mkdir(recipes, { recursive: true });
      await writeFile(join(recipes, name), bytes);
    },
    async writeMasterKey(bytes) {
      if (config.masterKeys.length > 0) return;
      if (existsSync(masterKey) && !(await readFile(masterKey)).equals(bytes))
        throw new DatabaseRefused(`${masterKey} has a different key than the backup. Move it elsewhere first.`);
      await writeFile(masterKey, bytes, { mode: 0o600 });
    },
  };
}
