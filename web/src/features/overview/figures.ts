import type { GetOverviewOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';

export type Overview = GetOverviewOutput;

/** Everything that the page counts and sums, in one answer of the service. */
export const useOverview = () =>
  useData(['overview'], (api, options) => api.getOverview({}, options), { refresh: 15_000 });

export const totalOf = (orders: Overview['orders']): number =>
  Object.values(orders).reduce((sum, count) => sum + count, 0);
