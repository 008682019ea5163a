import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { type Executor, hasPart, planned, type Row } from '../../../platform/database/index.ts';
import { isMoveOf } from '../../money/wallet/index.ts';
import { ledgerOf } from './sql-subjects.ts';

/**
 * At most this many rows are scanned for a page if no index has the filter, so that a page costs the same at any
 * size.
 */
const scannedMax = 2_000;

type Sql = RawBuilder<unknown>;
const allOf = (parts: Sql[]): Sql => sql.join(parts.length === 0 ? [sql`true`] : parts, sql` and `);

/** One page of a list, and where the next one starts. */
export interface Scan<Id> {
  ids: Id[];
  /** Null: the end. */
  next: Id | null;
  /** Set if the page ended after `scannedMax` rows; null if it is full or the last one. */
  scannedUntil: Date | null;
}

interface ScanQuery {
  from: Sql;
  /** Conditions that an index has. */
  within: Sql[];
  /** Conditions that are checked row by row. */
  filter: Sql[];
  columns: Sql;
  order: Sql;
  limit: number;
}

async function scan<Id>(executor: Executor, query: ScanQuery): Promise<Scan<Id>> {
  const { from, within, filter, columns, order, limit } = query;
  const most = filter.length === 0 ? limit + 1 : scannedMax;
  const { rows } = await sql<{ ids: Id[]; scanned: number; last_id: Id | null; last_at: Date | null }>`${planned}
    with scanned as materialized (
      select ${columns}, created_at, row_number() over (order by ${order}) as place from ${from}
      where ${allOf(within)} order by ${order} limit ${most}),
    matched as (select id, place from scanned where ${allOf(filter)} order by place limit ${limit + 1})
    select coalesce((select json_agg(id order by place) from matched), '[]') as ids,
      (select count(*) from scanned) as scanned, last.id as last_id, last.created_at as last_at
    from (select 1) one left join lateral (select id, created_at from scanned order by place desc limit 1) last on true`.execute(
    executor,
  );
  const [row] = rows;
  const found = row?.ids ?? [];
  const ids = found.slice(0, limit);
  if (found.length > limit) return { ids, next: ids.at(-1) ?? null, scannedUntil: null };
  const isMore = row !== undefined && row.scanned === most;
  return { ids, next: isMore ? row.last_id : null, scannedUntil: isMore ? row.last_at : null };
}

export interface AnyOrderFilter {
  world: World;
  accountId?: string | undefined;
  status?: string | undefined;
  isLate?: boolean | undefined;
  retailer?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

/** Orders of all accounts, newest first, by the index on their time. */
export function scanOrders(
  executor: Executor,
  filter: AnyOrderFilter,
  after: string | null,
  limit: number,
): Promise<Scan<string>> {
  const within = [sql`world = ${filter.world}`];
  if (filter.accountId) within.push(sql`account_id = ${filter.accountId}`);
  if (filter.from) within.push(sql`created_at >= ${filter.from}`);
  if (filter.before) within.push(sql`created_at < ${filter.before}`);
  if (after !== null) {
    // The time stays in SQL, since a JavaScript date would lose microseconds.
    const moment = sql`(select last.created_at from order_summaries last where last.id = ${after}::uuid)`;
    within.push(sql`created_at <= ${moment} and (created_at < ${moment} or id > ${after}::uuid)`);
  }
  const parts: Sql[] = [];
  if (filter.status) parts.push(sql`status = ${filter.status}`);
  if (filter.isLate) parts.push(sql`status = 'order_placed' and late_since is not null`);
  if (filter.retailer) parts.push(sql`retailer = ${filter.retailer}`);
  const columns = sql`id, status, late_since, retailer`;
  const order = sql`created_at desc, id`;
  return scan(executor, { from: sql`order_summaries`, within, filter: parts, columns, order, limit });
}

export interface AnyMoveFilter {
  world: World;
  currency: string;
  accountId?: string | undefined;
  type?: string | undefined;
}

/** Money movements of all accounts, newest first. */
export function scanMoves(
  executor: Executor,
  filter: AnyMoveFilter,
  after: number | null,
  limit: number,
): Promise<Scan<number>> {
  const { accountId, world, currency } = filter;
  const isDollars = currency === 'USD';
  const isOwn = isDollars ? isMoveOf : (account: string) => sql`account_id = ${account} and world = ${world}`;
  const within = accountId ? [isOwn(accountId, world)] : [];
  if (after !== null) within.push(sql`id < ${after}`);
  const parts = accountId ? [] : [sql`world = ${world}`];
  if (!isDollars) (accountId ? within : parts).push(sql`currency = ${currency}`);
  if (filter.type) parts.push(sql`kind = ${filter.type}`);
  const columns = isDollars ? sql`id, world, kind` : sql`id, world, kind, currency`;
  return scan(executor, { from: ledgerOf(currency), within, filter: parts, columns, order: sql`id desc`, limit });
}

interface ListedCustomerRow
  extends Row<'accounts', 'id' | 'created_at'>,
    Row<'wallets', 'available_cents' | 'held_cents'> {
  email: string;
  last_order_at: Date | null;
}

/** Customers by address, A to Z, by its index, with the wallet and last order of one mode. */
export async function listCustomers(
  executor: Executor,
  filter: { world: World; search?: string | undefined },
  after: string | null,
  limit: number,
): Promise<ListedCustomerRow[]> {
  const parts = [sql`email is not null`];
  if (filter.search) parts.push(hasPart(sql`email`, filter.search.toLowerCase()));
  if (after !== null) parts.push(sql`email ~>~ ${after}`);
  const { rows } = await sql<ListedCustomerRow>`${planned}
    select a.id, a.email, a.created_at, coalesce(w.available_cents, 0) as available_cents, coalesce(w.held_cents, 0) as held_cents,
      (select o.created_at from order_summaries o where o.account_id = a.id and o.world = ${filter.world}
        order by o.created_at desc limit 1) as last_order_at
    from (select id, email, created_at from account_summaries where ${allOf(parts)} order by email using ~<~ limit ${limit}) a
      left join wallet_balances w on w.account_id = a.id and w.world = ${filter.world}
    order by a.email using ~<~`.execute(executor);
  return rows;
}
