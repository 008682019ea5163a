import { sql } from 'kysely';
import { unpackAnswer } from '../../src/domains/access/accounts/index.ts';
import { auditLedger } from '../../src/domains/money/wallet/index.ts';
import type { World } from '../../src/kit/world.ts';
import type { Db, Executor } from '../../src/platform/database/index.ts';

/** Problems in the ledger; empty if it is sound. */
export async function ledgerProblems(db: Executor): Promise<unknown[]> {
  return auditLedger(db);
}

/**
 * What must hold when every order has ended, by the simulated stores' records and the ledger. Name the simulated mode
 * to ignore orders at other stores.
 */
export async function purchaseProblems(db: Db, world: World | null = null): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with simulated as (select * from orders where ${world}::text is null or world = ${world}),
    bought as (select reference, count(*) as times from sim_purchases group by reference),
    money as (
      select cause_id,
        coalesce(sum(amount_cents) filter (where kind = 'hold'), 0) as held,
        coalesce(sum(amount_cents) filter (where kind = 'release'), 0) as released,
        coalesce(sum(amount_cents) filter (where kind in ('capture', 'fee') and debit in ('wallet.held', 'card.held')), 0) as captured,
        coalesce(sum(amount_cents) filter (where kind like 'refund%'), 0) as refunded
      from ledger_transfers where cause = 'order' group by cause_id
    ),
    abroad as (
      select cause_id,
        coalesce(sum(amount) filter (where kind = 'hold'), 0) as held,
        coalesce(sum(amount) filter (where kind = 'release'), 0) as released,
        coalesce(sum(amount) filter (where kind in ('capture', 'fee') and debit = 'wallet.held'), 0) as captured,
        coalesce(sum(amount) filter (where kind like 'refund%'), 0) as refunded
      from currency_transfers where cause = 'order' group by cause_id
    )
    select format('order %s (%s): bought %s times', o.id, o.status, coalesce(b.times, 0)) as problem
    from simulated o left join bought b on b.reference = o.id::text
    where coalesce(b.times, 0) <> case when o.status in ('order_placed', 'cancelled_by_retailer') then 1 else 0 end
    union all
    select format('purchase of %s, which is no order', reference) from bought
    where reference not in (select id::text from orders)
    union all
    select format('order %s (%s): not over', id, status) from simulated where status in ('pending', 'in_progress')
    union all
    select format('order %s (%s): listed as %s', id, status, coalesce(outcome, 'open')) from orders
    where outcome is distinct from case when status in ('pending', 'in_progress') then null else status end
    union all
    select format('order %s (%s, %s): arrives as %s', o.id, o.status, o.delivery, a.delivery) from orders o
    full join arrivals a on a.order_id = o.id
    where (o.status = 'order_placed' and o.delivery is distinct from 'delivered') is distinct from (a.order_id is not null)
      or (a.order_id is not null and (a.account_id, a.world, a.delivery, a.late_since)
        is distinct from (o.account_id, o.world, o.delivery, o.late_since))
    union all
    select format('order %s (%s): held %s, released %s, captured %s, refunded %s', o.id, o.status, m.held, m.released, m.captured, m.refunded)
    from simulated o left join money m on m.cause_id = o.id
    where coalesce(o.exchange ->> 'wallet', 'USD') = 'USD' and (coalesce(m.held, 0) <> case when o.paid_by_client then 0 else o.max_price_cents end + o.fee_cents
      or m.released + m.captured <> m.held
      or m.captured <> case when o.status in ('order_placed', 'cancelled_by_retailer') then o.charged_cents + o.fee_cents else 0 end
      or m.refunded <> case when o.status = 'cancelled_by_retailer' then m.captured - o.partly_refunded_cents - (
        select coalesce(sum((one ->> 'credited_cents')::bigint), 0) from jsonb_array_elements(o.returns) one) else 0 end)
    union all
    select format('order %s (%s) in %s: held %s, released %s, captured %s, refunded %s', o.id, o.status, o.exchange ->> 'wallet', m.held,
      m.released, m.captured, m.refunded)
    from simulated o left join abroad m on m.cause_id = o.id
    where o.exchange ->> 'wallet' <> 'USD' and (m.held is null
      or m.held <> (o.exchange ->> 'hold')::bigint + (o.exchange ->> 'fee')::bigint
      or m.released + m.captured <> m.held
      or m.captured <> case when o.status in ('order_placed', 'cancelled_by_retailer')
        then (o.exchange ->> 'charged')::bigint + (o.exchange ->> 'fee')::bigint else 0 end
      or m.refunded <> case when o.status = 'cancelled_by_retailer' then m.captured - (
        select coalesce(sum(value::bigint) filter (where key <> 'cancelled'), 0) from jsonb_each_text(o.exchange -> 'refunds')) else 0 end)
    union all
    select format('%s wallet %s still holds %s', currency, account_id, held) from currency_wallets
    where held <> 0 and (${world}::text is null or world = ${world})
    union all
    select format('wallet %s still holds %s', account_id, held_cents) from wallets where held_cents <> 0 and (${world}::text is null or world = ${world})
  `.execute(db);
  return rows.map((row) => row.problem);
}

/** Unpacks stored responses and events: a search for a text in all rows must include them. */
export async function unpackedAnswers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; packed: Buffer }>`
    select 'idempotency_keys' as name, packed from idempotency_keys where packed is not null
    union all select 'events', packed from events where packed is not null`.execute(db);
  return rows.map(({ name, packed }) => `${name} ${unpackAnswer({ answer: '', packed })}`);
}

// Written with every response, refused or not.
const uncounted = ['usage_daily', 'usage_calls', 'rate_buckets', 'pulses', 'request_log'];

/** The number of rows per table and the sum of money. A refusal changes none of it. */
export async function rowCounts(db: Db): Promise<Record<string, number>> {
  let counts = countsByDb.get(db);
  if (counts === undefined) {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
    const names = rows.map((row) => row.name).filter((name) => !uncounted.includes(name));
    counts = names.map((name) => `select '${name}' as name, count(*) as n from "${name}"`).join(' union all ');
    countsByDb.set(db, counts);
  }
  const { rows } = await sql<{ name: string; n: number }>`
    ${sql.raw(counts)} union all select 'held', coalesce(sum(held_cents), 0)::bigint from wallets`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.n]));
}
/** Some tests count a thousand times, so the statement is built once. */
const countsByDb = new WeakMap<Db, string>();

/** Written when a key is used, whatever the answer. */
const usageColumns = ['last_used_at'];

/** A digest of each table's rows. A refusal changes none of them. */
export async function databaseDigests(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const names = tables.map((row) => row.name).filter((name) => !uncounted.includes(name));
  const digests = names.map(
    (name) => `select '${name}' as name, md5(string_agg(each, ',' order by each)) as digest
      from (select (to_jsonb(t) - '{${usageColumns.join()}}'::text[])::text as each from "${name}" t) rows`,
  );
  const { rows } = await sql<{ name: string; digest: string }>`${sql.raw(digests.join(' union all '))}`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.digest]));
}

/** What must hold for agents' payments when every order and job has ended. */
export async function paymentProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with returned as (
      select payment_id, sum(amount_cents) as cents, count(*) filter (where status = 'pending') as pending
      from agent_refunds group by payment_id
    ),
    kept as (
      select p.id, p.order_id, p.status, p.amount_cents, o.status as order_status, coalesce(r.cents, 0) as returned,
        coalesce(r.pending, 0) as pending,
        case when o.status = 'order_placed' then o.charged_cents + o.fee_cents when p.settled_at is null then p.amount_cents else 0 end as kept
      from agent_payments p left join orders o on o.id = p.order_id left join returned r on r.payment_id = p.id
      where p.order_id is not null
    )
    select format('payment %s is still claimed', id) as problem from kept where status = 'claimed'
    union all
    select format('payment %s is settled and has no order', id) from kept where status = 'settled' and order_status is null
    union all
    select format('order %s has no payment', id) from orders where payment is not null and id not in (select order_id from kept)
    union all
    select format('payment %s (%s, order %s): paid %s, kept %s, returned %s', id, status, order_status, amount_cents, kept, returned)
    from kept where amount_cents <> kept + returned
    union all
    select format('payment %s has %s refunds that were not paid out', id, pending) from kept where pending > 0
    union all
    select format('wallet of order %s still has %s', k.order_id, w.available_cents)
    from kept k join agent_payments p on p.id = k.id join wallets w on w.account_id = p.account_id where w.available_cents <> 0
    union all
    select format('credit %s: bought %s, drawn %s, left %s, returned %s', c.id, c.amount_cents, d.cents, w.available_cents, coalesce(r.cents, 0))
    from agent_credits c join wallets w on w.account_id = c.account_id and w.world = c.world left join returned r on r.payment_id = c.payment_id,
      lateral (select coalesce(sum(amount_cents), 0) as cents from ledger_transfers where account_id = c.account_id and kind = 'fee') d
    where c.amount_cents <> d.cents + w.available_cents + coalesce(r.cents, 0)
    union all
    select format('order %s shows other refunds than there are', o.id) from orders o join kept k on k.order_id = o.id
    where (select coalesce(sum((refund ->> 'amount_cents')::bigint), 0) from jsonb_array_elements(o.payment -> 'refunds') as refund
      where refund ->> 'status' = 'completed') <> k.returned
  `.execute(db);
  return rows.map((row) => row.problem);
}
