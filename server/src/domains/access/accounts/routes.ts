import { hkdfSync } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import { existing } from '../../../kit/existing.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { base62From, randomBase62 } from '../../../kit/ids.ts';
import { toCents } from '../../../kit/money.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { type App, isAddressRange } from '../../../platform/http/index.ts';
import { errors, everyBody, everyUnscopedRoute, validationError } from '../../../wire/index.ts';
import type { Authenticator } from './authenticate.ts';
import { createKey, noLimits } from './create-key.ts';
import { expiresInThePast, notAnAddress, notAnOrigin } from './failures.ts';
import { type Guard, personOf } from './guard.ts';
import { doOnce, type Once, onceFrom, sendAnswer } from './idempotency/index.ts';
import { composeKey, isOrigin, type KeyLimits, type KeyPower, keyPrefixes, randomLength } from './model.ts';
import { presentKey } from './present.ts';
import { KeyChangesBody, KeyList, KeyPath, KeyQuery, KeyView, NewKeyBody, NewKeyView } from './schema.ts';

import { listKeys, lockKey, revokeKeyById } from './sql.ts';
import { type NameOfRetailer, updateKey, withRetailerNames } from './update-key.ts';

interface RouteNeeds {
  db: Db;
  clock: Clock;
  guard: Guard;
  authenticator: Authenticator;
  nameOfRetailer: NameOfRetailer;
  onceSecret(): Promise<Buffer>;
}

const shared = { tags: ['Account'], security: [{ session: [] }] };
const bodyRoute = [...everyUnscopedRoute, ...everyBody] as const;

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
        querystring: KeyQuery,
        response: { 200: KeyList, 422: validationError, ...errors(...everyUnscopedRoute) },
      },
    },
    async (request) => {
      const { created_by: createdBy, ...page } = request.query;
      const { rows, total } = await listKeys(needs.db, personOf(request).accountId, {
        ...page,
        createdBy: createdBy ?? null,
      });
      return { keys: rows.map(presentKey), total };
    },
  );
  createRoute(app, needs);
  changeRoutes(app, needs);
}

function createRoute(app: App, { db, clock, guard, nameOfRetailer, onceSecret }: RouteNeeds): void {
  app.post(
    '/keys',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'createKey',
        summary: 'Make an API key',
        description:
          'The key is in this answer and nowhere else. Sent again with the same Idempotency-Key, the request brings the same key again.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
        body: NewKeyBody,
        response: {
          201: NewKeyView,
          422: validationError,
          ...errors(...bodyRoute, 'already_exists', 'idempotency_in_flight'),
        },
      },
    },
    async (request, reply) => {
      const person = personOf(request);
      const { accountId } = person;
      const { label, world, limits } = request.body;
      const header = request.headers['idempotency-key'];
      const once = onceFrom({ caller: person, operation: 'POST /keys', header, body: request.body });
      const random = once.key === null ? randomBase62(randomLength) : rememberedKey(await onceSecret(), once);
      const answer = await doOnce({ db, clock }, once, async (tx) => {
        const power = powerFrom(request.body, clock.now());
        const named = withRetailerNames(limitsFrom(limits), world, nameOfRetailer);
        const wanted = {
          accountId,
          world,
          label,
          limits: { ...noLimits, ...named },
          power,
          random,
          createdBy: person.id,
        };
        const { id } = await createKey({ tx, clock }, wanted);
        const row = existing(await lockKey(tx, accountId, id));
        return { status: 201, text: JSON.stringify(presentKey(row)), resource: 'key', resourceId: id };
      });
      const shown = { ...fieldsOf(JSON.parse(answer.text)), api_key: composeKey(keyPrefixes[world], random) };
      return sendAnswer(reply, { ...answer, text: JSON.stringify(shown) });
    },
  );
}

function changeRoutes(app: App, { db, clock, guard, authenticator, nameOfRetailer }: RouteNeeds): void {
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
        updateKey({ tx, nameOfRetailer }, personOf(request).accountId, request.params.id, changes),
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

/**
 * The random part of a key that was asked for with an Idempotency-Key: the same request finds the same one, although nothing but its
 * hash is kept. Without the service's secret it cannot be told.
 */
function rememberedKey(secret: Buffer, { accountId, world, key }: Once): string {
  const bytes = hkdfSync('sha256', secret, '', JSON.stringify(['api key', accountId, world, key]), 2 * randomLength);
  return base62From(Buffer.from(bytes), randomLength);
}

/** What is left out stays as it is. */
function powerFrom(body: Static<typeof KeyChangesBody>, now: Date): Partial<KeyPower> {
  const { scopes, expires_at: expiresAt, allowed_addresses: addresses, allowed_origins: origins } = body;
  if (expiresAt != null && new Date(expiresAt) <= now) throw expiresInThePast();
  const wrong = addresses?.findIndex((address) => !isAddressRange(address)) ?? -1;
  if (wrong >= 0) throw notAnAddress(wrong);
  const wrongOrigin = origins?.findIndex((origin) => !isOrigin(origin)) ?? -1;
  if (wrongOrigin >= 0) throw notAnOrigin(wrongOrigin);
  return {
    ...(scopes === undefined ? {} : { scopes }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(addresses === undefined ? {} : { allowedAddresses: addresses }),
    ...(origins === undefined ? {} : { allowedOrigins: origins }),
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
