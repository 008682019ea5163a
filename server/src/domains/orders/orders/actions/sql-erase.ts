import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/index.ts';

/** That an order asked, and when, stays with the order; what it asked, who answered and what goes. */
export async function eraseActionsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update questions set message = '[erased]', details = '{}', url = null, answer = null, sealed_answer = null,
      answered_by = null, sealed_resume = null
    where order_id in (select id from orders where account_id = ${accountId})`.execute(executor);
}
