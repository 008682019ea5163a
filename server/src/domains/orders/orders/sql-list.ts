import { type RawBuilder, sql } from 'kysely';
import { countedMax, filteredMax, type Page, totalOf } from '../../../kit/page.ts';
import { countUpTo, type Db, planned } from '../../../platform/database/index.ts';
import type { OrderSort } from './model.ts';
import { countOrdersByPlace } from './sql-counts.ts';
import { isLike } from './sql-search.ts';
import { allOf, isPartOfId, listedParts, type OrderFilter, partsOf, returnMatches, whereOf } from './sql-where.ts';

const price = sql`coalesce(charged_cents, max_price_cents)`;
const orderBy: Record<OrderSort, RawBuilder<unknown>> = {
  newest: sql`created_at desc, id`,
  oldest: sql`created_at, id desc`,
  highest: sql`${price} desc, id desc`,
  lowest: sql`${price}, id`,
  late: sql`late_since, id`,
};

interface ListPage extends Page {
  sort?: OrderSort;
  after?: string | undefined;
}

interface OrderIds {
  ids: string[];
  total: number;
  /** False: there are at least this many. */
  isTotalExact: boolean;
}

export async function listOrderIds(db: Db, filter: OrderFilter, page: ListPage): Promise<OrderIds> {
  const end = page.offset + page.limit;
  const asReturned = returnOrder[page.sort ?? 'newest'];
  if (isByReturnOnly(filter) && asReturned) return listReturned(db, filter, page, asReturned);
  const sold = isByStatusAndRetailer(filter, page) ? await countByStatusAndRetailer(db, filter) : null;
  const few = sold !== null && sold <= smallListMax ? allOf(partsOf(filter)) : await fewReturned(db, filter, page);
  const pageOf = (all: string[], isTotalExact = true): OrderIds => ({
    ids: all.slice(page.offset, end),
    total: all.length,
    isTotalExact,
  });
  if (few) return pageOf(await listAll(db, few, page));
  const among = canTryNewest(filter, page) ? await matchAmongNewest(db, filter) : null;
  const isNewestAll = among !== null && !(await hasOlder(db, filter));
  if (among && (among.length > end || isNewestAll)) return pageOf(among, isNewestAll);
  const { where, found } = await whereOf(db, filter);
  if (found !== null && page.after === undefined) {
    return pageOf(found.length === 0 || isAllOf(filter, page) ? found : await listAll(db, where, page));
  }
  const rest = page.after === undefined ? sql`true` : isAfter(filter, page.after, sql`o.created_at`, sql`o.id`);
  const { rows } = await sql<{ id: string }>`${planned}
    select id from orders o where ${where} and ${rest} order by ${orderBy[page.sort ?? 'newest']}
    limit ${page.limit + 1} offset ${page.offset}`.execute(db);
  const ids = rows.slice(0, page.limit).map((row) => row.id);
  const shown = rows.length;
  // The last page has counted the list.
  const isEnd = page.after === undefined && shown <= page.limit && (shown > 0 || page.offset === 0);
  const known = hasOtherFilters(filter) ? null : sold;
  if (isEnd) return { ids, total: page.offset + shown, isTotalExact: true };
  const counted = among
    ? { count: among.length, isExact: false }
    : known === null
      ? await countMatching(db, filter, where, page)
      : exactUpTo(known, filteredMax);
  return { ids, total: totalOf(counted.count, page, shown), isTotalExact: counted.isExact };
}

/** Orders after this one, newest first. SQL reads the time, because JavaScript's dates are too coarse. */
function isAfter(
  { accountId, world }: OrderFilter,
  after: string,
  createdAt: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const moment = sql`(select last.created_at from orders last
    where last.id = ${after}::uuid and last.account_id = ${accountId} and last.world = ${world})`;
  return sql`${createdAt} <= ${moment} and (${createdAt} < ${moment} or ${id} > ${after}::uuid)`;
}

/** Whether there are filters besides the owner. */
const hasMoreFilters = ({ accountId: _a, world: _w, ...others }: OrderFilter): boolean =>
  Object.values(others).some((value) => value !== undefined);

