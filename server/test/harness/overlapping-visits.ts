import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/index.ts';

/** Browser sessions of one account at one store that overlap, as the store saw them. */
export async function listOverlappingVisits(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select a.reference as first, b.reference as second, a.account_id from sim_sessions a join sim_sessions b
      on a.world = b.world and a.account_id = b.account_id and a.id <> b.id
      and a.first_step < b.first_step and b.first_step < a.last_step`.execute(db);
  return rows;
}
