import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf } from '../accounts/index.ts';
import { noPolicy } from './present.ts';
import { readPolicy } from './read-binding.ts';
import { bodyRoute, type RouteNeeds, replace, shared } from './route-needs.ts';
import { PolicyBody, PolicyView } from './schema.ts';
import { findPolicy, type Subject } from './sql.ts';

export function accountRoutes(app: App, needs: RouteNeeds): void {
  const { db, clock, guard } = needs;
  const subjectOf = (request: FastifyRequest): Subject => {
    const { accountId, world } = callerOf(request);
    return { accountId, world, scope: 'account', subject: '' };
  };
  app.get(
    '/account/policy',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'getAccountPolicy',
        summary: 'The spend policy of the whole account',
        description: 'Of the world that you ask in. An account that never had one limits nothing, at version 0.',
        response: { 200: PolicyView, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const row = await findPolicy(db, subjectOf(request));
      return row ? readPolicy(db, row, clock.now()) : noPolicy;
    },
  );

  app.put(
    '/account/policy',
    {
      onRequest: guard.policies,
      schema: {
        ...shared,
        operationId: 'putAccountPolicy',
        summary: 'Say what the account may spend',
        description: 'It binds every key, so only a signed-in person may write it. An empty object lifts it.',
        body: PolicyBody,
        response: { 200: PolicyView, 422: validationError, ...errors(...bodyRoute) },
      },
    },
    async (request) => {
      return replace(needs, subjectOf(request), request);
    },
  );
}
