import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { World } from '../../kit/world.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { type App, withExample, withOwnExample } from '../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../wire/index.ts';
import { callerOf, type Guard, personOf } from '../accounts/index.ts';
import { decisionsAs } from './export-decisions.ts';
import type { PolicyRules } from './model.ts';
import { noPolicy } from './present.ts';
import { previewPolicy } from './preview-policy.ts';
import { readBinding, readPolicy } from './read-binding.ts';
import {
  BindingView,
  DecisionQuery,
  DecisionsFile,
  exampleView,
  GroupBody,
  GroupList,
  GroupPath,
  GroupView,
  PolicyBody,
  PolicyKeyPath,
  PolicyView,
  PreviewBody,
  PreviewView,
} from './schema.ts';
import { findPolicy, type Subject } from './store.ts';
import { findOwnKey, listGroups, writeGroup } from './store-groups.ts';
import { type Author, removePolicy, replacePolicy, withRetailerNames } from './write-policy.ts';

interface RouteNeeds {
  db: Db;
  clock: Clock;
  guard: Guard;
  /** The one name of a retailer, whichever of its names is given. */
  nameOfRetailer(world: World, retailer: string): string;
}

const shared = { tags: ['Policies'], security: [{ bearer: [] }, { session: [] }] };
const bodyRoute = [...everyRoute, 'payload_too_large', 'unsupported_media_type'] as const;

/** Who writes: a signed-in person, or a key that may manage. */
function authorOf(request: FastifyRequest): Author {
  if (request.person) return { name: request.person.email, keyId: null };
  const { keyId } = callerOf(request);
  return { name: `key ${keyId}`, keyId };
}

async function replace(needs: RouteNeeds, of: Subject, request: FastifyRequest & { body: PolicyRules }) {
  const { db, clock, nameOfRetailer } = needs;
  const now = clock.now();
  const { body } = request;
  const row = await inTransaction(db, (tx) => replacePolicy({ tx, now, nameOfRetailer }, of, body, authorOf(request)));
  return readPolicy(db, row, now);
}

export function policyRoutes(app: App, needs: RouteNeeds): void {
  keyPolicyRoutes(app, needs);
  accountPolicyRoutes(app, needs);
  groupRoutes(app, needs);
  readRoutes(app, needs);
}

/** A key of the caller's account; its world decides, so that a person need not switch worlds to limit it. */
async function subjectOfKey({ db }: RouteNeeds, request: FastifyRequest, id: string): Promise<Subject> {
  const { accountId, world } = callerOf(request);
  const key = await findOwnKey(db, accountId, id.toLowerCase());
  if (!key || (!request.person && key.world !== world)) throw notFound();
  return { accountId, world: key.world, scope: 'key', subject: key.id };
}

function keyPolicyRoutes(app: App, needs: RouteNeeds): void {
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
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'putKeyPolicy',
        summary: 'Say what a key may spend',
        description: 'Replaces the policy whole. No key can change a policy that binds it.',
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
      onRequest: guard.manage,
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

function accountPolicyRoutes(app: App, needs: RouteNeeds): void {
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
      onRequest: guard.manage,
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

/** Who is in a group decides what binds them, so only people say so. */
function groupRoutes(app: App, needs: RouteNeeds): void {
  const { db, clock, guard } = needs;
  const subjectOf = (request: FastifyRequest, name: string): Subject => {
    const { accountId, world } = callerOf(request);
    return { accountId, world, scope: 'group', subject: name };
  };
  const onlyPeople = { ...shared, security: [{ session: [] }] };

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

function readRoutes(app: App, { db, clock, guard, nameOfRetailer }: RouteNeeds): void {
  app.get(
    '/policy',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'getPolicy',
        summary: 'What binds the calling key, and what is left',
        response: { 200: BindingView, ...errors(...everyRoute) },
      },
    },
    async (request) => readBinding(db, callerOf(request), clock.now()),
  );

  app.get(
    '/policy/decisions',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'listPolicyDecisions',
        summary: 'Every decision of your policies, oldest first, to keep',
        description: 'Each names the SHA-256 of the one before it in `hash`. `inputs` is the text that was decided on.',
        querystring: DecisionQuery,
        response: { 200: withOwnExample(DecisionsFile), 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
      reply.type(type).header('content-disposition', `attachment; filename="decisions.${format}"`);
      return reply.send(Readable.from(decisionsAs(format, db, callerOf(request))) as never);
    },
  );

  app.post(
    '/policy/preview',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        security: [{ session: [] }],
        operationId: 'previewPolicy',
        summary: "Try a policy on the last 30 days' orders",
        description: 'Nothing is changed. Titles and addresses of the past are not looked at.',
        body: withExample(PreviewBody, { policy: { approve: { above_cents: 5000 } } }),
        response: { 200: PreviewView, 422: validationError, ...errors(...bodyRoute, 'not_found') },
      },
    },
    async (request) => {
      const { accountId, world } = callerOf(request);
      const { policy, key_id: keyId } = request.body;
      const key = keyId === undefined ? null : await findOwnKey(db, accountId, keyId.toLowerCase());
      if (keyId !== undefined && !key) throw notFound();
      const of: Subject = key
        ? { accountId, world: key.world, scope: 'key', subject: key.id }
        : { accountId, world, scope: 'account', subject: '' };
      const rules = withRetailerNames(policy, (retailer) => nameOfRetailer(of.world, retailer));
      return previewPolicy(db, of, rules, clock.now());
    },
  );
}