/** Whether the search is the only filter, in its own order. */
const isAllOf = ({ search: _, ...others }: OrderFilter, { sort = 'newest' }: ListPage): boolean =>
  sort === 'newest' && !hasMoreFilters(others);

/** For a condition that matches few: the page and the total in one query. */
async function listAll(db: Db, where: RawBuilder<unknown>, { sort = 'newest' }: ListPage): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${planned}
    select id from (select * from orders o where ${where} offset 0) o order by ${orderBy[sort]}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A retailer's orders of one status have an index, but not in list order. Otherwise the planner scans the list. */
const isByStatusAndRetailer = ({ status, retailer, search }: OrderFilter, { after }: ListPage): boolean =>
  [after, search].every((value) => value === undefined) && [status, retailer].every((value) => value !== undefined);

/** Lists up to this length are read whole and sorted. */
const smallListMax = 200;

const hasOtherFilters = ({ status: _s, retailer: _r, ...others }: OrderFilter): boolean => hasMoreFilters(others);

function countByStatusAndRetailer(db: Db, filter: OrderFilter): Promise<number> {
  const { accountId, world, status = 'pending', retailer = '' } = filter;
  return countUpTo(
    db,
    sql`select from orders where ${allOf(partsOf({ accountId, world, status, retailer }))}`,
    filteredMax,
  );
}

const isByReturnOnly = ({ returnStatus, createdAfter: _a, createdBefore: _b, ...others }: OrderFilter): boolean =>
  returnStatus !== undefined && !hasMoreFilters(others);

const returnOrder: Partial<Record<OrderSort, RawBuilder<unknown>>> = {
  newest: sql`ordered_at desc, order_id`,
  oldest: sql`ordered_at, order_id desc`,
};

/** Orders with a return in a status. An index of the returns has them in list order. */
async function listReturned(db: Db, filter: OrderFilter, page: ListPage, order: RawBuilder<unknown>) {
  const { createdAfter, createdBefore } = filter;
  const parts = [returnMatches(filter)];
  if (createdAfter) parts.push(sql`ordered_at >= ${createdAfter}`);
  if (createdBefore) parts.push(sql`ordered_at < ${createdBefore}`);
  // Each order once, even with several such returns.
  const returned = (rest: RawBuilder<unknown>) => sql`order_returns r where ${allOf(parts)} and ${rest}
    group by ordered_at, order_id order by ${order}`;
  const rest = page.after === undefined ? sql`true` : isAfter(filter, page.after, sql`r.ordered_at`, sql`r.order_id`);
  const { rows } = await sql<{ id: string }>`${planned}
    select order_id as id from ${returned(rest)} limit ${page.limit + 1} offset ${page.offset}`.execute(db);
  const counted = await countUpTo(db, sql`select from ${returned(sql`true`)}`, filteredMax);
  const ids = rows.slice(0, page.limit).map(({ id }) => id);
  return { ids, total: totalOf(counted, page, rows.length), isTotalExact: counted <= filteredMax };
}

/** The condition for orders with a return, if there are few such returns; otherwise null. */
async function fewReturned(db: Db, filter: OrderFilter, { after }: ListPage): Promise<RawBuilder<unknown> | null> {
  const { returnStatus, ...others } = filter;
  if (returnStatus === undefined || filter.search !== undefined || after !== undefined) return null;
  const { rows } = await sql<{ order_id: string }>`${planned}
    select order_id from order_returns r where ${returnMatches(filter)} limit ${smallListMax + 1}`.execute(db);
  const ids = rows.map((row) => row.order_id);
  return ids.length > smallListMax ? null : allOf([...partsOf(others), sql`id = any (${ids}::uuid[])`]);
}

/** Filters that match many orders and have no index to count with. */
export const isUnindexedFilter = ({
  hasTracking,
  trackingStatus,
  returnStatus,
  userEmail,
  orderId,
}: OrderFilter): boolean =>
  [hasTracking, trackingStatus, returnStatus, userEmail].some((value) => value !== undefined) || isPartOfId(orderId);

