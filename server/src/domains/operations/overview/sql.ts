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

interface Owner {
  accountId: string;
  world: World;
}

interface RecentProblems {
  asking: number;
  askingOrderId: string | null;
  failed: number;
  calledOff: number;
  lost: number;
  lostOrderId: string | null;
}

/** Orders that failed since then, and orders that need an action of their owner. */
export async function countRecentProblems(executor: Executor, own: Owner, since: Date): Promise<RecentProblems> {
  const { accountId, world } = own;
  const { rows } = await sql<RecentProblems>`
    with asking as (
      select o.id, q.asked_at from order_actions q join order_summaries o on o.id = q.order_id
      where o.account_id = ${accountId} and o.world = ${world} and o.outcome is null
        and q.state = 'open' and q.asked_of = 'customer'
    ),
    lost as (
      select o.id, max(s.updated_at) as at from parcels s join order_summaries o on o.id = s.order_id
      where s.status <> 'delivered' and s.status = 'undeliverable' and s.updated_at >= ${since}
        and o.account_id = ${accountId} and o.world = ${world} and o.status = 'order_placed'
      group by o.id
    ),
    recent as (
      select status, count(*) as n from order_summaries
      where account_id = ${accountId} and world = ${world} and created_at >= ${since}
        and outcome in ('order_failed', 'cancelled_by_retailer')
      group by status
    )
    select (select count(*) from asking) as asking,
      (select id from asking order by asked_at limit 1) as "askingOrderId",
      coalesce((select n from recent where status = 'order_failed'), 0) as failed,
      coalesce((select n from recent where status = 'cancelled_by_retailer'), 0) as "calledOff",
      (select count(*) from lost) as lost,
      (select id from lost order by at desc limit 1) as "lostOrderId"`.execute(executor);
  return assertDefined(rows[0]);
}
