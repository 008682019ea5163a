import type { Static } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { withExample } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { cancelOrders } from './cancel-order.ts';
import { filterFrom } from './list-filter.ts';
import type { OrderReader } from './read-order.ts';
import { CancelledOrders, CancelOrdersBody, OrderTotals, OrderTotalsQuery } from './schema-list.ts';
import { type OrderSums, sumOrders } from './sql-selection.ts';

export interface SelectionRouteNeeds {
  database: Database;
  clock: Clock;
  read: OrderReader;
  nameOfRetailer(world: World, retailer: string): string;
}

/** Actions on all orders of a filter. */
export function selectionRoutes(router: Router, needs: SelectionRouteNeeds): void {
  router.get('/orders/totals', {
    auth: 'key',
    operationId: 'getOrderTotals',
    summary: 'Get order totals',
    description: 'Takes the same filters as GET /orders. Counts and sums up to 10,000 orders.',
    query: OrderTotalsQuery,
    response: {
      200: withExample(OrderTotals, {
        orders: 3,
        has_more: false,
        charged: [{ currency: 'USD', orders: 2, total: 3998 }],
        open: { orders: 1, max_price: 5000 },
        cancellable: { orders: 1, max_price: 5000 },
      }),
    },
    async handler({ caller, query }) {
      const filter = filterFrom(needs, caller, query);
      return presentTotals(await sumOrders(needs.database.db, filter));
    },
  });

  router.post('/orders/cancel', {
    auth: 'key',
    operationId: 'cancelOrders',
    summary: 'Cancel pending orders',
    description:
      'Takes the same filters as GET /orders, cancels the pending orders that match and releases their holds. Other orders stay as they are.',
    body: withExample(CancelOrdersBody, { created_before: '2026-08-21T10:00:00.000Z', retailer: 'amazon' }),
    response: { 200: withExample(CancelledOrders, { cancelled: 12, not_cancelled: 0, has_more: false }) },
    handler: ({ caller, person, body }) => cancelOrders(needs, { caller, person }, filterFrom(needs, caller, body)),
  });
}

export function presentTotals({ rows, hasMore }: OrderSums): Static<typeof OrderTotals> {
  const charged = new Map<string, { orders: number; total: number }>();
  const open = { orders: 0, max_price: 0 };
  const cancellable = { orders: 0, max_price: 0 };
  const add = (to: typeof open, row: OrderSums['rows'][number]) => {
    to.orders += row.orders;
    to.max_price += row.max_price;
  };
  let orders = 0;
  for (const row of rows) {
    orders += row.orders;
    if (row.status === 'pending') add(cancellable, row);
    if (row.currency !== null) {
      const known = charged.get(row.currency) ?? { orders: 0, total: 0 };
      charged.set(row.currency, { orders: known.orders + row.orders, total: known.total + row.charged });
    } else if (row.status === 'pending' || row.status === 'in_progress') {
      add(open, row);
    }
  }
  const sums = [...charged].map(([currency, sum]) => ({ currency, ...sum }));
  return {
    orders,
    has_more: hasMore,
    charged: sums.sort((a, b) => b.orders - a.orders || a.currency.localeCompare(b.currency)),
    open,
    cancellable,
  };
}
