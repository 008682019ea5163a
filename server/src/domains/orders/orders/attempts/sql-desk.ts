import { type RawBuilder, sql } from 'kysely';
import { filteredMax, type Page, totalOf } from '../../../../kit/page.ts';
import { countUpTo, type Executor } from '../../../../platform/database/index.ts';

/** Checked per order (offset 0). Otherwise the planner may read all items. */
const isUnderWay = sql`exists (
  select from order_items i where i.order_id = orders.id and i.status in ('ordered', 'shipped') offset 0)`;

/** Orders bought at the desk that have not arrived, newest first. */
export async function listBoughtByDesk(executor: Executor, page: Page): Promise<{ ids: string[]; total: number }> {
  const open = (columns: RawBuilder<unknown>) => sql`
    select ${columns} from orders where bought_by_desk and outcome = 'order_placed' and not is_desk_done and ${isUnderWay}
    order by ended_at desc, id`;
  const { rows } = await sql<{ id: string }>`
    ${open(sql`id`)} limit ${page.limit + 1} offset ${page.offset}`.execute(executor);
  const counted = await countUpTo(executor, open(sql``), filteredMax);
  return { ids: rows.slice(0, page.limit).map(({ id }) => id), total: totalOf(counted, page, rows.length) };
}

/** Marks delivered and canceled ones as done. Items never leave those statuses. */
export async function markDeskDone(executor: Executor): Promise<void> {
  await sql`
    update orders set is_desk_done = true
    where bought_by_desk and outcome = 'order_placed' and not is_desk_done and not ${isUnderWay}`.execute(executor);
}

/**
 * pending → in_progress: from now on the operator may buy, and the customer cannot cancel. A restored order counts as
 * submitted while it waits for an operator. False: it is not waiting.
 */
export async function claimForDesk(executor: Executor, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with claimed as (
      update orders set status = 'in_progress', phase = 'submitting', epoch = epoch + 1, attempts = attempts + 1,
        started_at = coalesce(started_at, ${now}), submitted_at = ${now}, updated_at = ${now}
      where id = ${orderId} and waiting_for = 'action'
        and (status = 'pending' or (status = 'in_progress' and phase = 'submitting' and restored_at is not null))
      returning id
    ),
    items as (
      update order_items set status = 'processing', updated_at = ${now}
      where order_id in (select id from claimed) and status = 'pending'
    )
    select id from claimed`.execute(executor);
  return rows.length === 1;
}

export async function markBoughtByDesk(executor: Executor, orderId: string): Promise<void> {
  await sql`update orders set bought_by_desk = true where id = ${orderId}`.execute(executor);
}

export async function isBoughtByDesk(executor: Executor, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${orderId} and bought_by_desk and status = 'order_placed'`.execute(executor);
  return rows.length === 1;
}
