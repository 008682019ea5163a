import type { App } from '../../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../../access/accounts/index.ts';
import { type CheckNeeds, checkUrl } from './check-url.ts';
import { listRetailers } from './list.ts';
import { presentRetailer } from './present.ts';
import { RetailerCheck, RetailerCheckQuery, RetailerList, RetailerListQuery } from './schema.ts';

export interface RetailerRouteNeeds extends CheckNeeds {
  guard: Guard;
  publicUrl: string;
}

export function retailerRoutes(app: App, needs: RetailerRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Retailers');
  router.get('/retailers', {
    auth: 'anyone',
    security: [{}, { bearer: [] }],
    operationId: 'listRetailers',
    summary: 'List retailers',
    description:
      'Catalog brands and connected stores, sorted by ID. Needs no key. `supported` shows what you can buy: in the sandbox with a test key, live with a live key. Without a key, it applies to live mode if this service has a live store, otherwise to the sandbox.',
    query: RetailerListQuery,
    response: { 200: RetailerList },
    async handler({ caller, query }) {
      const { page, total } = listRetailers(needs, { ...query, callerWorld: caller?.world ?? null });
      return { retailers: page.map((retailer) => presentRetailer(retailer, needs.publicUrl)), total };
    },
  });

  router.get('/retailers/check', {
    auth: 'anyone',
    security: [{}, { bearer: [] }],
    operationId: 'checkRetailer',
    summary: 'Check a product URL',
    description:
      'Shows whether POST /orders would accept the URL and, if not, why. Uses the mode of your key. Without a key, it applies to live mode if this service has a live store, otherwise to the sandbox.',
    query: RetailerCheckQuery,
    response: { 200: RetailerCheck },
    async handler({ caller, query }) {
      const world = caller?.world ?? (needs.registry.hasWorld('live') ? 'live' : 'test');
      const { url, country } = query;
      return checkUrl(needs, world, country === undefined ? { url } : { url, country: country.toUpperCase() });
    },
  });
}
