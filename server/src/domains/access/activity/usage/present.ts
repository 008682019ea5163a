import { presentAs } from '../../../../platform/http/index.ts';
import type { UsageReport } from './report.ts';
import { RecentCall } from './schema.ts';

export const presentReport = ({ windowDays, since, metrics, recent }: UsageReport) => ({
  window_days: windowDays,
  since: since.toISOString(),
  metrics: Object.fromEntries(
    Object.entries(metrics).map(([endpoint, { total, prevTotal, series }]) => [
      endpoint,
      { total, prev_total: prevTotal, series },
    ]),
  ),
  recent: recent.map((call) => presentAs(RecentCall, call)),
});
