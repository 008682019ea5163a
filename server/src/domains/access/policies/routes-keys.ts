import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf } from '../accounts/index.ts';
import { readPolicy } from './read-binding.ts';
import { authorOf, bodyRoute, type RouteNeeds, replace, shared } from './route-needs.ts';
import { PolicyBody, PolicyKeyPath, PolicyView } from './schema.ts';
import { findPolicy, type Subject } from './sql.ts';
import { findOwnKey } from './sql-groups.ts';
import { removePolicy } from './write-policy.ts';

/** A key of the caller's account; its world decides, so that a person need not switch worlds to limit it. */
async function subjectOfKey({ db }: RouteNeeds, request: FastifyRequest, id: string): Promise<Subject> {
  const { accountId, world } = callerOf(request);
  const key = await findOwnKey(db, accountId, id.toLowerCase());
  if (!key || (!request.person && key.world !== world)) throw notFound();
  return { accountId, world: key.world, scope: 'key', subject: key.id };
}

export function keyRoutes(app: App, needs: RouteNeeds): void {
  const { db, clock, guard } = needs;
  app.get(
    '/keys/:id/policy',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'getKeyPolicy',
        summary: 'The spend policy of a key',
        params: PolicyKeyPath,
        response: { 200: PolicyView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const row = await findPolicy(db, await subjectOfKey(needs, request, request.params.id));
      if (!row) throw notFound();
      return readPolicy(db, row, clock.now());
    },
  );

  app.put(
    '/keys/:id/policy',
    {
      onRequest: guard.policies,
      schema: {
        ...shared,
        operationId: 'putKeyPolicy',
        summary: 'Say what a key may spend',
        description:
          'Replaces the whole policy. For a signed-in owner, or a key with the scope `policies` that no policy binds.',
        params: PolicyKeyPath,
        body: PolicyBody,
        response: { 200: PolicyView, 422: validationError, ...errors(...bodyRoute, 'not_found') },
      },
    },
    async (request) => {
      const of = await subjectOfKey(needs, request, request.params.id);
      return replace(needs, of, request);
    },
  );

  app.delete(
    '/keys/:id/policy',
    {
      onRequest: guard.policies,
      schema: {
        ...shared,
        operationId: 'deleteKeyPolicy',
        summary: 'Take the policy of a key away',
        params: PolicyKeyPath,
        response: {
          204: Type.Null({ description: 'Gone.' }),
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const of = await subjectOfKey(needs, request, request.params.id);
      await inTransaction(db, (tx) => removePolicy({ tx, now: clock.now() }, of, authorOf(request)));
      return reply.code(204).send(null);
    },
  );
}
