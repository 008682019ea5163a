import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/index.ts';

export async function eraseQuotesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from quotes where account_id = ${accountId}`.execute(executor);
}
