import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import { type Db, planned } from '../../../../platform/database/index.ts';
import { hasStatus } from '../sql-places.ts';

/** Reading this many orders of each period takes less than a second. Longer periods are not summed. */
export const comparedMax = 50_000;

/** SQL for the name of each group, and its joins. */
const groups = {
  retailer: { name: sql`o.retailer`, join: sql`` },
  key: {
    name: sql`case when k.is_web then null else concat(k.label, ' …', k.hint) end`,
    join: sql`left join key_summaries k on k.id = o.api_key_id`,
  },
  person: {
    name: sql`coalesce(p.name, p.email)`,
    join: sql`left join key_summaries k on k.id = o.api_key_id and not k.is_web
      left join batch_orders b on b.order_id = o.id
      left join lateral (
        select person_id from person_actions a where a.account_id = o.account_id
          and a.subject_id in (o.id::text, b.batch_id::text) and a.action in ('createOrder', 'placeBulkOrder') limit 1) a on true
      left join person_profiles p on p.id = coalesce(k.created_by, a.person_id)`,
  },
} satisfies Record<string, { name: RawBuilder<unknown>; join: RawBuilder<unknown> }>;

export type CompareBy = keyof typeof groups;
export const compareBys: CompareBy[] = ['retailer', 'key', 'person'];

export interface CompareRow {
  is_current: boolean;
  is_total: boolean;
  /** Null: no key, or no known person. */
  name: string | null;
  orders: number;
  placed: number;
  failed: number;
  spent_cents: number;
  place_seconds: number | null;
  deliver_seconds: number | null;
}

interface Asked {
  accountId: string;
  world: World;
  by: CompareBy;
  /** The period before, and the current one. */
  from: Date;
  since: Date;
  until: Date;
}

/** Orders of two periods by creation time, in groups and in total. */
export async function compareOrders(
  db: Db,
  { accountId, world, by, from, since, until }: Asked,
): Promise<CompareRow[]> {
  const { name, join } = groups[by];
  const period = (start: Date, end: Date) => sql`(select * from orders
    where account_id = ${accountId} and world = ${world} and created_at >= ${start} and created_at < ${end}
    order by created_at desc limit ${comparedMax + 1})`;
  const { rows } = await sql<CompareRow>`${planned}
    with named as (
      select o.created_at >= ${since} as is_current, ${name} as name, o.status, o.charged_cents,
        ${hasStatus('order_failed')} as is_failed, outcome in ('order_placed', 'cancelled_by_retailer') as is_placed,
        extract(epoch from o.ended_at - o.created_at) as place_seconds,
        case when o.delivery = 'delivered' then
          (select extract(epoch from max(s.updated_at) - o.created_at) from shipments s where s.order_id = o.id) end as deliver_seconds
      from (${period(from, since)} union all ${period(since, until)}) o ${join}
    )
    select is_current, grouping(name) = 1 as is_total, name, count(*) as orders,
      count(*) filter (where is_placed) as placed, count(*) filter (where is_failed) as failed,
      coalesce(sum(charged_cents) filter (where is_placed), 0)::bigint as spent_cents,
      percentile_cont(0.5) within group (order by place_seconds) filter (where is_placed) as place_seconds,
      percentile_cont(0.5) within group (order by deliver_seconds) as deliver_seconds
    from named group by grouping sets ((is_current), (is_current, name))`.execute(db);
  return rows;
}
