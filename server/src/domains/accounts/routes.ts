import { type Static, Type } from 'typebox';
import type { Clock } from '../../kit/clock.ts';
import { existing } from '../../kit/existing.ts';
import { notFound } from '../../kit/failure.ts';
import { toCents } from '../../kit/money.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { type App, errors, everyUnscopedRoute, isAddressRange, validationError } from '../../platform/http/index.ts';
import type { Authenticator } from './authenticate.ts';
import { createKey, noLimits } from './create-key.ts';
import { expiresInThePast, notAnAddress } from './failures.ts';
import { type Guard, personOf } from './guard.ts';
import type { KeyLimits, KeyPower } from './model.ts';
import { presentKey } from './present.ts';
import { KeyChangesBody, KeyList, KeyPath, KeyView, NewKeyBody, NewKeyView, PageQuery } from './schema.ts';
import { listKeys, lockKey, revokeKeyById } from './store.ts';
import { updateKey } from './update-key.ts';

interface RouteNeeds {
  db: Db;
  clock: Clock;
  guard: Guard;
  authenticator: Authenticator;
}

const shared = { tags: ['Account'], security: [{ session: [] }] };
const bodyRoute = [...everyUnscopedRoute, 'payload_too_large', 'unsupported_media_type'] as const;

/** A person's keys, of both worlds. */
export function keyRoutes(app: App, needs: RouteNeeds): void {
  app.get(
    '/keys',
    {
      onRequest: needs.guard.person,
      schema: {
        ...shared,
        operationId: 'listKeys',
        summary: 'Your API keys of both worlds, newest first',
        description: 'Revoked ones too. For a signed-in person.',
        querystring: PageQuery,
        response: { 200: KeyList, 422: validationError, ...errors(...everyUnscopedRoute) },
      },
    },
    async (request) => {
      const { rows, total } = await listKeys(needs.db, personOf(request).accountId, request.query);
      return { keys: rows.map(presentKey), total };
    },
  );
  createRoute(app, needs);
  changeRoutes(app, needs);
}

function createRoute(app: App, { db, clock, guard }: RouteNeeds): void {
  app.post(
    '/keys',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'createKey',
        summary: 'Make an API key',
        description: 'The key is in this answer and nowhere else, which is why no Idempotency-Key brings it back.',
        body: NewKeyBody,
        response: { 201: NewKeyView, 422: validationError, ...errors(...bodyRoute) },
      },
    },
    async (request, reply) => {
      const { accountId } = personOf(request);
      const { label, world, limits } = request.body;
      const made = await inTransaction(db, async (tx) => {
        const power = powerFrom(request.body, clock.now());
        const wanted = { accountId, world, label, limits: { ...noLimits, ...limitsFrom(limits) }, power };
        const { id, key } = await createKey({ tx, clock }, wanted);
        return { ...presentKey(existing(await lockKey(tx, accountId, id))), api_key: key };
      });
      return reply.code(201).send(made);
    },
  );
}

function changeRoutes(app: App, { db, clock, guard, authenticator }: RouteNeeds): void {
  app.put(
    '/keys/:id',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'updateKey',
        summary: 'Change the label, the limits or the powers of a key',
        description: 'What is left out stays as it is; null lifts a limit.',
        params: KeyPath,
        body: KeyChangesBody,
        response: { 200: KeyView, 422: validationError, ...errors(...bodyRoute, 'not_found') },
      },
    },
    async (request) => {
      const { label, limits } = request.body;
      const power = powerFrom(request.body, clock.now());
      const changes = { ...(label === undefined ? {} : { label }), limits: limitsFrom(limits), power };
      const row = await inTransaction(db, (tx) =>
        updateKey({ tx }, personOf(request).accountId, request.params.id, changes),
      );
      authenticator.forget(row.id);
      return presentKey(row);
    },
  );

  app.delete(
    '/keys/:id',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'It is refused at once, by other processes within a second. It stays on the list.',
        params: KeyPath,
        response: {
          204: Type.Null({ description: 'Revoked.' }),
          422: validationError,
          ...errors(...everyUnscopedRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await revokeKeyById(db, personOf(request).accountId, id, clock.now()))) throw notFound();
      authenticator.forget(id.toLowerCase());
      return reply.code(204).send(null);
    },
  );
}

/** What is left out stays as it is. */
function powerFrom(body: Static<typeof KeyChangesBody>, now: Date): Partial<KeyPower> {
  const { scopes, expires_at: expiresAt, allowed_addresses: addresses } = body;
  if (expiresAt != null && new Date(expiresAt) <= now) throw expiresInThePast();
  const wrong = addresses?.findIndex((address) => !isAddressRange(address)) ?? -1;
  if (wrong >= 0) throw notAnAddress(wrong);
  return {
    ...(scopes === undefined ? {} : { scopes }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(addresses === undefined ? {} : { allowedAddresses: addresses }),
  };
}

function limitsFrom(limits: Static<typeof NewKeyBody>['limits']): Partial<KeyLimits> {
  if (limits === undefined) return {};
  const { spend_per_day_cents: perDay, spend_per_order_cents: perOrder, allowed_retailers: retailers } = limits;
  return {
    ...(perDay === undefined ? {} : { spendPerDay: perDay === null ? null : toCents(perDay) }),
    ...(perOrder === undefined ? {} : { spendPerOrder: perOrder === null ? null : toCents(perOrder) }),
    ...(retailers === undefined ? {} : { allowedRetailers: retailers }),
  };
}
