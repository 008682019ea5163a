import type { Clock } from '../../../kit/clock.ts';
import { secondMs } from '../../../kit/clock.ts';
import type { Database, StaleReads } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import type { Guard } from '../../access/accounts/index.ts';
import { countOutcomes } from './jobs.ts';
import { presentComparison, presentOutcomes, presentSeries } from './present.ts';
import { compareRetailers, readOutcomes, readSeries } from './read-charts.ts';
import { incidentRoutes, type StatusRouteNeeds, statusRoutes } from './routes-status.ts';
import { ComparisonView, RetailerPath, SeriesList, SpanQuery, StatisticsQuery, StatisticsView } from './schema.ts';

export interface MonitoringRouteNeeds extends StatusRouteNeeds {
  database: Database;
  /** For statistics: they may be a little behind. */
  stale: StaleReads;
  clock: Clock;
  guard: Guard;
}

const shared = { tags: ['Operator'], security: [{ session: [] }] };
/** The hour under way is counted anew for a reader, but not for each of them. */
const countedForMs = 10 * secondMs;

/** How everything went over time, for operators, and how it is, for everybody. */
export function monitoringRoutes(app: App, needs: MonitoringRouteNeeds): void {
  seriesRoute(app, needs);
  outcomeRoutes(app, needs);
  incidentRoutes(app, needs);
  statusRoutes(app, needs);
}

function seriesRoute(app: App, { clock, guard, stale }: MonitoringRouteNeeds): void {
  app.get(
    '/operator/monitoring',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'getMonitoring',
        summary: 'Queue, workers, database, mail and disk over time',
        querystring: SpanQuery,
        response: { 200: SeriesList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) =>
      presentSeries(await stale.read((executor) => readSeries({ executor, clock }, request.query.span))),
  );
}

function outcomeRoutes(app: App, needs: MonitoringRouteNeeds): void {
  const { database, clock, guard } = needs;
  let countedAt = Number.NEGATIVE_INFINITY;
  async function counted(): Promise<void> {
    const now = clock.now().getTime();
    if (now - countedAt < countedForMs) return;
    countedAt = now;
    await countOutcomes({ database, clock });
  }
  app.get(
    '/operator/retailers/:retailer/statistics',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'getRetailerStatistics',
        summary: 'How buying at one retailer or store went, by the hour and by the day',
        params: RetailerPath,
        querystring: StatisticsQuery,
        response: { 200: StatisticsView, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      await counted();
      const { world } = request.query;
      const outcomes = await readOutcomes(
        { executor: database.db, clock },
        world,
        request.params.retailer.toLowerCase(),
      );
      return presentOutcomes(outcomes);
    },
  );

  app.get(
    '/operator/monitoring/retailers',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'compareRetailers',
        summary: 'The last 24 hours of every retailer and store: success, time to place, refusals and doubts',
        querystring: StatisticsQuery,
        response: { 200: ComparisonView, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      await counted();
      return presentComparison(await compareRetailers({ executor: database.db, clock }, request.query.world));
    },
  );
}
