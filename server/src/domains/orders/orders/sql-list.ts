import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../../kit/ids.ts';
import { countedMax, filteredMax, type Page, totalOf } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { countUpTo, type Db, hasPart, planned } from '../../../platform/database/index.ts';
import type { OrderPlace, OrderSort, OrderStatus } from './model.ts';
import type { ShipmentRow } from './rows.ts';
import { countOrdersByPlace } from './sql-counts.ts';
import { hasMetadata, hasParcel, isPlacedBy } from './sql-filters.ts';
import { hasStatus, isAt } from './sql-places.ts';
import { hasMerchantOrderId, isLike, matchOf } from './sql-search.ts';

export interface OrderFilter {
  accountId: string;
  world: World;
  status?: OrderStatus;
  place?: OrderPlace;
  /** The beginning of an id or number, or a part of the recipient, the PO number or a product's title. */
  search?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  hasTracking?: boolean;
  retailer?: string;
  /** The id, or a part of it. */
  orderId?: string;
  /** A part of a teammate's address. */
  userEmail?: string;
  orderIds?: string[];
  merchantOrderId?: string;
  /** Of one of its parcels. */
  trackingStatus?: ShipmentRow['status'];
  /** Of one of its returns. */
  returnStatus?: string;
  metadata?: { key: string /** Null: any value will do. */; value: string | null };
}

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

export async function listOrderIds(
  db: Db,
  filter: OrderFilter,
  page: ListPage,
): Promise<{ ids: string[]; total: number }> {
  const end = page.offset + page.limit;
  const asReturned = returnOrder[page.sort ?? 'newest'];
  if (isByReturnOnly(filter) && asReturned) return listReturned(db, filter, page, asReturned);
  const sold = isByStatusAndRetailer(filter, page) ? await countByStatusAndRetailer(db, filter) : null;
  const few = sold !== null && sold <= smallListMax ? allOf(partsOf(filter)) : await fewReturned(db, filter, page);
  if (few) {
    const all = await listAll(db, few, page);
    return { ids: all.slice(page.offset, end), total: all.length };
  }
  const among = canTryNewest(filter, page) ? await matchAmongNewest(db, filter) : null;
  if (among && (among.length > end || !(await hasOlder(db, filter))))
    return { ids: among.slice(page.offset, end), total: among.length };
  const { where, found } = await whereOf(db, filter);
  if (found !== null && page.after === undefined) {
    const all = found.length === 0 || isAllOf(filter, page) ? found : await listAll(db, where, page);
    return { ids: all.slice(page.offset, end), total: all.length };
  }
  const rest = page.after === undefined ? sql`true` : isAfter(filter, page.after, sql`o.created_at`, sql`o.id`);
  const { rows } = await sql<{ id: string }>`${planned}
    select id from orders o where ${where} and ${rest} order by ${orderBy[page.sort ?? 'newest']}
    limit ${page.limit + 1} offset ${page.offset}`.execute(db);
  const ids = rows.slice(0, page.limit).map((row) => row.id);
  const shown = rows.length;
  // A page that ends the list has counted it.
  const isEnd = page.after === undefined && shown <= page.limit && (shown > 0 || page.offset === 0);
  const known = among?.length ?? (hasOtherFilters(filter) ? null : sold);
  const counted = isEnd ? page.offset + shown : (known ?? (await countMatching(db, filter, where, page)));
  return { ids, total: totalOf(counted, page, shown) };
}

/** What comes after this order where the newest come first; the moment is read in SQL, since one of JavaScript is too coarse. */
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

/** Whether more is asked than whose orders they are. */
const hasMoreFilters = ({ accountId: _a, world: _w, ...others }: OrderFilter): boolean =>
  Object.values(others).some((value) => value !== undefined);

/** Whether the search is all that is asked, in the order in which it tells what it found. */
const isAllOf = ({ search: _, ...others }: OrderFilter, { sort = 'newest' }: ListPage): boolean =>
  sort === 'newest' && !hasMoreFilters(others);

/** Of a condition that leads to few: the page and the total in one look. */
async function listAll(db: Db, where: RawBuilder<unknown>, { sort = 'newest' }: ListPage): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${planned}
    select id from (select * from orders o where ${where} offset 0) o order by ${orderBy[sort]}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * A retailer's orders of one status: an index leads to just them, though not in order. The planner would rather go through the list,
 * hoping to meet some soon.
 */
