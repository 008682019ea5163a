import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { type App, withExample } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf, personOf } from '../accounts/index.ts';
import { readPolicy } from './read-binding.ts';
import { authorOf, bodyRoute, type RouteNeeds, replace, shared } from './route-needs.ts';
import { exampleView, GroupBody, GroupList, GroupPath, GroupView, PolicyBody, PolicyView } from './schema.ts';
import { findPolicy, type Subject } from './sql.ts';
import { listGroups, writeGroup } from './sql-groups.ts';
import { removePolicy } from './write-policy.ts';

const onlyPeople = { ...shared, security: [{ session: [] }] };

const subjectOf = (request: FastifyRequest, name: string): Subject => {
  const { accountId, world } = callerOf(request);
  return { accountId, world, scope: 'group', subject: name };
};

/** Who is in a group decides what binds them, so only people say so. */
export function groupRoutes(app: App, needs: RouteNeeds): void {
  memberRoutes(app, needs);
  groupPolicyRoutes(app, needs);
}

function memberRoutes(app: App, { db, guard }: RouteNeeds): void {
  app.get(
    '/key-groups',
    {
      onRequest: guard.person,
      schema: {
        ...onlyPeople,
        operationId: 'listKeyGroups',
        summary: 'Groups of keys that share a policy',
        response: {
          200: withExample(GroupList, { groups: [{ name: 'agents', key_ids: [exampleView.subject] }], total: 1 }),
          ...errors(...everyRoute),
        },
      },
    },
    async (request) => {
      const groups = await listGroups(db, personOf(request).accountId);
      return { groups, total: groups.length };
    },
  );

  app.put(
    '/key-groups/:name',
    {
      onRequest: guard.person,
      schema: {
        ...onlyPeople,
        operationId: 'putKeyGroup',
        summary: 'Say which keys are in a group',
        description: 'A key is in one group at most; an empty list dissolves the group.',
        params: GroupPath,
        body: withExample(GroupBody, { key_ids: [exampleView.subject] }),
        response: {
          200: withExample(GroupView, { name: 'agents', key_ids: [exampleView.subject] }),
          422: validationError,
          ...errors(...bodyRoute, 'not_found'),
        },
      },
    },
    async (request) => {
      const { name } = request.params;
      const wanted = [...new Set(request.body.key_ids.map((id) => id.toLowerCase()))];
      const keyIds = await inTransaction(db, async (tx) => {
        const written = await writeGroup(tx, personOf(request).accountId, name, wanted);
        if (written.length !== wanted.length) throw notFound();
        return written;
      });
      return { name, key_ids: keyIds };
    },
  );
}

function groupPolicyRoutes(app: App, needs: RouteNeeds): void {
  const { db, clock, guard } = needs;
  app.put(
    '/key-groups/:name/policy',
    {
      onRequest: guard.person,
      schema: {
        ...onlyPeople,
        operationId: 'putKeyGroupPolicy',
        summary: 'Say what a group of keys may spend together',
        params: GroupPath,
        body: PolicyBody,
        response: { 200: PolicyView, 422: validationError, ...errors(...bodyRoute) },
      },
    },
    async (request) => {
      const of = subjectOf(request, request.params.name);
      return replace(needs, of, request);
    },
  );

  app.get(
    '/key-groups/:name/policy',
    {
      onRequest: guard.person,
      schema: {
        ...onlyPeople,
        operationId: 'getKeyGroupPolicy',
        summary: 'The spend policy of a group of keys',
        params: GroupPath,
        response: { 200: PolicyView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const row = await findPolicy(db, subjectOf(request, request.params.name));
      if (!row) throw notFound();
      return readPolicy(db, row, clock.now());
    },
  );

  app.delete(
    '/key-groups/:name/policy',
    {
      onRequest: guard.person,
      schema: {
        ...onlyPeople,
        operationId: 'deleteKeyGroupPolicy',
        summary: 'Take the policy of a group away',
        params: GroupPath,
        response: {
          204: Type.Null({ description: 'Gone.' }),
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const of = subjectOf(request, request.params.name);
      await inTransaction(db, (tx) => removePolicy({ tx, now: clock.now() }, of, authorOf(request)));
      return reply.code(204).send(null);
    },
  );
}
