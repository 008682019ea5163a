import { hkdfSync } from 'node:crypto';
import type { Static } from 'typebox';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { base62From, randomBase62 } from '../../../kit/ids.ts';
import { toCents } from '../../../kit/money.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { type App, isAddressRange, noContent, presentAs } from '../../../platform/http/index.ts';
import type { Authenticator } from './authenticate.ts';
import { createKey, hashKey, noLimits } from './create-key.ts';
import { expiryInPast, invalidAddressRange, invalidOrigin, keyAlreadyCreated, ownerNoLonger } from './failures.ts';
import type { Guard } from './guard.ts';
import { type IdempotentRequest, runIdempotent, sendAnswer } from './idempotency/index.ts';
import { composeKey, isOrigin, type KeyLimits, type KeyPermissions, keyPrefixes, randomLength } from './model.ts';
import { createRouter, onceOf, type Router } from './router.ts';
import { KeyChangesBody, KeyList, KeyQuery, KeyView, NewKeyBody, NewKeyView } from './schema.ts';
import { findKeyByHash, type ListedKeyRow, listKeys, lockKey, revokeKeyById } from './sql.ts';
import { lockOwner } from './sql-members.ts';
import { type NameOfRetailer, updateKey, withRetailerNames } from './update-key.ts';

interface RouteNeeds {
  db: Db;
  clock: Clock;
  guard: Guard;
  authenticator: Authenticator;
  nameOfRetailer: NameOfRetailer;
  onceSecret(): Promise<Buffer>;
}

export function keyRoutes(app: App, needs: RouteNeeds): void {
  const router = createRouter(app, needs.guard, 'API keys');
  router.get('/keys', {
    auth: 'person',
    operationId: 'listKeys',
    summary: 'List your API keys',
    description: 'Test and live keys, newest first, including revoked ones. Requires a signed-in user.',
    query: KeyQuery,
    response: { 200: KeyList },
    async handler({ person, query }) {
      const { created_by: createdBy, ...page } = query;
      const { rows, total } = await listKeys(needs.db, person.accountId, {
        ...page,
        createdBy: createdBy ?? null,
      });
      return { keys: rows.map(presentKey), total };
    },
  });
  createRoute(router, needs);
  changeRoutes(router, needs);
}

function createRoute(router: Router, { db, clock, nameOfRetailer, onceSecret }: RouteNeeds): void {
  router.post('/keys', {
    auth: 'person',
    operationId: 'createKey',
    summary: 'Create an API key',
    description:
      'The key is shown in this response only. If you repeat the request with the same Idempotency-Key, you get the same key again.',
    isIdempotent: true,
    body: NewKeyBody,
    response: { 201: NewKeyView },
    async handler(request, reply) {
      const { person, body } = request;
      const { accountId } = person;
      const { label, world, limits } = body;
      const once = onceOf(request);
      const random = once.key === null ? randomBase62(randomLength) : deriveKeySecret(await onceSecret(), once);
      const answer = await runIdempotent({ db, clock }, once, async (tx) => {
        // A key that is created after its owner was removed would outlive the removal.
        if (!(await lockOwner(tx, accountId, person.id))) throw ownerNoLonger();
        // The first response is stored for some days only, and its key cannot be created twice.
        if (await findKeyByHash(tx, hashKey(composeKey(keyPrefixes[world], random)))) throw keyAlreadyCreated();
        const permissions = permissionsFrom(body, clock.now());
        const named = withRetailerNames(limitsFrom(limits), world, nameOfRetailer);
        const wanted = {
          accountId,
          world,
          label,
          limits: { ...noLimits, ...named },
          permissions,
          random,
          createdBy: person.id,
        };
        const { id } = await createKey({ tx, clock }, wanted);
        const row = assertDefined(await lockKey(tx, accountId, id));
        return { status: 201, text: JSON.stringify(presentKey(row)), resource: 'key', resourceId: id };
      });
      const shown = { ...fieldsOf(JSON.parse(answer.text)), api_key: composeKey(keyPrefixes[world], random) };
      return sendAnswer(reply, { ...answer, text: JSON.stringify(shown) });
    },
  });
}

function changeRoutes(router: Router, { db, clock, authenticator, nameOfRetailer }: RouteNeeds): void {
  router.put('/keys/:id', {
    auth: 'person',
    operationId: 'updateKey',
    summary: 'Update an API key',
    description:
      'Changes the label, limits or permissions. Fields that you leave out stay as they are. Null removes a limit.',
    body: KeyChangesBody,
    response: { 200: KeyView },
    async handler({ person, params, body }) {
      const { label, limits } = body;
      const permissions = permissionsFrom(body, clock.now());
      const changes = { ...(label === undefined ? {} : { label }), limits: limitsFrom(limits), permissions };
      const row = await inTransaction(db, (tx) =>
        updateKey({ tx, nameOfRetailer }, person.accountId, params.id, changes),
      );
      authenticator.forget(row.id);
      return presentKey(row);
    },
  });

  router.delete('/keys/:id', {
    auth: 'person',
    operationId: 'revokeKey',
    summary: 'Revoke an API key',
    description: 'The key stops working within a second. It stays in the list.',
    response: { 204: noContent('Revoked.') },
    async handler({ person, params }) {
      const { id } = params;
      if (!(await revokeKeyById(db, person.accountId, id, clock.now()))) throw notFound();
      authenticator.forget(id.toLowerCase());
    },
  });
}

/**
 * Derives the random part of a key from the Idempotency-Key, so that a repeated request gets the same key although
 * only its hash is stored. It cannot be guessed without the service's secret.
 */
function deriveKeySecret(secret: Buffer, { accountId, world, key }: IdempotentRequest): string {
  const bytes = hkdfSync('sha256', secret, '', JSON.stringify(['api key', accountId, world, key]), 2 * randomLength);
  return base62From(Buffer.from(bytes), randomLength);
}

/** Omitted fields stay as they are. */
function permissionsFrom(body: Static<typeof KeyChangesBody>, now: Date): Partial<KeyPermissions> {
  const { scopes, expires_at: expiresAt, allowed_addresses: addresses, allowed_origins: origins } = body;
  if (expiresAt != null && new Date(expiresAt) <= now) throw expiryInPast();
  const wrong = addresses?.findIndex((address) => !isAddressRange(address)) ?? -1;
  if (wrong >= 0) throw invalidAddressRange(wrong);
  const wrongOrigin = origins?.findIndex((origin) => !isOrigin(origin)) ?? -1;
  if (wrongOrigin >= 0) throw invalidOrigin(wrongOrigin);
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

function presentKey(row: ListedKeyRow) {
  const { spend_per_day_cents, spend_per_order_cents, allowed_retailers } = row;
  return presentAs(KeyView, { ...row, limits: { spend_per_day_cents, spend_per_order_cents, allowed_retailers } });
}
