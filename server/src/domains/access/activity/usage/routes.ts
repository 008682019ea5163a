import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../../kit/clock.ts';
import type { World } from '../../../../kit/world.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { App } from '../../../../platform/http/index.ts';
import { errors, validationError } from '../../../../wire/index.ts';
import { presentReport } from './present.ts';
import type { UsageRecorder } from './record.ts';
import { reportUsage } from './report.ts';
import { UsageQuery, UsageView } from './schema.ts';

export interface UsageRouteNeeds {
  /** What it tells may be a few seconds old. */
  stale: { read<T>(work: (db: Db) => Promise<T>): Promise<T> };
  clock: Clock;
  usage: UsageRecorder;
  guard: { key(request: FastifyRequest): Promise<void> };
  callerOf(request: FastifyRequest): { accountId: string; world: World };
}

export function usageRoutes(app: App, needs: UsageRouteNeeds): void {
  app.get(
    '/usage',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'getUsage',
        tags: ['Usage'],
        summary: 'How often you called what',
        description:
          'Counts calls of this account in the world of the key. Calls show up within a second; retries that were ' +
          'answered from memory are not counted again.',
        security: [{ bearer: [] }],
        querystring: UsageQuery,
        response: {
          200: UsageView,
          422: validationError,
          ...errors('unauthorized', 'forbidden', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => {
      const { accountId, world } = needs.callerOf(request);
      const { window_days: windowDays, recent } = request.query;
      const asked = { accountId, world, windowDays, recent };
      return presentReport(await needs.stale.read((db) => reportUsage({ ...needs, db }, asked)));
    },
  );
}