/** Shorter text is part of very many names and numbers. */
const shortSearch = 5;

/** Whether to try the newest orders first. They nearly always fill the page and give a minimum count. */
const canTryNewest = (filter: OrderFilter, { sort = 'newest', after }: ListPage): boolean =>
  (isUnindexedFilter(filter) || (filter.search?.length ?? shortSearch) < shortSearch) &&
  sort === 'newest' &&
  after === undefined;

/** Parcels and titles must be looked up for each order, which is slow. Open ones have an index. */
const newestOrdersMax = ({ hasTracking, trackingStatus, search }: OrderFilter): number =>
  hasTracking !== undefined || trackingStatus === 'delivered' || search !== undefined ? 600 : filteredMax;

/** Columns in the list's index, in its order. */
export const listedColumns = (filter: OrderFilter): RawBuilder<unknown> =>
  sql`orders o where ${allOf(listedParts(filter))} order by ${orderBy.newest}`;

const newestOrders = (filter: OrderFilter): RawBuilder<unknown> =>
  sql`select * from ${listedColumns(filter)} limit ${newestOrdersMax(filter)}`;

/** Whether there are orders that were not tried. */
async function hasOlder(db: Db, filter: OrderFilter): Promise<boolean> {
  const most = newestOrdersMax(filter);
  return (await countUpTo(db, sql`select from ${listedColumns(filter)}`, most)) > most;
}

async function matchAmongNewest(db: Db, filter: OrderFilter): Promise<string[]> {
  const { search, world } = filter;
  const where = allOf([...partsOf(filter), ...(search === undefined ? [] : [isLike(world, search)])]);
  const { rows } = await sql<{ id: string }>`${planned}
    select id from (${newestOrders(filter)}) o where ${where} order by created_at desc, id`.execute(db);
  return rows.map(({ id }) => id);
}

interface Counted {
  count: number;
  isExact: boolean;
}

/** A count with a limit. */
const exactUpTo = (count: number, most: number): Counted => ({ count, isExact: count <= most });

/**
 * Counts matching orders up to a limit, in an index if the filter has one. Other filters are tried on the newest orders only, so
 * the total of a larger account is a minimum.
 */
async function countMatching(
  db: Db,
  filter: OrderFilter,
  where: RawBuilder<unknown>,
  { limit, offset }: Page,
): Promise<Counted> {
  const { accountId: _a, world: _w, status, place, createdAfter, createdBefore, ...narrower } = filter;
  const isPlain = Object.values(narrower).every((value) => value === undefined);
  // Keeps the planner on the index with adjacent entries. The retailer index takes seven bytes per order; the list index knows the
  // time.
  const along = createdAfter || createdBefore ? orderBy.newest : sql`retailer`;
  const inOrder = sql`select from orders o where ${where} order by ${along}`;
  if (isPlain && status === undefined && place === undefined)
    return exactUpTo(await countUpTo(db, inOrder, countedMax), countedMax);
  // All have an index, except delivered: that is what remains of the placed ones.
  if (isPlain && place === 'delivered' && status === undefined && !createdAfter && !createdBefore)
    return exactUpTo((await countOrdersByPlace(db, filter)).delivered, countedMax);
  const matching = sql`select from orders o where ${where}`;
  if (isPlain) return exactUpTo(await countUpTo(db, matching, countedMax), countedMax);
  const amongNewest = () => countUpTo(db, sql`select from (${newestOrders(filter)}) o where ${where}`, filteredMax);
  // A search that gets here matched too many to collect.
  if (isUnindexedFilter(filter) || filter.search !== undefined) return { count: await amongNewest(), isExact: false };
  // The metadata index collects all matches before it counts, so common values are counted among the newest orders.
  const common = filter.metadata ? await amongNewest() : 0;
  if (common > offset + limit) return { count: common, isExact: false };
  return exactUpTo(await countUpTo(db, matching, filteredMax), filteredMax);
}
