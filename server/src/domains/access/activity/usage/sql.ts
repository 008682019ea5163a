import { sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import { deleteInPortions, type Executor, type Row } from '../../../../platform/database/index.ts';
import { type DayCount, type Endpoint, recentMax, type TimedCall } from './model.ts';

export interface CountRow extends DayCount {
  accountId: string;
  world: World;
}

/** Leaves out accounts that were deleted since the calls were counted. */
const isRetained = sql`not exists (select from account_summaries a where a.id = added.account_id and a.deleted_at is not null)`;

export async function addCounts(executor: Executor, counts: readonly CountRow[]): Promise<void> {
  // Always in the same order, so that concurrent flushes cannot deadlock.
  await sql`
    insert into usage_daily as u (account_id, world, endpoint, day, total)
    select * from unnest(${counts.map((count) => count.accountId)}::uuid[], ${counts.map((count) => count.world)}::text[],
      ${counts.map((count) => count.endpoint)}::text[], ${counts.map((count) => count.day)}::date[],
      ${counts.map((count) => count.total)}::bigint[]) as added (account_id, world, endpoint, day, total)
    where ${isRetained}
    order by account_id, world, endpoint, day
    on conflict (account_id, world, endpoint, day) do update set total = u.total + excluded.total`.execute(executor);
}

export async function insertCalls(executor: Executor, calls: readonly TimedCall[]): Promise<void> {
  await sql`
    insert into usage_calls (account_id, world, endpoint, at, query, retailer, product_id, result_count)
    select * from unnest(${calls.map((call) => call.accountId)}::uuid[], ${calls.map((call) => call.world)}::text[],
      ${calls.map((call) => call.endpoint)}::text[], ${calls.map((call) => call.at)}::timestamptz[],
      ${calls.map((call) => call.query ?? null)}::text[], ${calls.map((call) => call.retailer ?? null)}::text[],
      ${calls.map((call) => call.productId ?? null)}::text[], ${calls.map((call) => call.resultCount ?? null)}::int[])
      as added (account_id, world, endpoint, at, query, retailer, product_id, result_count)
    where ${isRetained}`.execute(executor);
}

interface Owner {
  accountId: string;
  world: World;
}

export async function listCounts(executor: Executor, owner: Owner, since: string, until: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select endpoint, day, total from usage_daily
    where account_id = ${owner.accountId} and world = ${owner.world} and day >= ${since} and day <= ${until}`.execute(
    executor,
  );
  return rows;
}

export interface CallRow
  extends Row<'usage_calls', 'endpoint' | 'at' | 'query' | 'retailer' | 'product_id' | 'result_count'> {
  endpoint: Endpoint;
}

export async function listCalls(executor: Executor, owner: Owner, since: Date, limit: number): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select endpoint, at, query, retailer, product_id, result_count from usage_calls
    where account_id = ${owner.accountId} and world = ${owner.world} and at >= ${since}
    order by at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function deleteCallsBefore(executor: Executor, before: Date): Promise<void> {
  await deleteInPortions(executor, 'usage_calls', sql`at < ${before}`);
}

/** Deletes calls that no report can show: those behind an account's newest ones. */
export async function deleteSurplusCalls(executor: Executor, since: Date): Promise<void> {
  await sql`
    delete from usage_calls using (
      select id, row_number() over (partition by account_id, world order by at desc, id desc) as place from usage_calls
      where (account_id, world) in (select account_id, world from usage_calls where at >= ${since})
    ) placed
    where usage_calls.id = placed.id and placed.place > ${recentMax}`.execute(executor);
}

export async function deleteCountsBefore(executor: Executor, day: string): Promise<void> {
  await sql`delete from usage_daily where day < ${day}`.execute(executor);
}

/** Usage moves with a claimed sandbox. */
export async function moveUsageToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`
    with taken as (delete from usage_daily where account_id = ${from} returning world, endpoint, day, total)
    insert into usage_daily as u (account_id, world, endpoint, day, total)
    select ${to}::uuid, world, endpoint, day, total from taken
    order by world, endpoint, day
    on conflict (account_id, world, endpoint, day) do update set total = u.total + excluded.total`.execute(executor);
  await sql`update usage_calls set account_id = ${to} where account_id = ${from}`.execute(executor);
}

export async function eraseUsageOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from usage_calls where account_id = ${accountId}`.execute(executor);
  await sql`delete from usage_daily where account_id = ${accountId}`.execute(executor);
}
