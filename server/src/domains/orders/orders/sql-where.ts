import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, hasPart } from '../../../platform/database/index.ts';
import type { OrderPlace, OrderStatus } from './model.ts';
import type { ShipmentRow } from './rows.ts';
import { hasStatus, isAt } from './sql-places.ts';
import { hasMerchantOrderId, matchOf } from './sql-search.ts';

/** Placed on the web by a teammate whose address contains this text, or with a key they created. */
export const isPlacedBy = (accountId: string, email: string): RawBuilder<unknown> => sql`exists (
  select from account_roles r join person_profiles p on p.id = r.person_id
  where r.account_id = ${accountId} and ${hasPart(sql`lower(p.email)`, email.toLowerCase())} and (
    exists (select from key_summaries k where k.id = o.api_key_id and k.created_by = p.id)
    or exists (select from person_actions a where a.account_id = ${accountId} and a.person_id = p.id
      and a.subject_id in (o.id::text, (select b.batch_id::text from batch_orders b where b.order_id = o.id)))))`;

/**
 * The index has JSON values and the filter has text, so it looks for the text and for the JSON value that reads the same (7,
 * true).
 */
export function hasMetadata({ key, value }: { key: string; value: string | null }): RawBuilder<unknown> {
  if (value === null)
    return sql`jsonb_path_query_array(metadata, '$.keyvalue().key') @> ${JSON.stringify([key])}::jsonb`;
  const contains = (known: unknown) => sql`metadata @> ${JSON.stringify({ [key]: known })}::jsonb`;
  const readsSame = (known: unknown) => sql`(${contains(known)} and metadata ->> ${key} = ${value})`;
  return sql`(${sql.join([contains(value), ...asJson(value).map(readsSame)], sql` or `)})`;
}

function asJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? [] : [value];
  } catch {
    return [];
  }
}

/** Most parcels have arrived. The others have an index. */
export const hasParcel = (status: ShipmentRow['status']): RawBuilder<unknown> =>
  status === 'delivered'
    ? sql`exists (select from shipments s where s.order_id = o.id and s.status = 'delivered')`
    : sql`id in (select s.order_id from shipments s where s.status <> 'delivered' and s.status = ${status})`;

export interface OrderFilter {
  accountId: string;
  world: World;
  status?: OrderStatus;
  place?: OrderPlace;
  /** Start of an ID or number, or part of the recipient, the PO number or a product title. */
  search?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  hasTracking?: boolean;
  retailer?: string;
  /** An ID or part of one. */
  orderId?: string;
  /** Part of a teammate's address. */
  userEmail?: string;
  orderIds?: string[];
  merchantOrderId?: string;
  /** Of any parcel. */
  trackingStatus?: ShipmentRow['status'];
  /** Of any return. */
  returnStatus?: string;
  metadata?: { key: string /** Null: any value will do. */; value: string | null };
}

export const allOf = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` and `);

/** The condition. `found` has the search's matches; null if there are too many to collect. */
export async function whereOf(
  db: Db,
  filter: OrderFilter,
): Promise<{ where: RawBuilder<unknown>; found: string[] | null }> {
  const { search } = filter;
  const match = search === undefined ? null : await matchOf(db, { ...filter, search });
  return { where: allOf([...partsOf(filter), ...(match ? [match.is] : [])]), found: match?.own ?? null };
}

export function listedParts(filter: OrderFilter): RawBuilder<unknown>[] {
  const parts = [sql`account_id = ${filter.accountId}`, sql`world = ${filter.world}`];
  if (filter.createdAfter) parts.push(sql`created_at >= ${filter.createdAfter}`);
  if (filter.createdBefore) parts.push(sql`created_at < ${filter.createdBefore}`);
  return parts;
}

/** All filters but the search. */
export function partsOf(filter: OrderFilter): RawBuilder<unknown>[] {
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
  if (filter.merchantOrderId) parts.push(hasMerchantOrderId([filter.merchantOrderId]));
  if (filter.trackingStatus) parts.push(hasParcel(filter.trackingStatus));
  if (filter.returnStatus) parts.push(hasReturn(filter));
  return parts;
}

const hasReturn = (filter: OrderFilter): RawBuilder<unknown> =>
  sql`exists (select from order_returns r where r.order_id = o.id and ${returnMatches(filter)})`;

export const returnMatches = ({ accountId, world, returnStatus }: OrderFilter): RawBuilder<unknown> =>
  sql`r.account_id = ${accountId} and r.world = ${world} and r.status = ${returnStatus}`;

export const isPartOfId = (orderId: string | undefined): boolean => orderId !== undefined && !isUuid(orderId);
