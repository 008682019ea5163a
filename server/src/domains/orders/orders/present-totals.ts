import type { Static } from 'typebox';
import type { OrderTotals } from './schema-list.ts';
import type { OrderSums } from './sql-selection.ts';

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
  return { orders, has_more: hasMore, charged: sums.sort((a, b) => b.orders - a.orders), open, cancellable };
}
