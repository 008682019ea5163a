import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/index.ts';
import { inTransaction, type Tx } from '../../src/platform/database/index.ts';

/** The simulated stores' records and the schema do not go back in time. */
const kept = ['sim\\_%', 'kysely\\_%'];

export interface DatabaseCopy {
  /** Only tables that have rows. */
  tables: { name: string; rows: string }[];
  sequences: { name: string; value: string }[];
}

/** Every table with the columns that can be written. */
async function listTables(db: Db | Tx): Promise<{ name: string; columns: string }[]> {
  const { rows } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind = 'r' and not c.relname like any (${kept})
    group by c.relname order by 1`.execute(db);
  return rows;
}

/** Copies all rows like a backup while the service runs. */
export async function copyDatabase(db: Db): Promise<DatabaseCopy> {
  return inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx);
    const reads = (await listTables(tx)).map(
      ({ name }) => sql`select ${name} as name, json_agg(row_to_json(t))::text as rows from ${sql.table(name)} t`,
    );
    const { rows: tables } = await sql<{ name: string; rows: string }>`
      select * from (${sql.join(reads, sql` union all `)}) read where rows is not null`.execute(tx);
    const { rows: sequences } = await sql<{ name: string; value: string }>`
      select sequencename as name, coalesce(last_value, start_value)::text as value from pg_sequences
      where schemaname = 'public'`.execute(tx);
    return { tables, sequences };
  });
}

/** Restores an older copy in another transaction, so the service detects it like a dump. */
export async function restoreDatabase(db: Db, { tables, sequences }: DatabaseCopy): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const known = await listTables(tx);
    // For small tables, delete is faster than truncate.
    await sql.raw(`do $$ begin ${known.map(({ name }) => `delete from "${name}";`).join(' ')} end $$`).execute(tx);
    const columnsByTable = new Map(known.map(({ name, columns }) => [name, columns]));
    for (const { name, rows } of tables) {
      const list = sql.raw(columnsByTable.get(name)!);
      await sql`
        insert into ${sql.table(name)} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(tx);
    }
    await sql`
      select setval(name::regclass, value::bigint) from json_to_recordset(${JSON.stringify(sequences)}::json)
        as given (name text, value text)`.execute(tx);
  });
}