const isByStatusAndRetailer = ({ status, retailer, search }: OrderFilter, { after }: ListPage): boolean =>
  [after, search].every((value) => value === undefined) && [status, retailer].every((value) => value !== undefined);

/** So many are looked up and put in order by themselves. */
const smallListMax = 200;

const hasOtherFilters = ({ status: _s, retailer: _r, ...others }: OrderFilter): boolean => hasMoreFilters(others);

/** Of a filter that isByStatusAndRetailer, without the rest of it. */
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

const returnMatches = ({ accountId, world, returnStatus }: OrderFilter): RawBuilder<unknown> =>
  sql`r.account_id = ${accountId} and r.world = ${world} and r.status = ${returnStatus}`;

const returnOrder: Partial<Record<OrderSort, RawBuilder<unknown>>> = {
  newest: sql`ordered_at desc, order_id`,
  oldest: sql`ordered_at, order_id desc`,
};

/** Orders with a return of a status: an index of the returns has them in the order of the list. */
async function listReturned(db: Db, filter: OrderFilter, page: ListPage, order: RawBuilder<unknown>) {
  const { createdAfter, createdBefore } = filter;
  const parts = [returnMatches(filter)];
  if (createdAfter) parts.push(sql`ordered_at >= ${createdAfter}`);
  if (createdBefore) parts.push(sql`ordered_at < ${createdBefore}`);
  // Each order once, however many of its returns have that status.
  const returned = (rest: RawBuilder<unknown>) => sql`order_returns r where ${allOf(parts)} and ${rest}
    group by ordered_at, order_id order by ${order}`;
  const rest = page.after === undefined ? sql`true` : isAfter(filter, page.after, sql`r.ordered_at`, sql`r.order_id`);
  const { rows } = await sql<{ id: string }>`${planned}
    select order_id as id from ${returned(rest)} limit ${page.limit + 1} offset ${page.offset}`.execute(db);
  const counted = await countUpTo(db, sql`select from ${returned(sql`true`)}`, filteredMax);
  return { ids: rows.slice(0, page.limit).map(({ id }) => id), total: totalOf(counted, page, rows.length) };
}

/** The condition by which orders with a return are found where such returns are few, whatever else is asked; else null. */
async function fewReturned(db: Db, filter: OrderFilter, { after }: ListPage): Promise<RawBuilder<unknown> | null> {
  const { returnStatus, ...others } = filter;
  if (returnStatus === undefined || filter.search !== undefined || after !== undefined) return null;
  const { rows } = await sql<{ order_id: string }>`${planned}
    select order_id from order_returns r where ${returnMatches(filter)} limit ${smallListMax + 1}`.execute(db);
  const ids = rows.map((row) => row.order_id);
  return ids.length > smallListMax ? null : allOf([...partsOf(others), sql`id = any (${ids}::uuid[])`]);
}

/** Filters that many orders pass, and that no index counts. */
const isUnindexedFilter = ({ hasTracking, trackingStatus, returnStatus, userEmail, orderId }: OrderFilter): boolean =>
  [hasTracking, trackingStatus, returnStatus, userEmail].some((value) => value !== undefined) || isPartOfId(orderId);

const isPartOfId = (orderId: string | undefined): boolean => orderId !== undefined && !isUuid(orderId);

/** What is as short is often a part of very many names and numbers. */
const shortSearch = 5;

/** Nearly always the newest orders fill the page, and say how many there are at least. */
const canTryNewest = (filter: OrderFilter, { sort = 'newest', after }: ListPage): boolean =>
  (isUnindexedFilter(filter) || (filter.search?.length ?? shortSearch) < shortSearch) &&
  sort === 'newest' &&
  after === undefined;

/** Parcels and titles have to be looked up for each order, which is slower than the rest; those under way have an index. */
const newestOrdersMax = ({ hasTracking, trackingStatus, search }: OrderFilter): number =>
  hasTracking !== undefined || trackingStatus === 'delivered' || search !== undefined ? 600 : filteredMax;

/** By what the index of the list knows, in its order. */
const listedColumns = (filter: OrderFilter): RawBuilder<unknown> =>
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

/**
 * How many orders match. Counted in an index where the filter has one, to a limit. Other filters are tried on the newest orders
 * alone: of an account that has more, the total then is what there is at least.
 */
