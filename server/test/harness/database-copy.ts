import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/index.ts';
import { inTransaction, type Tx } from '../../src/platform/database/index.ts';

/** The simulated stores' records and the schema do not go back in time. */
const kept = ['sim\\_%', 'kysely\\_%'];

export interface DatabaseCopy {
  tables: { name: string; rows: string }[];
  sequences: { name: string; value: string }[];
}

async function tableNames(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relname like any (${kept})
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Copies all rows like a backup while the service runs. */
export async function copyDatabase(db: Db): Promise<DatabaseCopy> {
  return inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx);
    const tables: DatabaseCopy['tables'] = [];
    for (const name of await tableNames(tx)) {
      const { rows } = await sql<{ rows: string }>`
        select coalesce(json_agg(row_to_json(t)), '[]')::text as rows from ${sql.table(name)} t`.execute(tx);
      tables.push({ name, rows: rows[0]!.rows });
    }
    const { rows: sequences } = await sql<{ name: string; value: string }>`
      select sequencename as name, coalesce(last_value, start_value)::text as value from pg_sequences
      where schemaname = 'public'`.execute(tx);
    return { tables, sequences };
  });
}

/** Restores an older copy in another transaction, so the service detects it like a dump. */
export async function restoreDatabase(db: Db, copy: DatabaseCopy): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    // For small tables, delete is faster than truncate.
    for (const name of await tableNames(tx)) await sql`delete from ${sql.table(name)}`.execute(tx);
    for (const { name, rows } of copy.tables) {
      const { rows: columns } = await sql<{ list: string }>`
        select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as list
        from information_schema.columns
        where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'`.execute(tx);
      const list = sql.raw(columns[0]!.list);
      await sql`
        insert into ${sql.table(name)} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(tx);
    }
    for (const { name, value } of copy.sequences) await sql`select setval(${name}::regclass, ${value})`.execute(tx);
  });
}
