import { sql } from 'kysely';
import type { Executor } from '../../platform/database/index.ts';

export async function eraseCasesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update case_messages set message = '[erased]'
    where order_id in (select id from orders where account_id = ${accountId})`.execute(executor);
}
