import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, hasPart } from '../../../platform/database/index.ts';
import type { OrderPlace, OrderStatus } from './model.ts';
import type { ShipmentRow } from './rows.ts';
import { hasMetadata, hasParcel, isPlacedBy } from './sql-filters.ts';
import { hasStatus, isAt } from './sql-places.ts';
import { hasMerchantOrderId, matchOf } from './sql-search.ts';

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

export const allOf = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` and `);

/** The condition; `found` are the owner's orders that a search found, null when there are too many to collect. */
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

/** All that is asked but the search. */
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
  if (filter.merchantOrderId) parts.push(hasMerchantOrderId(filter.merchantOrderId));
  if (filter.trackingStatus) parts.push(hasParcel(filter.trackingStatus));
  if (filter.returnStatus) parts.push(hasReturn(filter));
  return parts;
}

const hasReturn = (filter: OrderFilter): RawBuilder<unknown> =>
  sql`exists (select from order_returns r where r.order_id = o.id and ${returnMatches(filter)})`;

export const returnMatches = ({ accountId, world, returnStatus }: OrderFilter): RawBuilder<unknown> =>
  sql`r.account_id = ${accountId} and r.world = ${world} and r.status = ${returnStatus}`;

export const isPartOfId = (orderId: string | undefined): boolean => orderId !== undefined && !isUuid(orderId);
