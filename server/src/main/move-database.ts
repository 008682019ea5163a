import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { readLedgerTotals } from '../domains/money/wallet/index.ts';
import { systemClock } from '../kit/clock.ts';
import { fieldsOf, messageOf } from '../kit/fields.ts';
import {
  adoptIdentityText,
  attachChecks,
  beginAlone,
  beginSnapshot,
  copyChanges,
  DatabaseRefused,
  detachChecks,
  dropMoveMark,
  ensureIndexes,
  findPoolerProblem,
  isEmptySchema,
  listApplied,
  listForeignKeys,
  listKeyColumns,
  listMigrations,
  listTableCopies,
  lockMigrations,
  lockMove,
  type MoveMark,
  migrateWithin,
  openDatabase,
  openTables,
  readMigrations,
  readMoveMark,
  readRows,
  readSequences,
  readSnapshotStart,
  readSourceName,
  refuseWrites,
  type TableCopy,
  validateChecks,
  withConnection,
  writeMoveMark,
  writeRows,
  writeSequences,
} from '../platform/database/index.ts';
import { writeMoved } from '../platform/moved-database.ts';

export interface MoveReport {
  /** Without a password. */
  target: string;
  /** How long writes were blocked. */
  stoppedMs: number;
}

interface Move {
  source: pg.Client;
  target: pg.Client;
  tables: TableCopy[];
  keys: Map<string, string[]>;
  /** Recorded in the mark: which database moves where. */
  names: Pick<MoveMark, 'source' | 'target'>;
  say(text: string): void;
}

/** Copying changes while the service runs stops after a round with no more rows than this, or after the last round. */
const rowsLeftMax = 500;
const roundsMax = 8;

