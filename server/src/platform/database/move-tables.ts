import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { copyIn, copyOut } from './copy-rows.ts';
import { codeOf } from './errors.ts';
import { quoted, type TableCopy } from './table-copies.ts';

/** A database with this table must not be used: it moved elsewhere, or a move into it is not complete. */
export const moveTable = 'errand_move';

export interface MoveMark {
  /** The message for anyone who starts the service on this database. */
  refusal: string;
  /** Which database the rows are from, and where they go. */
  source: string;
  target: string;
  /** The oldest transaction that may be missing here. Null in the database that moved. */
  complete_until: string | null;
}

export async function readMoveMark(client: pg.ClientBase): Promise<MoveMark | null> {
  const { rows: found } = await client.query(`select to_regclass('${moveTable}') is not null as is_there`);
  if (!found[0]?.is_there) return null;
  return (await client.query<MoveMark>(`select * from ${moveTable}`)).rows[0] ?? null;
}

export async function writeMoveMark(client: pg.ClientBase, mark: MoveMark): Promise<void> {
  await client.query(`create table if not exists ${moveTable}
    (refusal text not null, source text not null, target text not null, complete_until text);
    grant select on ${moveTable} to public; delete from ${moveTable}`);
  await client.query(`insert into ${moveTable} values ($1, $2, $3, $4)`, [
    mark.refusal,
    mark.source,
    mark.target,
    mark.complete_until,
  ]);
}

export const dropMoveMark = (client: pg.ClientBase): Promise<unknown> => client.query(`drop table ${moveTable}`);

const moveLock = `hashtextextended('errand move', 0)`;

/** Takes the lock on moving this database until the connection ends. False if another process has it. */
export async function lockMove(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${moveLock}) as is_mine`);
  return rows[0]?.is_mine === true;
}

/** Identifies a database on its server. A copy of its files has the same identity. */
export async function readSourceName(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%s/%s', (select system_identifier from pg_control_system()), oid) as name
    from pg_database where datname = current_database()`);
  return rows[0]?.name ?? '';
}

/** Rows of transactions before this one are in the snapshot of the current transaction, or never will be. */
export async function readSnapshotStart(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid');
  return rows[0]?.xid ?? '';
}

const lockMs = { short: 700, long: 5_000 };
const lockTries = 60;

/**
 * Begins a transaction in which nobody else can write to these tables. Reads continue. If a lock is not free right away, the others are
 * released, so that no transaction waits for us while we wait for it. The snapshot is taken after locking. Locks end with the transaction.
 */
export async function beginAlone(client: pg.ClientBase, tables: readonly TableCopy[]): Promise<void> {
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  for (let tries = 1; ; tries += 1) {
    // A vacuum yields its lock only after someone has waited for more than a second.
    const waitMs = tries % 5 === 0 ? lockMs.long : lockMs.short;
    await client.query(`begin isolation level repeatable read; set local lock_timeout = ${waitMs}`);
    try {
      await client.query(`lock table ${names} in share row exclusive mode`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (!['55P03', '40P01'].includes(codeOf(error) ?? '') || tries === lockTries) throw error;
    }
    await pause(200);
  }
}

/** Within beginAlone: after the commit, every write fails as it would on a standby. */
export async function refuseWrites(client: pg.ClientBase, tables: readonly TableCopy[]): Promise<void> {
  await client.query(`create or replace function errand_moved() returns trigger language plpgsql as $$
    begin raise exception '%', (select refusal from ${moveTable}) using errcode = 'read_only_sql_transaction'; end $$`);
  for (const { name } of tables)
    await client.query(`create trigger errand_moved before insert or update or delete or truncate on ${quoted(name)}
      for each statement execute function errand_moved()`);
}

/** The columns of each table's primary key. */
export async function listKeyColumns(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisprimary and c.relnamespace = current_schema()::regnamespace group by c.relname`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

interface Changes {
  table: TableCopy;
  /** Of its primary key. */
  keys: readonly string[];
  /** The result of readSnapshotStart when the target was last complete. */
  since: string;
}

async function countOf(client: pg.ClientBase, text: string): Promise<{ total: number; changed: number }> {
  const { rows } = await client.query<{ total: string; changed: string }>(text);
  return { total: Number(rows[0]?.total), changed: Number(rows[0]?.changed) };
}

/**
 * Makes a table of the target the same as in the source's snapshot. A row is unchanged if its transaction was over when the target was
 * last complete. All others are copied again. If the target then has more rows, the source deleted some: those are found by their keys.
 * Returns how many rows were copied.
 */
export async function copyChanges(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { table, keys, since }: Changes,
): Promise<number> {
  const name = quoted(table.name);
  const isChanged = `age(xmin) <= age('${since}'::xid8::xid)`;
  const { total, changed } = await countOf(
    source,
    `select count(*) as total, count(*) filter (where ${isChanged}) as changed from ${name}`,
  );
  const before = await countOf(target, `select count(*) as total, 0 as changed from ${name}`);
  if (changed === 0 && before.total === total) return 0;
  const columns = table.columns.map(quoted).join(', ');
  const load = async (into: string, names: string, where: string) => {
    await target.query(`create temp table ${into} as select ${names} from ${name} with no data`);
    return copyIn(
      target,
      `copy ${into} from stdin`,
      copyOut(source, `copy (select ${names} from ${name} ${where}) to stdout`),
    );
  };
  const isSame = (other: string) => keys.map((key) => `t.${quoted(key)} = ${other}.${quoted(key)}`).join(' and ');
  const copied = await load('errand_changed', columns, `where ${isChanged}`);
  const deleted = await target.query(`delete from ${name} t using errand_changed c where ${isSame('c')}`);
  if (before.total - (deleted.rowCount ?? 0) + copied !== total) {
    await load('errand_keys', keys.map(quoted).join(', '), '');
    await target.query(`delete from ${name} t where not exists (select from errand_keys k where ${isSame('k')});
      drop table errand_keys`);
  }
  await target.query(`insert into ${name} (${columns}) overriding system value select ${columns} from errand_changed;
    drop table errand_changed`);
  const after = await countOf(target, `select count(*) as total, 0 as changed from ${name}`);
  if (after.total !== total) throw new Error(`${table.name} has ${after.total} rows instead of ${total}.`);
  return copied;
}
