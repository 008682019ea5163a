import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/index.ts';

export async function eraseCancellationsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update cancellations set request = '{}'
    where order_id in (select id from orders where account_id = ${accountId})`.execute(executor);
}
