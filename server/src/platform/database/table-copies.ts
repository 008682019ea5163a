import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import type pg from 'pg';
import { copyIn, copyOut } from './copy-rows.ts';

/** A table and its columns, as named in COPY. */
export interface TableCopy {
  name: string;
  columns: string[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const target = ({ name, columns }: TableCopy): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** Every logged table, without computed columns. The table of migrations is rebuilt by migrating. */
export async function listTableCopies(client: pg.ClientBase): Promise<TableCopy[]> {
  const { rows } = await client.query<TableCopy>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> all ($1) and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`,
    [[DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE]],
  );
  return rows;
}

/** Applied migrations in order; empty if the database is not Errand's. */
export async function listApplied(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(
    `select to_regclass('${DEFAULT_MIGRATION_TABLE}') is not null as is_there`,
  );
  if (!found[0]?.is_there) return [];
  const { rows } = await client.query<{ name: string }>(`select name from ${DEFAULT_MIGRATION_TABLE} order by name`);
  return rows.map(({ name }) => name);
}

/** Whether the schema has nothing that a restore would mix with. */
export async function isEmptySchema(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`);
  return rows.length === 0;
}

/** All later reads on this connection see one snapshot. Returns its time. */
export async function beginSnapshot(client: pg.ClientBase): Promise<Date> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0');
  await client.query('begin isolation level repeatable read, read only');
  const { rows } = await client.query<{ now: Date }>('select now()');
  return rows[0]?.now ?? new Date();
}

export const readRows = (client: pg.ClientBase, table: TableCopy): AsyncGenerator<Buffer, number> =>
  copyOut(client, `copy ${target(table)} to stdout`);

export const writeRows = (client: pg.ClientBase, table: TableCopy, rows: AsyncIterable<Buffer>): Promise<number> =>
  copyIn(client, `copy ${target(table)} from stdin`, rows);

/** The last value of each sequence; null if it was never used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema()`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function writeSequences(client: pg.ClientBase, values: Record<string, string | null>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) await client.query('select setval($1::regclass, $2)', [quoted(name), value]);
  }
}

export async function countRows(client: pg.ClientBase, tables: readonly TableCopy[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(`select count(*)::text as n from ${quoted(name)}`);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  return rows;
}

/** Disables triggers and drops foreign keys, so rows can be loaded in any order. Returns the foreign keys. */
export async function detachChecks(client: pg.ClientBase, tables: readonly TableCopy[]): Promise<ForeignKey[]> {
  const keys = await listForeignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  return keys;
}

/** Puts triggers and foreign keys back. PostgreSQL checks every row against a foreign key, now or by validateChecks. */
export async function attachChecks(
  client: pg.ClientBase,
  tables: readonly TableCopy[],
  keys: readonly ForeignKey[],
  validated: 'now' | 'later' = 'now',
): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(
      `alter table ${table} add constraint ${quoted(name)} ${definition}${validated === 'later' ? ' not valid' : ''}`,
    );
}

/** Does not block writes. */
export async function validateChecks(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and not convalidated and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of rows) await client.query(`alter table ${table} validate constraint ${quoted(name)}`);
}

/** Empties all tables. Use it in a transaction, so nobody sees tables without their checks. Returns a function that restores those. */
export async function openTables(client: pg.ClientBase, tables: readonly TableCopy[]): Promise<() => Promise<void>> {
  const keys = await detachChecks(client, tables);
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  return () => attachChecks(client, tables, keys);
}
