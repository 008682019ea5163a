import type { Clock } from '../../../../kit/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { App } from '../../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../accounts/index.ts';
import type { UsageRecorder } from './record.ts';
import { reportUsage } from './report.ts';
import { UsageQuery, UsageView } from './schema.ts';

export interface UsageRouteNeeds {
  /** May lag a few seconds. */
  stale: { read<T>(work: (db: Db) => Promise<T>): Promise<T> };
  clock: Clock;
  usage: UsageRecorder;
  guard: Guard;
}

export function usageRoutes(app: App, needs: UsageRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Usage');
  router.get('/usage', {
    auth: 'key',
    operationId: 'getUsage',
    summary: 'Get your usage',
    description:
      "Counts this account's calls in the key's mode. Calls appear within a second. Idempotent repeats are counted once.",
    query: UsageQuery,
    response: { 200: UsageView },
    async handler({ caller, query }) {
      const { accountId, world } = caller;
      const { window_days: windowDays, recent } = query;
      const asked = { accountId, world, windowDays, recent };
      return needs.stale.read((db) => reportUsage({ ...needs, db }, asked));
    },
  });
}
