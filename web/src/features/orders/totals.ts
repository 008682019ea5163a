import type { GetOrderTotalsOutput } from '../../../../sdk/src/index.ts';
import { formatMoney, formatNumber, plural } from '../../lib/format.ts';
import type { Listed } from './list-view.tsx';

export type Totals = GetOrderTotalsOutput;

/** Totals of the selected rows, in the same format as the service's totals. */
export function totalsOf(orders: readonly Listed[]): Totals {
  const charged = new Map<string, { orders: number; total: number }>();
  for (const { job_result: result } of orders) {
    if (!result?.price_components) continue;
    const { currency, total } = result.price_components;
    const known = charged.get(currency) ?? { orders: 0, total: 0 };
    charged.set(currency, { orders: known.orders + 1, total: known.total + total });
  }
  const pending = orders.filter((order) => order.status === 'pending');
  const buying = orders.filter((order) => order.status === 'in_progress');
  return {
    orders: orders.length,
    has_more: false,
    charged: [...charged]
      .map(([currency, sum]) => ({ currency, ...sum }))
      .sort((a, b) => b.orders - a.orders || a.currency.localeCompare(b.currency)),
    open: openTotals([...pending, ...buying]),
    cancellable: openTotals(pending),
  };
}

const openTotals = (orders: readonly Listed[]) => ({
  orders: orders.length,
  max_price: orders.reduce((sum, order) => sum + order.max_price, 0),
});

/** "$120.00 and €30.00 charged · up to $50.00 in progress". Currencies are never added up. */
export function sumText({ charged, open, has_more: hasMore }: Totals): string {
  const sums = charged.map(({ currency, total }) => formatMoney(total, currency)).join(' and ');
  return [
    ...(sums === '' ? [] : [`${hasMore ? 'more than ' : ''}${sums} charged`]),
    ...(open.orders > 0 ? [`${hasMore ? 'more than' : 'up to'} ${formatMoney(open.max_price)} in progress`] : []),
  ].join(' · ');
}

export const countText = ({ orders, has_more: hasMore }: Totals): string =>
  hasMore ? `More than ${formatNumber(orders)} orders` : plural(orders, 'order');
