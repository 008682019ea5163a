import type { App } from '../../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../../access/accounts/index.ts';
import { type CheckNeeds, checkUrl } from './check-url.ts';
import { listRetailers } from './list.ts';
import { presentRetailer } from './present.ts';
import { RetailerCheck, RetailerCheckQuery, RetailerList, RetailerListQuery } from './schema.ts';

export interface RetailerRouteNeeds extends CheckNeeds {
  guard: Guard;
}

export function retailerRoutes(app: App, needs: RetailerRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Retailers');
  router.get('/retailers', {
    auth: 'anyone',
    security: [{}, { bearer: [] }],
    operationId: 'listRetailers',
    summary: 'The retailers that can be searched and bought from',
    description:
      'The brands of the catalogue and the stores that are connected beside it, by identifier, from a to z. No key is needed. `supported` tells what can be bought with the key that is sent: ' +
      'with a test key in the sandbox, with a live key in the live world (nothing, until a live store is connected). ' +
      'Without a key it tells of the live world where this deployment has a live store, else of the sandbox.',
    query: RetailerListQuery,
    response: { 200: RetailerList },
    async handler({ caller, query }) {
      const { page, total } = listRetailers(needs, { ...query, callerWorld: caller?.world ?? null });
      return { retailers: page.map(presentRetailer), total };
    },
  });

  router.get('/retailers/check', {
    auth: 'anyone',
    security: [{}, { bearer: [] }],
    operationId: 'checkRetailer',
    summary: 'Whether a product address can be ordered, and why not',
    description:
      'The same rules as POST /orders, for the world of the key that is sent; without a key for the live world where this ' +
      'deployment has a live store, else for the sandbox.',
    query: RetailerCheckQuery,
    response: { 200: RetailerCheck },
    async handler({ caller, query }) {
      const world = caller?.world ?? (needs.registry.hasWorld('live') ? 'live' : 'test');
      const { url, country } = query;
      return checkUrl(needs, world, country === undefined ? { url } : { url, country });
    },
  });
}