/** Host and database, without user, password and options. */
export const describeTarget = (url: string): string =>
  url
    .replace(/^\w+:\/\/(?:[^/]*@)?/, '')
    .replace(/\?.*$/s, '')
    .replace(/^\//, 'localhost/');

/**
 * Moves the embedded database to a server while the service runs: copies everything, then what changed meanwhile, then
 * the last changes with writes blocked. From the commit that blocks writes to the old database on, the new one counts.
 * If it is killed before, the old database stays in use. Either way, running the command again continues.
 */
export async function moveDatabase(
  { dataDir, sourceUrl, to }: { dataDir: string; sourceUrl: string; to: string },
  say: (text: string) => void,
): Promise<MoveReport> {
  await withConnection(to, 'errand move', async () => {}).catch((error: unknown) => {
    const reason = messageOf(error) || String(fieldsOf(error).code);
    throw new DatabaseRefused(`Could not connect to ${describeTarget(to)}: ${reason}. Nothing was changed.`);
  });
  const pooler = await findPoolerProblem(to);
  if (pooler !== null) throw new DatabaseRefused(`Connect directly to PostgreSQL, not through a pooler: ${pooler}.`);
  const report = await withConnection(sourceUrl, 'errand move', (source) =>
    withConnection(to, 'errand move', async (target) => {
      if (!(await lockMove(source))) throw new DatabaseRefused('Another "errand move" is running.');
      const names = { source: await readSourceName(source), target: describeTarget(to) };
      if (names.source === (await readSourceName(target)))
        throw new DatabaseRefused('--to points to the database that Errand already uses. Choose a different one.');
      await lockMigrations(source);
      await lockMigrations(target);
      const tables = await listTableCopies(source);
      const move: Move = { source, target, tables, keys: await listKeyColumns(source), names, say };
      const moved = await readMoveMark(source);
      const stoppedMs = moved ? await resumeMoved(move, moved) : await copyAndSwitch(move, to);
      return { target: names.target, stoppedMs };
    }),
  );
  await writeMoved(dataDir, { url: to, moved_at: systemClock.now().toISOString() });
  await withConnection(to, 'errand move', validateChecks);
  return report;
}

/** The old database already refuses writes: only the last steps are left. */
async function resumeMoved({ target, names }: Move, moved: MoveMark): Promise<number> {
  if (moved.target !== names.target) throw new DatabaseRefused(moved.refusal);
  if (await readMoveMark(target)) await dropMoveMark(target);
  return 0;
}

async function copyAndSwitch(move: Move, to: string): Promise<number> {
  const { source, target, names, say } = move;
  const migrations = await listApplied(source);
  if (migrations.length === 0) throw new DatabaseRefused('Nothing to move: the database has no Errand tables.');
  if (!isDeepStrictEqual(migrations, await listMigrations()))
    throw new DatabaseRefused(
      'The database is from another version. Start this version once, or run "errand upgrade".',
    );
  const found = await readMoveMark(target);
  if (found === null) await copyAll(move, migrations, to);
  else if (found.source !== names.source || !isDeepStrictEqual(await listApplied(target), migrations))
    throw new DatabaseRefused(
      `${names.target} contains an unfinished move from another database or version. Empty it first.`,
    );
  else say(`Continuing the move to ${names.target}.`);
  for (let round = 1; round <= roundsMax; round += 1) {
    await beginSnapshot(source);
    const copied = await copyRound(move);
    await source.query('rollback');
    await target.query('commit');
    say(`Copied ${copied} changed rows.`);
    if (copied <= rowsLeftMax) break;
  }
  return switchOver(move);
}

const unfinished = ({ target }: Move['names']): string =>
  `The move to ${target} is not complete. Run "errand move" again, or start Errand with the old database.`;

/** In one transaction, so the target stays empty if this is killed. */
async function copyAll({ source, target, tables, names, say }: Move, migrations: string[], to: string): Promise<void> {
  if (!(await isEmptySchema(target)))
    throw new DatabaseRefused(`${names.target} has tables, and a move needs an empty database. Nothing was changed.`);
  await beginSnapshot(source);
  const completeUntil = await readSnapshotStart(source);
  await target.query('begin');
  await migrateWithin(target, await readMigrations(migrations));
  await openTables(target, tables);
  let count = 0;
  for (const table of tables) count += await writeRows(target, table, readRows(source, table));
  await writeMoveMark(target, { ...names, refusal: unfinished(names), complete_until: completeUntil });
  await target.query('commit');
  await source.query('rollback');
  const database = openDatabase({ url: to, poolMax: 1 });
  await ensureIndexes(database.db).finally(() => database.close());
  await target.query('analyze');
  say(`Copied ${count} rows while the service was running.`);
}

/** Begins a transaction on the target that brings it up to the source's snapshot. */
async function copyRound({ source, target, tables, keys, names }: Move): Promise<number> {
  const since = (await readMoveMark(target))?.complete_until;
  if (since === null || since === undefined) throw new DatabaseRefused(unfinished(names));
  const completeUntil = await readSnapshotStart(source);
  await target.query('begin');
  await detachChecks(target, tables);
  let copied = 0;
  for (const table of tables)
    copied += await copyChanges(source, target, { table, keys: keys.get(table.name) ?? [], since });
  await writeMoveMark(target, { ...names, refusal: unfinished(names), complete_until: completeUntil });
  return copied;
}

/** Blocks writes until the old database refuses them. Then the new one counts. */
async function switchOver(move: Move): Promise<number> {
  const { source, target, tables, names } = move;
  await beginAlone(source, tables);
  const stoppedAt = performance.now();
  await copyRound(move);
  await writeSequences(target, await readSequences(source));
  await attachChecks(target, tables, await listForeignKeys(source), 'later');
  if (!isDeepStrictEqual(await readLedgerTotals(target), await readLedgerTotals(source)))
    throw new Error('The ledger totals differ. The old database is still active.');
  await target.query(adoptIdentityText);
  await target.query('commit');
  const refusal = `This database moved to ${names.target}. Set DATABASE_URL to that database. If Errand does not start with it, run "errand move" again.`;
  await writeMoveMark(source, { ...names, refusal, complete_until: null });
  await refuseWrites(source, tables);
  await source.query('commit');
  await dropMoveMark(target);
  return performance.now() - stoppedAt;
}
