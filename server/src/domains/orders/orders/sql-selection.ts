import { type RawBuilder, sql } from 'kysely';
import { countedMax, filteredMax } from '../../../kit/page.ts';
import { countUpTo, type Db, planned } from '../../../platform/database/index.ts';
import type { OrderStatus } from './model.ts';
import { isUnindexedFilter, listedColumns } from './sql-list.ts';
import { type OrderFilter, whereOf } from './sql-where.ts';

interface SumRow {
  status: OrderStatus;
  /** Null: nothing was charged. */
  currency: string | null;
  orders: number;
  /** In minor units of the currency. */
  charged: number;
  max_price: number;
}

export interface OrderSums {
  rows: SumRow[];
  /** Whether there may be more orders. */
  hasMore: boolean;
}

/** Totals of a filter by status and currency. Stops at `countedMax` orders, as counting does. */
export async function sumOrders(db: Db, filter: OrderFilter): Promise<OrderSums> {
  const { where, found } = await whereOf(db, filter);
  const isCommonSearch = filter.search !== undefined && found === null;
  const isNewestOnly = isUnindexedFilter(filter) || isCommonSearch || (await hasCommonMetadata(db, filter, where));
  const from = isNewestOnly ? newest(filter) : sql`orders o`;
  const { rows } = await sql<SumRow>`${planned}
    select status, job_result -> 'price_components' ->> 'currency' as currency, count(*) as orders,
      coalesce(sum((job_result -> 'price_components' ->> 'total')::bigint), 0)::bigint as charged,
      sum(max_price_cents)::bigint as max_price
    from (select status, job_result, max_price_cents from ${from} where ${where} limit ${countedMax}) few
    group by status, currency`.execute(db);
  const orders = rows.reduce((sum, row) => sum + row.orders, 0);
  const hasOlder = async () =>
    (await countUpTo(db, sql`select from ${listedColumns(filter)}`, countedMax)) > countedMax;
  return { rows, hasMore: isNewestOnly ? await hasOlder() : orders === countedMax && (await hasOneMore(db, where)) };
}

const newest = (filter: OrderFilter): RawBuilder<unknown> =>
  sql`(select * from ${listedColumns(filter)} limit ${countedMax}) o`;

/** The metadata index collects all matches, so common values are searched among the newest orders. */
const hasCommonMetadata = async (db: Db, filter: OrderFilter, where: RawBuilder<unknown>): Promise<boolean> =>
  filter.metadata !== undefined &&
  (await countUpTo(db, sql`select from ${newest(filter)} where ${where}`, filteredMax)) > filteredMax;

const hasOneMore = async (db: Db, where: RawBuilder<unknown>): Promise<boolean> =>
  (await countUpTo(db, sql`select from orders o where ${where}`, countedMax)) > countedMax;

/** Some matching orders, in any order. */
export async function findSomeOrders(db: Db, filter: OrderFilter, limit: number): Promise<string[]> {
  const { where } = await whereOf(db, filter);
  const { rows } = await sql<{ id: string }>`${planned}
    select id from orders o where ${where} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where a portion of an export ended. */
export interface Exported {
  id: string;
  /** As text, because JavaScript's dates are too coarse to continue from. */
  at: string;
}

/** Newest first, after `after`. */
export async function listOrdersAfter(db: Db, filter: OrderFilter, after: Exported | null, limit: number) {
  const rest = after ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { where } = await whereOf(db, filter);
  const { rows } = await sql<Exported>`${planned}
    select id, created_at::text as at from orders o where ${where} and ${rest}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
