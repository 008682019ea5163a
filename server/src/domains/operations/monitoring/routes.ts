import type { Clock } from '../../../kit/clock.ts';
import { secondMs } from '../../../kit/clock.ts';
import type { Database, StaleReads } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { createRouter, type Guard, type Router } from '../../access/accounts/index.ts';
import { countOutcomes } from './jobs.ts';
import { compareRetailers, readOutcomes, readSeries } from './read-charts.ts';
import { incidentRoutes, type StatusRouteNeeds, statusRoutes } from './routes-status.ts';
import { ComparisonView, RetailerPath, SeriesList, SpanQuery, StatisticsQuery, StatisticsView } from './schema.ts';

export interface MonitoringRouteNeeds extends StatusRouteNeeds {
  database: Database;
  /** For statistics; may lag a little. */
  stale: StaleReads;
  clock: Clock;
  guard: Guard;
}

/** The current hour is recounted at most this often. */
const countedForMs = 10 * secondMs;

export function monitoringRoutes(app: App, needs: MonitoringRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Operator monitoring');
  chartRoutes(router, needs);
  incidentRoutes(router, needs);
  statusRoutes(app, needs);
}

function chartRoutes(router: Router, { database, clock, stale }: MonitoringRouteNeeds): void {
  let countedAt = Number.NEGATIVE_INFINITY;
  async function counted(): Promise<void> {
    const now = clock.now().getTime();
    if (now - countedAt < countedForMs) return;
    countedAt = now;
    await countOutcomes({ database, clock });
  }
  const outcomes = { executor: database.db, clock };

  router.get('/operator/monitoring', {
    auth: 'operator',
    operationId: 'getMonitoring',
    summary: 'Get service metrics',
    description: 'Queue, workers, database, mail and disk over time.',
    query: SpanQuery,
    response: { 200: SeriesList },
    handler: ({ query }) => stale.read((executor) => readSeries({ executor, clock }, query.span)),
  });

  router.get('/operator/retailers/:retailer/statistics', {
    auth: 'operator',
    operationId: 'getRetailerStatistics',
    summary: 'Get retailer statistics',
    description: 'Success rate, time to place and failure reasons, by hour and by day.',
    params: RetailerPath,
    query: StatisticsQuery,
    response: { 200: StatisticsView },
    async handler({ params, query }) {
      await counted();
      return readOutcomes(outcomes, query.world, params.retailer.toLowerCase());
    },
  });

  router.get('/operator/monitoring/retailers', {
    auth: 'operator',
    operationId: 'compareRetailers',
    summary: 'Compare retailers',
    description:
      'The last 24 hours for every retailer and store: success rate, time to place, failure reasons and orders that need review.',
    query: StatisticsQuery,
    response: { 200: ComparisonView },
    async handler({ query }) {
      await counted();
      return compareRetailers(outcomes, query.world);
    },
  });
}
