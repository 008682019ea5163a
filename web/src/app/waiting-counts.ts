import { useOverview } from '../features/overview/figures.ts';
import { useData } from '../lib/data.ts';

/** How many open tasks each navigation entry has, by its path. */
export function useWaitingCounts(isOperator: boolean): Record<string, number> {
  const failing = useOverview().data?.attention.failing_endpoints ?? 0;
  return { '/app/webhooks': failing, ...useOperatorCounts(isOperator) };
}

function useOperatorCounts(isOperator: boolean): Record<string, number> {
  const overview = useData(['operator-overview'], (api, options) => api.getOperatorOverview({}, options), {
    enabled: isOperator,
    refresh: 15_000,
  });
  const waiting = overview.data?.waiting;
  if (!waiting) return {};
  return {
    '/app/operator/doubts': waiting.doubts,
    '/app/operator/charges': waiting.open_charges,
    '/app/operator/returns': waiting.open_returns,
    '/app/operator/cases': waiting.open_cases,
    '/app/operator/webhooks': waiting.failing_webhook_receivers,
    '/app/operator/desk': waiting.desk,
    '/app/operator/alerts': waiting.firing_alerts,
  };
}
