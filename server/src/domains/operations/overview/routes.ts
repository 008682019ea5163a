import type { Clock } from '../../../kit/clock.ts';
import type { StaleReads } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors } from '../../../wire/index.ts';
import { callerOf, type Guard } from '../../access/accounts/index.ts';
import { presentOverview } from './present.ts';
import { readOverview } from './read-overview.ts';
import { OverviewView } from './schema.ts';

export function overviewRoutes(app: App, needs: { stale: Pick<StaleReads, 'read'>; clock: Clock; guard: Guard }): void {
  app.get(
    '/overview',
    {
      onRequest: needs.guard.key,
      schema: {
        operationId: 'getOverview',
        tags: ['Wallet'],
        summary: 'Money, orders and what needs attention, in one answer',
        description: 'Sums and counts over everything that the account has in the world of the key, in one request.',
        security: [{ bearer: [] }],
        response: {
          200: OverviewView,
          ...errors('unauthorized', 'forbidden', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => {
      const { stale, clock } = needs;
      return presentOverview(await stale.read((db) => readOverview({ db, clock }, callerOf(request))));
    },
  );
}
