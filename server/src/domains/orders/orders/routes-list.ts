import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import { shortListMax, writeList } from '../../../kit/write-in-pieces.ts';
import type { Database, Db, StaleReads } from '../../../platform/database/index.ts';
import { asAttachment, fileAnswer, sendInPieces, streamInPieces, withExample } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { listTestCards } from '../../money/top-ups/index.ts';
import { exportOrders } from './export-orders.ts';
import { filterFrom } from './list-filter.ts';
import { exampleOrderView, presentOrder } from './order-view.ts';
import { presentTestCard, presentTestProduct, presentTrackingEvents } from './present.ts';
import type { FullOrder } from './rows.ts';
import { OrderExportQuery, OrderList, OrderListQuery } from './schema-list.ts';
import { TestProducts } from './schema-read.ts';
import { loadOrders } from './sql.ts';
import { listOrderIds } from './sql-list.ts';

export interface ListRouteNeeds {
  database: Database;
  stale: Pick<StaleReads, 'readPage'>;
  clock: Clock;
  /** The canonical name of a retailer. */
  nameOfRetailer(world: World, retailer: string): string;
  testProducts: readonly { url: string; scenario: string; name: string; isSynchronousError: boolean }[];
}

export function listRoutes(router: Router, needs: ListRouteNeeds): void {
  router.get('/orders', {
    auth: 'key',
    operationId: 'listOrders',
    summary: 'List your orders',
    description: 'Newest first by default. Combine filters to narrow the list.',
    query: OrderListQuery,
    response: {
      200: withExample(OrderList, { orders: [exampleOrderView], total: 1, is_total_exact: true, limit: 50, offset: 0 }),
    },
    async handler(request, reply) {
      const { limit, offset, sort = 'newest', after, include, ...query } = request.query;
      const filter = filterFrom(needs, request.caller, sort === 'late' ? { ...query, progress: 'late' } : query);
      const list = async (db: Db) => {
        const { ids, total, isTotalExact } = await listOrderIds(db, filter, { limit, offset, sort, after });
        const orders: FullOrder[] = [];
        for (let from = 0; from < ids.length; from += shortListMax) {
          const ordersById = await loadOrders(db, ids.slice(from, from + shortListMax));
          orders.push(...ids.slice(from, from + shortListMax).flatMap((id) => ordersById.get(id) ?? []));
        }
        return { orders, total, isTotalExact };
      };
      const { orders, total, isTotalExact } = await needs.stale.readPage({ offset, after }, list);
      const now = needs.clock.now();
      const page = { total, is_total_exact: isTotalExact, limit, offset };
      const present = (order: FullOrder) =>
        include
          ? { ...presentOrder(order, now), tracking_events: presentTrackingEvents(order) }
          : presentOrder(order, now);
      if (orders.length <= shortListMax) return { orders: orders.map(present), ...page };
      return sendInPieces(reply, writeList('orders', orders, present, page));
    },
  });

  router.get('/orders/export', {
    auth: 'key',
    operationId: 'exportOrders',
    summary: 'Export orders as CSV',
    description:
      'Takes the same filters as GET /orders. Streams any number of orders, newest first. Safe to open in a spreadsheet.',
    query: OrderExportQuery,
    response: { 200: fileAnswer('One row per order.', 'text/csv') },
    async handler({ caller, query: { include, ...query } }, reply) {
      const filter = filterFrom(needs, caller, query);
      const file = exportOrders(needs.database, filter, include !== undefined);
      return streamInPieces(asAttachment(reply, 'text/csv', 'orders.csv'), file);
    },
  });

  router.get('/orders/test-products', {
    auth: 'key',
    operationId: 'listTestProducts',
    summary: 'List test products',
    description: 'Products in the sandbox store. Each triggers one scenario, such as out of stock or a price change.',
    response: {
      200: withExample(TestProducts, {
        products: [
          {
            url: 'http://127.0.0.1:8080/shop/products/test-success',
            scenario: 'success',
            name: 'Test product: success',
            is_synchronous_error: false,
          },
        ],
        cards: listTestCards().slice(0, 1).map(presentTestCard),
      }),
    },
    handler: async () => ({
      products: needs.testProducts.map(presentTestProduct),
      cards: listTestCards().map(presentTestCard),
    }),
  });
}
