import type { UsageReport } from './report.ts';

export function presentReport(report: UsageReport) {
  return {
    window_days: report.windowDays,
    since: report.since.toISOString(),
    metrics: Object.fromEntries(
      Object.entries(report.metrics).map(([endpoint, { total, prevTotal, series }]) => [
        endpoint,
        { total, prev_total: prevTotal, series },
      ]),
    ),
    recent: report.recent.map((call) => ({
      endpoint: call.endpoint,
      at: call.at.toISOString(),
      query: call.query,
      retailer: call.retailer,
      product_id: call.product_id,
      result_count: call.result_count,
    })),
  };
}
