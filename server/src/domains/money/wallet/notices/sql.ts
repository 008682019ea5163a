import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import type { Executor } from '../../../../platform/database/index.ts';
import { recentlyMovedWallets } from '../sql-sums.ts';

/** Records a failed order; null if it belongs to a batch or was recorded before. */
export async function insertFailure(executor: Executor, orderId: string, now: Date) {
  const { rows } = await sql<{ account_id: string; world: World; told_at: Date | null }>`
    with noted as (
      insert into failed_order_notices (order_id, created_at)
      select o.id, ${now} from order_summaries o
      where o.id = ${orderId} and not exists (select from batch_orders b where b.order_id = o.id)
      on conflict do nothing
      returning order_id
    )
    select o.account_id, o.world, t.told_at
    from noted join order_summaries o on o.id = noted.order_id
      left join failed_order_mails t on t.account_id = o.account_id and t.world = o.world`.execute(executor);
  return rows[0] ?? null;
}

export interface FailureRow {
  order_id: string;
  retailer: string;
  reason: string | null;
  recipient: string;
  max_price_cents: number;
}

/** Oldest first. */
export async function listFailures(
  executor: Executor,
  accountId: string,
  world: World,
  limit: number,
): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    select n.order_id, o.retailer, o.max_price_cents,
      concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name') as recipient,
      (select i.error_type from ordered_items i where i.order_id = o.id and i.error_type is not null
        order by i.position limit 1) as reason
    from failed_order_notices n join order_summaries o on o.id = n.order_id
    where o.account_id = ${accountId} and o.world = ${world}
    order by n.created_at, n.order_id limit ${limit}`.execute(executor);
  return rows;
}

export async function deleteFailures(executor: Executor, orderIds: string[]): Promise<void> {
  await sql`delete from failed_order_notices where order_id = any (${orderIds}::uuid[])`.execute(executor);
}

/** A claimed sandbox leaves some behind. */
export async function deleteOldFailures(executor: Executor, before: Date): Promise<void> {
  await sql`delete from failed_order_notices where created_at < ${before}`.execute(executor);
}

export async function writeFailureMailTime(
  executor: Executor,
  accountId: string,
  world: World,
  now: Date,
): Promise<void> {
  await sql`
    insert into failed_order_mails (account_id, world, told_at) values (${accountId}, ${world}, ${now})
    on conflict (account_id, world) do update set told_at = excluded.told_at`.execute(executor);
}

/** All wallets, or those with recent transactions. */
export type WalletSelection = 'all' | 'moved';

const walletsOf = (among: WalletSelection): RawBuilder<unknown> =>
  among === 'all'
    ? sql`(select *, available_cents as before_cents from wallets) w`
    : sql`(select wallets.*, available_cents - more_cents as before_cents from ${recentlyMovedWallets} moved join wallets using (account_id, world)) w`;

/** Arms the alert of wallets above an owner's threshold, or above it when it was set. */
export async function armLowBalanceMarks(executor: Executor, among: WalletSelection): Promise<void> {
  await sql`
    insert into low_wallet_marks (account_id, world, person_id, is_armed)
    select w.account_id, w.world, m.person_id, true
    from ${walletsOf(among)}
      join account_roles m on m.account_id = w.account_id
      join person_profiles p on p.id = m.person_id
      left join low_wallet_marks k on k.account_id = w.account_id and k.world = w.world and k.person_id = m.person_id
    where m.role = 'owner' and p.low_wallet_cents > 0 and not coalesce(k.is_armed, false)
      and (w.available_cents >= p.low_wallet_cents or (k.person_id is null and w.before_cents >= p.low_wallet_cents))
    on conflict (account_id, world, person_id) do update set is_armed = true`.execute(executor);
}

export interface LowRow {
  account_id: string;
  world: World;
  person_id: string;
  available_cents: number;
  low_wallet_cents: number;
}

export async function listLowWallets(executor: Executor, among: WalletSelection): Promise<LowRow[]> {
  const { rows } = await sql<LowRow>`
    select k.account_id, k.world, k.person_id, w.available_cents, p.low_wallet_cents
    from ${walletsOf(among)}
      join low_wallet_marks k on k.account_id = w.account_id and k.world = w.world
      join person_profiles p on p.id = k.person_id
    where k.is_armed and w.available_cents < p.low_wallet_cents limit 500`.execute(executor);
  return rows;
}

export async function disarmLowBalanceMark(executor: Executor, mark: LowRow): Promise<void> {
  await sql`
    update low_wallet_marks set is_armed = false
    where account_id = ${mark.account_id} and world = ${mark.world} and person_id = ${mark.person_id}`.execute(
    executor,
  );
}

export async function eraseNoticesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from failed_order_notices n using order_summaries o where o.id = n.order_id and o.account_id = ${accountId}`.execute(
    executor,
  );
  await sql`delete from failed_order_mails where account_id = ${accountId}`.execute(executor);
  await sql`delete from low_wallet_marks where account_id = ${accountId}`.execute(executor);
}

export async function deleteMarksOfPerson(executor: Executor, personId: string): Promise<void> {
  await sql`delete from low_wallet_marks where person_id = ${personId}`.execute(executor);
}
