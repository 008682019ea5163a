import type { Static } from 'typebox';
import { Invalid } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { OrderExportQuery } from './schema-list.ts';
import type { OrderFilter } from './sql-where.ts';

type ListQuery = Static<typeof OrderExportQuery>;

interface Names {
  nameOfRetailer(world: World, name: string): string;
}

export function filterFrom(names: Names, caller: { accountId: string; world: World }, query: ListQuery): OrderFilter {
  const filter: OrderFilter = { accountId: caller.accountId, world: caller.world };
  if (query.status_filter) filter.status = query.status_filter;
  if (query.progress) filter.place = query.progress;
  if (query.search) filter.search = query.search;
  if (query.created_after) filter.createdAfter = new Date(query.created_after);
  if (query.created_before) filter.createdBefore = new Date(query.created_before);
  if (query.has_tracking !== undefined) filter.hasTracking = query.has_tracking;
  if (query.order_id) filter.orderId = query.order_id.toLowerCase();
  if (query.user_email) filter.userEmail = query.user_email;
  if (query.merchant_order_id) filter.merchantOrderId = query.merchant_order_id;
  if (query.tracking_status) filter.trackingStatus = query.tracking_status;
  if (query.return_status) filter.returnStatus = query.return_status;
  if (query.retailer) filter.retailer = names.nameOfRetailer(caller.world, query.retailer);
  if (query.order_ids) filter.orderIds = query.order_ids.split(',');
  if (query.metadata_key !== undefined) {
    filter.metadata = { key: query.metadata_key, value: query.metadata_value ?? null };
  } else if (query.metadata_value !== undefined) {
    const msg = 'Field required with metadata_value';
    throw new Invalid([{ loc: ['query', 'metadata_key'], msg, type: 'missing' }]);
  }
  return filter;
}