async function countMatching(
  db: Db,
  filter: OrderFilter,
  where: RawBuilder<unknown>,
  { limit, offset }: Page,
): Promise<number> {
  const { accountId: _a, world: _w, status, place, createdAfter, createdBefore, ...narrower } = filter;
  const isPlain = Object.values(narrower).every((value) => value === undefined);
  // The planner would as soon take another index than the one whose entries lie together: that of retailers holds an order in seven bytes,
  // that of the list knows the time.
  const along = createdAfter || createdBefore ? orderBy.newest : sql`retailer`;
  const inOrder = sql`select from orders o where ${where} order by ${along}`;
  if (isPlain && status === undefined && place === undefined) return countUpTo(db, inOrder, countedMax);
  // Each of these has an index, except that what was delivered is what is left of all that was placed.
  if (isPlain && place === 'delivered' && status === undefined && !createdAfter && !createdBefore)
    return (await countOrdersByPlace(db, filter)).delivered;
  if (isPlain) return countUpTo(db, sql`select from orders o where ${where}`, countedMax);
  const amongNewest = () => countUpTo(db, sql`select from (${newestOrders(filter)}) o where ${where}`, filteredMax);
  // A search that comes here found too many to collect.
  if (isUnindexedFilter(filter) || filter.search !== undefined) return amongNewest();
  // The index of metadata collects all orders that match before it counts the first: what is common is counted as the others are.
  const common = filter.metadata ? await amongNewest() : 0;
  if (common > offset + limit) return common;
  return countUpTo(db, sql`select from orders o where ${where}`, filteredMax);
}

/** Where a portion of an export ended. */
export interface Exported {
  id: string;
  /** As text: a moment in JavaScript is too coarse to go on from. */
  at: string;
}

/** Newest first, from the one after `after` on. */
export async function listOrdersAfter(db: Db, filter: OrderFilter, after: Exported | null, limit: number) {
  const rest = after ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { where } = await whereOf(db, filter);
  const { rows } = await sql<Exported>`${planned}
    select id, created_at::text as at from orders o where ${where} and ${rest}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

const allOf = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` and `);

/** The condition; `found` are the owner's orders that a search found, null when there are too many to collect. */
async function whereOf(db: Db, filter: OrderFilter): Promise<{ where: RawBuilder<unknown>; found: string[] | null }> {
  const { search } = filter;
  const match = search === undefined ? null : await matchOf(db, { ...filter, search });
  return { where: allOf([...partsOf(filter), ...(match ? [match.is] : [])]), found: match?.own ?? null };
}

function listedParts(filter: OrderFilter): RawBuilder<unknown>[] {
  const parts = [sql`account_id = ${filter.accountId}`, sql`world = ${filter.world}`];
  if (filter.createdAfter) parts.push(sql`created_at >= ${filter.createdAfter}`);
  if (filter.createdBefore) parts.push(sql`created_at < ${filter.createdBefore}`);
  return parts;
}

/** All that is asked but the search. */
function partsOf(filter: OrderFilter): RawBuilder<unknown>[] {
  const parts = listedParts(filter);
  if (filter.status) parts.push(hasStatus(filter.status));
  if (filter.place) parts.push(isAt(filter.place, filter));
  if (filter.retailer) parts.push(sql`retailer = ${filter.retailer}`);
  if (filter.metadata) parts.push(hasMetadata(filter.metadata));
  const parcels = sql`select from shipments s where s.order_id = o.id`;
  if (filter.hasTracking !== undefined) {
    parts.push(filter.hasTracking ? sql`exists (${parcels})` : sql`not exists (${parcels})`);
  }
  if (filter.orderId) {
    parts.push(isPartOfId(filter.orderId) ? hasPart(sql`o.id::text`, filter.orderId) : sql`id = ${filter.orderId}`);
  }
  if (filter.userEmail) parts.push(isPlacedBy(filter.accountId, filter.userEmail));
  if (filter.orderIds) parts.push(sql`id = any (${filter.orderIds}::uuid[])`);
  if (filter.merchantOrderId) parts.push(hasMerchantOrderId(filter.merchantOrderId));
  if (filter.trackingStatus) parts.push(hasParcel(filter.trackingStatus));
  if (filter.returnStatus) parts.push(hasReturn(filter));
  return parts;
}

const hasReturn = (filter: OrderFilter): RawBuilder<unknown> =>
  sql`exists (select from order_returns r where r.order_id = o.id and ${returnMatches(filter)})`;
