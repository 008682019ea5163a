import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';

interface Owner {
  accountId: string;
  world: World;
}

/** Which setup steps an account has done. Checks existence only, counts nothing. */
export async function readGettingStarted(executor: Executor, { accountId, world }: Owner, now: Date) {
  const { rows } = await sql<Record<'has_key' | 'has_endpoint' | 'has_team' | 'has_live_order', boolean>>`
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

type RecentProblems = Record<'waiting_for_answer' | 'failed' | 'cancelled_by_retailer' | 'undeliverable', number> &
  Record<'waiting_order_id' | 'undeliverable_order_id', string | null>;

/** Orders that failed since then, and orders that need an action of their owner. */
export async function countRecentProblems(executor: Executor, { accountId, world }: Owner, since: Date) {
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
    select (select count(*) from asking) as waiting_for_answer,
      (select id from asking order by asked_at limit 1) as waiting_order_id,
      coalesce((select n from recent where status = 'order_failed'), 0) as failed,
      coalesce((select n from recent where status = 'cancelled_by_retailer'), 0) as cancelled_by_retailer,
      (select count(*) from lost) as undeliverable,
      (select id from lost order by at desc limit 1) as undeliverable_order_id`.execute(executor);
  return assertDefined(rows[0]);
}
