import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/index.ts';

export async function eraseUsageOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from usage_calls where account_id = ${accountId}`.execute(executor);
  await sql`delete from usage_daily where account_id = ${accountId}`.execute(executor);
}
