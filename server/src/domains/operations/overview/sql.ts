import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';

export interface GettingStarted {
  has_key: boolean;
  has_endpoint: boolean;
  has_team: boolean;
  has_live_order: boolean;
}

/** Which setup steps an account has done. Checks existence only, counts nothing. */
export async function readGettingStarted(
  executor: Executor,
  { accountId, world }: { accountId: string; world: World },
  now: Date,
): Promise<GettingStarted> {
  const { rows } = await sql<GettingStarted>`
    select
      exists (select from key_summaries where account_id = ${accountId} and order_id is null and not is_web) as has_key,
      exists (select from webhook_receivers where account_id = ${accountId} and world = ${world}) as has_endpoint,
      (select count(*) > 1 from (select from account_roles where account_id = ${accountId} limit 2) people)
        or exists (select from sent_invitations where account_id = ${accountId} and expires_at > ${now}) as has_team,
      exists (select from order_summaries where account_id = ${accountId} and world = 'live') as has_live_order`.execute(
    executor,
  );
  return assertDefined(rows[0]);
}
