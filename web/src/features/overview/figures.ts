import type { GetOverviewOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { countedMax, formatNumber } from '../../lib/format.ts';

export type Overview = GetOverviewOutput;

/** All counts and sums on the page. */
export const useOverview = () => useData(['overview'], (api, options) => api.getOverview({}, options));

export const totalOf = (orders: Overview['orders']): number =>
  Object.values(orders).reduce((sum, count) => sum + count, 0);

/** Ends with "+" if a part was not counted completely. */
export const countText = (orders: Overview['orders']): string =>
  Object.values(orders).some((count) => count > countedMax)
    ? `${formatNumber(totalOf(orders) - (totalOf(orders) % 1000))}+`
    : formatNumber(totalOf(orders));

/** Placeholder values while the figures load. */
export const nothing: Pick<Overview, 'wallet' | 'spending' | 'orders'> = {
  wallet: { balance_cents: 0, available_cents: 0, held_cents: 0 },
  spending: { total_cents: 0, days: [] },
  orders: {
    pending: 0,
    in_progress: 0,
    preparing: 0,
    on_the_way: 0,
    late: 0,
    delivered: 0,
    undeliverable: 0,
    order_failed: 0,
    cancelled: 0,
    cancelled_by_retailer: 0,
  },
};
