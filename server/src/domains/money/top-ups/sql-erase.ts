import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

/** What was paid and given back stays, with the provider's own numbers: a charge may still have to be looked up. */
export async function eraseTopUpsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update top_ups set return_url = null, pay_url = null, last_answer = null where account_id = ${accountId}`.execute(
    executor,
  );
}
