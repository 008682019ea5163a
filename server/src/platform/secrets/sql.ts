import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { SealedColumn } from './sealed-column.ts';

/** Which of these keys the records of a column refer to: byte 2, then the 16 bytes of the key's id. */
export async function listKeysNamedIn(
  db: Db,
  { table, column }: Pick<SealedColumn, 'table' | 'column'>,
  ids: readonly string[],
): Promise<string[]> {
  const sealed = sql.ref(column);
  const keyId = sql`substring(${sealed} from 2 for 16)`;
  const keyIds = ids.map((id) => Buffer.from(id, 'hex'));
  const { rows } = await sql<{ id: string }>`
    select encode(${keyId}, 'hex') as id from ${sql.table(table)}
    where substring(${sealed} from 1 for 1) = '\\x02' and ${keyId} = any (${keyIds}::bytea[])`.execute(db);
  return rows.map(({ id }) => id);
}

export interface SealedRow {
  id: string;
  sealed: Buffer;
}

/** The next records of a column, locked. */
export async function lockSealed(
  tx: Tx,
  { table, column, idColumn = 'id' }: SealedColumn,
  after: string,
  most: number,
): Promise<SealedRow[]> {
  const [sealed, id] = [sql.ref(column), sql.ref(idColumn)];
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${sealed} as sealed from ${sql.table(table)}
    where ${id} > ${after} and ${sealed} is not null
    order by ${id} limit ${most} for update`.execute(tx);
  return rows;
}

export async function writeSealed(
  tx: Tx,
  { table, column, idColumn = 'id' }: SealedColumn,
  { id, sealed }: SealedRow,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed} where ${sql.ref(idColumn)} = ${id}`.execute(
    tx,
  );
}

export async function findStoredSecret(db: Db, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from kept_secrets where name = ${name}`.execute(db);
  return rows[0]?.sealed ?? null;
}

export async function listStoredSecrets(db: Db, prefix: string): Promise<{ name: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ name: string; sealed: Buffer }>`
    select name, sealed from kept_secrets where starts_with(name, ${prefix}) order by name`.execute(db);
  return rows;
}

/** The first process to write wins. */
export async function insertStoredSecret(db: Db, name: string, sealed: Buffer): Promise<void> {
  await sql`insert into kept_secrets (name, sealed) values (${name}, ${sealed}) on conflict do nothing`.execute(db);
}
