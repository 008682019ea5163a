import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

export async function eraseBatchesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from bulk_rows using bulk_batches b
    where b.id = bulk_rows.batch_id and b.account_id = ${accountId}`.execute(executor);
  await sql`delete from bulk_batches where account_id = ${accountId}`.execute(executor);
}
