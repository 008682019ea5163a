import { type RawBuilder, sql } from 'kysely';
import { type Executor, relation } from '../../../platform/database/index.ts';
import { agentsAccountId } from '../accounts/index.ts';
import type { Policy, SpendWindow, SpentSoFar } from './model.ts';
import { wasApprovedOrBought } from './sql.ts';

/** The keys of a policy; null: every key of the account. */
async function keysOf(executor: Executor, policy: Policy): Promise<string[] | null> {
  if (policy.scope === 'account') return null;
  if (policy.scope === 'key') return [policy.subject];
  const { rows } = await sql<{ key_id: string }>`
    select key_id from key_groups where account_id = ${policy.accountId} and name = ${policy.subject}`.execute(
    executor,
  );
  return rows.map((row) => row.key_id);
}

/** An order's amount: what it holds, then what was charged, minus refunds. */
const spentCents = sql`(case
  when status in ('pending', 'in_progress') then max_price_cents + fee_cents
  when status = 'order_placed' then greatest(0, coalesce(charged_cents, 0) + fee_cents
    - (select coalesce(sum((back ->> 'credited_cents')::bigint), 0) from jsonb_array_elements(returns) back))
  else 0 end)`;
const countsAsSpent = sql`status not in ('order_failed', 'cancelled', 'cancelled_by_retailer')`;
const isOpen = sql`status in ('pending', 'in_progress')`;

/**
 * What a policy counts since then: created_at, cents, counts and is_open. Reads the orders themselves, plus future
 * ones: rows of a batch and agents' pending charges.
 */
function countedSpend(policy: Policy, keys: string[] | null, since: RawBuilder<unknown>): RawBuilder<unknown> {
  if (policy.accountId === agentsAccountId) {
    return sql`
      select paid_at as created_at, coalesce(charging_cents, ${spentCents}) as cents,
        charging_cents is not null or ${countsAsSpent} as counts, charging_cents is not null or ${isOpen} as is_open
      from agent_orders left join order_summaries o on o.id = order_id
      where agent_orders.world = ${policy.world} and paid_at >= ${since}`;
  }
  const mine = sql`account_id = ${policy.accountId} and world = ${policy.world}`;
  return sql`
    select created_at, ${spentCents} as cents, ${countsAsSpent} as counts, ${isOpen} as is_open
    from order_summaries where ${mine} and (${keys}::uuid[] is null or api_key_id = any (${keys}::uuid[])) and created_at >= ${since}
    union all
    select created_at, cents, true, true from reserved_spend
    where ${mine} and (${keys}::uuid[] is null or key_id = any (${keys}::uuid[]))`;
}

export async function readSpent(executor: Executor, policy: Policy, now: Date): Promise<SpentSoFar> {
  const keys = await keysOf(executor, policy);
  const windows = await readSpentInWindows(executor, policy, keys, now);
  if (policy.rules.max_open_cents === undefined && !policy.rules.approve?.first_order) {
    return { windows, openCents: 0, isFirstOrder: false };
  }
  if (policy.accountId === agentsAccountId) {
    return { windows, openCents: await sumOpenAgentCharges(executor, policy), isFirstOrder: false };
  }
  const mine = sql`account_id = ${policy.accountId} and world = ${policy.world}`;
  const { rows } = await sql<{ open_cents: number; has_ordered: boolean }>`
    select
      (select coalesce(sum(max_price_cents + fee_cents), 0) from order_summaries where ${mine} and outcome is null
        and (${keys}::uuid[] is null or api_key_id = any (${keys}::uuid[])))::bigint
      + (select coalesce(sum(cents), 0) from reserved_spend where ${mine}
        and (${keys}::uuid[] is null or key_id = any (${keys}::uuid[])))::bigint as open_cents,
      exists (select from order_summaries o where ${mine} and (${keys}::uuid[] is null or api_key_id = any (${keys}::uuid[]))
        and ${wasApprovedOrBought(relation('o'))}) as has_ordered`.execute(executor);
  return { windows, openCents: rows[0]?.open_cents ?? 0, isFirstOrder: !rows[0]?.has_ordered };
}

async function sumOpenAgentCharges(executor: Executor, policy: Policy): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents
    from (${countedSpend(policy, null, sql`'-infinity'::timestamptz`)}) c where is_open`.execute(executor);
  return rows[0]?.cents ?? 0;
}

async function readSpentInWindows(
  executor: Executor,
  policy: Policy,
  keys: string[] | null,
  now: Date,
): Promise<SpentSoFar['windows']> {
  const windows: SpendWindow[] = policy.rules.windows ?? [];
  if (windows.length === 0) return [];
  const asked = windows.map(({ per, timezone = 'UTC' }, ord) => ({ ord, per, timezone }));
  const { rows } = await sql<{ cents: number; count: number; since: Date | null; until: Date | null }>`
    with wanted as (
      select ord, case per when 'total' then '-infinity'::timestamptz
        else date_trunc(per, ${now}::timestamptz at time zone timezone) at time zone timezone end as since,
        case when per <> 'total' then (date_trunc(per, ${now}::timestamptz at time zone timezone)
          + ('1 ' || per)::interval) at time zone timezone end as until
      from json_to_recordset(${JSON.stringify(asked)}::json) as w (ord int, per text, timezone text)
    ),
    spent as (${countedSpend(policy, keys, sql`(select min(since) from wanted)`)})
    select coalesce(sum(spent.cents), 0)::bigint as cents, count(*) filter (where spent.counts) as count,
      nullif(wanted.since, '-infinity') as since, wanted.until
    from wanted left join spent on spent.created_at >= wanted.since
    group by wanted.ord, wanted.since, wanted.until order by wanted.ord`.execute(executor);
  return rows.map(({ cents, count, since, until }) => ({
    cents,
    count,
    periodStart: since ?? new Date(0),
    periodEnd: until,
  }));
}
