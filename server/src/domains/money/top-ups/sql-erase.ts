import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

/** Payments and refunds stay, with the provider's IDs, so that charges can be looked up. */
export async function eraseTopUpsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update top_ups set return_url = null, pay_url = null, last_answer = null where account_id = ${accountId}`.execute(
    executor,
  );
}
