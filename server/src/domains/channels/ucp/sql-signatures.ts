import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

/** False if it is already stored. */
export async function insertSignature(executor: Executor, id: Buffer, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into used_signatures (id, expires_at) values (${id}, ${expiresAt}) on conflict do nothing`.execute(executor);
  return numAffectedRows === 1n;
}

export async function pruneSignatures(executor: Executor, now: Date): Promise<void> {
  await sql`delete from used_signatures where expires_at < ${now}`.execute(executor);
}
