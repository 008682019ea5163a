import type { Clock } from '../../../kit/clock.ts';
import type { StaleReads } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../access/accounts/index.ts';
import { readOverview } from './read-overview.ts';
import { OverviewView } from './schema.ts';

export function overviewRoutes(app: App, needs: { stale: Pick<StaleReads, 'read'>; clock: Clock; guard: Guard }): void {
  const { stale, clock } = needs;
  createRouter(app, needs.guard, 'Wallet').get('/overview', {
    auth: 'key',
    operationId: 'getOverview',
    summary: 'Get the account overview',
    description: "Wallet, spending, orders and what needs attention, for the key's mode, in one request.",
    response: { 200: OverviewView },
    handler: ({ caller }) => stale.read((db) => readOverview({ db, clock }, caller)),
  });
}
