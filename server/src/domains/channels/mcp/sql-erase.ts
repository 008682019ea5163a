import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

export async function eraseApprovalsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from mcp_approvals where key_id in (select id from key_summaries where account_id = ${accountId})`.execute(
    executor,
  );
}
