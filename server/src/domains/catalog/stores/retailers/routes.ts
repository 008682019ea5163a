import type { FastifyRequest } from 'fastify';
import type { App } from '../../../../platform/http/index.ts';
import { errors, validationError } from '../../../../wire/index.ts';
import { type CheckNeeds, checkUrl } from './check-url.ts';
import { listRetailers } from './list.ts';
import { presentRetailer } from './present.ts';
import { RetailerCheck, RetailerCheckQuery, RetailerList, RetailerListQuery } from './schema.ts';

export interface RetailerRouteNeeds extends CheckNeeds {
  guard: { anyone(request: FastifyRequest): Promise<void> };
}

export function retailerRoutes(app: App, needs: RetailerRouteNeeds): void {
  app.get(
    '/retailers',
    {
      onRequest: needs.guard.anyone,
      schema: {
        operationId: 'listRetailers',
        tags: ['Retailers'],
        summary: 'The retailers that can be searched and bought from',
        description:
          'The brands of the catalogue and the stores that are connected beside it, by identifier, from a to z. No key is needed. `supported` tells what can be bought with the key that is sent: ' +
          'with a test key in the sandbox, with a live key in the live world (nothing, until a live store is connected). ' +
          'Without a key it tells of the live world where this deployment has a live store, else of the sandbox.',
        security: [{}, { bearer: [] }],
        querystring: RetailerListQuery,
        response: {
          200: RetailerList,
          422: validationError,
          ...errors('rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => {
      const { page, total } = listRetailers(needs, { ...request.query, callerWorld: request.caller?.world ?? null });
      return { retailers: page.map(presentRetailer), total };
    },
  );

  app.get(
    '/retailers/check',
    {
      onRequest: needs.guard.anyone,
      schema: {
        operationId: 'checkRetailer',
        tags: ['Retailers'],
        summary: 'Whether a product address can be ordered, and why not',
        description:
          'The same rules as POST /orders, for the world of the key that is sent; without a key for the live world where this ' +
          'deployment has a live store, else for the sandbox.',
        security: [{}, { bearer: [] }],
        querystring: RetailerCheckQuery,
        response: { 200: RetailerCheck, 422: validationError, ...errors('rate_limit_exceeded', 'service_unavailable') },
      },
    },
    async (request) => {
      const world = request.caller?.world ?? (needs.registry.hasWorld('live') ? 'live' : 'test');
      const { url, country } = request.query;
      return checkUrl(needs, world, country === undefined ? { url } : { url, country });
    },
  );
}
