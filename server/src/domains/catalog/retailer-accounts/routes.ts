import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Registry } from '../../../connectors/registry.ts';
import { notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { runOnTestClock } from '../../../kit/test-clock.ts';
import type { Config } from '../../../platform/config.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { type App, addressBucket, clientAddress, noContent } from '../../../platform/http/index.ts';
import type { Limiter } from '../../../platform/limiter.ts';
import {
  type Caller,
  callerOf,
  createRouter,
  followClockOf,
  type Guard,
  lockAccountOfKey,
  onceOf,
  type Router,
  runIdempotent,
  testClockOf,
} from '../../access/accounts/index.ts';
import { type AccountRequest, accountProblems, createAccount } from './create-account.ts';
import { deleteAccount } from './delete-account.ts';
import { maskConfig } from './model.ts';
import { presentAccount, presentEvent, presentVerification } from './present.ts';
import { linkRoutes } from './routes-links.ts';
import {
  AccountBody,
  AccountChangesBody,
  AccountList,
  AccountPath,
  AccountView,
  EventList,
  ListQuery,
  PageQuery,
  VerificationView,
  VerifyBody,
} from './schema.ts';
import { findAccount, listAccounts } from './sql.ts';
import { listEvents } from './sql-events.ts';
import { updateAccount } from './update-account.ts';
import type { UseNeeds } from './use-account.ts';
import { verifyAccount } from './verify-account.ts';

export interface RouteNeeds extends UseNeeds {
  guard: Guard;
  registry: Registry;
  mailDomain: string;
  publicUrl: string;
  limiter: Limiter;
  config: Pick<Config, 'rateLimitPerAddress' | 'trustedProxies'>;
  /** Key for hashing secrets in request bodies. */
  onceSecret(): Promise<Buffer>;
}

export function retailerAccountRoutes(app: App, needs: RouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Managed accounts');
  listRoute(router, needs);
  createRoute(router, needs);
  singleAccountRoutes(router, needs);
  verifyRoute(router, needs);
  linkRoutes(router, needs);
}

function listRoute(router: Router, needs: RouteNeeds): void {
  router.get('/managed-accounts', {
    auth: 'key',
    operationId: 'listManagedAccounts',
    summary: 'List your retailer accounts',
    description: 'Newest first. Passwords and TOTP secrets are never returned.',
    query: ListQuery,
    response: { 200: AccountList },
    async handler({ caller, query }) {
      const { search, ...page } = query;
      const { rows, total } = await listAccounts(needs.database.db, caller, search, page);
      const now = needs.clock.now();
      return { credentials: await Promise.all(rows.map((row) => presentAccount(needs, row, now))), total };
    },
  });
}

function createRoute(router: Router, needs: RouteNeeds): void {
  const { database, clock } = needs;
  router.post('/managed-accounts', {
    auth: 'manage',
    operationId: 'createManagedAccount',
    summary: 'Add a retailer account',
    description:
      'Orders can then be placed with your own account. Secrets are encrypted before they are stored and never returned. Supports Idempotency-Key.',
    isIdempotent: true,
    config: { findProblems: accountProblems },
    body: AccountBody,
    response: { 201: AccountView },
    errors: ['clock_advancing'],
    async handler(request, reply) {
      const { caller, body } = request;
      const accountRequest = accountRequestFrom(body);
      const once = onceOf(request, await withoutSecrets(needs, request, body));
      const testClock = await testClockOf(database.db, caller, body.test_clock);
      const create = async (tx: Tx) => {
        // The sandbox may have just been claimed.
        const accountId = (await lockAccountOfKey(tx, caller.keyId)) ?? caller.accountId;
        const row = await createAccount({ ...needs, tx }, { ...caller, accountId }, accountRequest);
        // Idempotent answers are stored in plain text, so leave the configuration out.
        const { retailer_config: _config, ...view } = await presentAccount(needs, row, clock.now());
        return { status: 201, text: JSON.stringify(view), resource: 'managed_account', resourceId: row.id };
      };
      const { text, isReplay } = await runOnTestClock(testClock, () =>
        runIdempotent({ db: database.db, clock }, once, create),
      );
      if (isReplay) reply.header('Idempotent-Replayed', 'true');
      // A repeated request has the same body, so take the configuration from it.
      const config = accountRequest.retailerConfig && fieldsOf(maskConfig(accountRequest.retailerConfig));
      return { ...JSON.parse(text), retailer_config: config };
    },
  });
}

/** Runs on the account's test clock. */
async function onClockOfAccount<T>(db: Db, caller: Caller, shortId: string, work: () => Promise<T>): Promise<T> {
  return caller.world === 'test' ? followClockOf(db, await findAccount(db, caller, shortId), work) : work();
}

function singleAccountRoutes(router: Router, needs: RouteNeeds): void {
  const { db } = needs.database;
  router.get('/managed-accounts/:short_id', {
    auth: 'key',
    operationId: 'getManagedAccount',
    summary: 'Get a retailer account',
    description: 'Returns its settings and whether it is paused or in use. Secrets are never returned.',
    params: AccountPath,
    response: { 200: AccountView },
    errors: ['not_found'],
    async handler({ caller, params }) {
      const row = await findAccount(db, caller, params.short_id);
      if (!row) throw notFound();
      return presentAccount(needs, row, needs.clock.now());
    },
  });
  router.put('/managed-accounts/:short_id', {
    auth: 'manage',
    operationId: 'updateManagedAccount',
    summary: 'Update a retailer account',
    description:
      'Changes only the fields you send. Null clears a field. A masked value that you send back stays as it is.',
    params: AccountPath,
    config: { findProblems: accountProblems },
    body: AccountChangesBody,
    response: { 200: AccountView },
    errors: ['not_found'],
    async handler({ caller, params, body }) {
      const changes = changesFrom(body);
      return onClockOfAccount(db, caller, params.short_id, async () => {
        const row = await inTransaction(db, (tx) => updateAccount({ ...needs, tx }, caller, params.short_id, changes));
        return presentAccount(needs, row, needs.clock.now());
      });
    },
  });
  router.delete('/managed-accounts/:short_id', {
    auth: 'manage',
    operationId: 'deleteManagedAccount',
    summary: 'Delete a retailer account',
    description:
      'Deletes its secrets too. Orders waiting for it fail with `login_failed`. Returns 409 while a job is using the account.',
    params: AccountPath,
    response: { 204: noContent('Deleted.') },
    errors: ['not_found', 'account_in_use'],
    async handler({ caller, params }) {
      await onClockOfAccount(db, caller, params.short_id, () =>
        inTransaction(db, (tx) => deleteAccount({ ...needs, tx }, caller, params.short_id)),
      );
    },
  });

  router.get('/managed-accounts/:short_id/events', {
    auth: 'key',
    operationId: 'listManagedAccountEvents',
    summary: "List a retailer account's events",
    description:
      'Received emails, used codes, logins, locks and pauses, newest first. Codes themselves are never shown.',
    params: AccountPath,
    query: PageQuery,
    response: { 200: EventList },
    errors: ['not_found'],
    async handler({ caller, params, query }) {
      const account = await findAccount(db, caller, params.short_id);
      if (!account) throw notFound();
      const { rows, total } = await listEvents(db, account.id, query, needs.clock.now());
      return { events: await Promise.all(rows.map((row) => presentEvent(needs.vault, row))), total };
    },
  });
}

function verifyRoute(router: Router, needs: RouteNeeds): void {
  router.post('/managed-accounts/:short_id/verify', {
    auth: 'manage',
    operationId: 'verifyManagedAccount',
    summary: 'Verify a retailer account',
    description:
      'Logs in to the retailer without buying anything. If it works, a pause that Errand set is lifted. If it fails, the account is paused.',
    params: AccountPath,
    body: VerifyBody,
    response: { 200: VerificationView },
    errors: ['not_found', 'account_in_use'],
    async handler(request) {
      const retailer = request.body?.retailer ?? null;
      const { rateLimitPerAddress, trustedProxies } = needs.config;
      const bucket = addressBucket(clientAddress(request, trustedProxies));
      const { short_id: shortId } = request.params;
      const asked = { shortId, retailer, addressBucket: rateLimitPerAddress === 0 ? null : bucket };
      return onClockOfAccount(needs.database.db, request.caller, shortId, async () => {
        const { answer, account } = await verifyAccount(needs, request.caller, asked);
        return presentVerification(answer, await presentAccount(needs, account, needs.clock.now()));
      });
    },
  });
}

function accountRequestFrom(body: AccountBody): AccountRequest {
  return {
    email: body.email,
    password: body.password ?? null,
    retailer: body.retailer ?? null,
    totpSecret: body.totp_secret ?? null,
    retailerConfig: body.retailer_config ?? null,
    isPaused: body.is_paused ?? false,
    cooldownMinutes: body.cooldown_minutes ?? null,
  };
}

function changesFrom(body: AccountChangesBody): Partial<AccountRequest> {
  return {
    ...(body.email === undefined ? {} : { email: body.email }),
    ...(body.password === undefined ? {} : { password: body.password }),
    ...(body.retailer === undefined ? {} : { retailer: body.retailer }),
    ...(body.totp_secret === undefined ? {} : { totpSecret: body.totp_secret }),
    ...(body.retailer_config === undefined ? {} : { retailerConfig: body.retailer_config }),
    ...(body.is_paused === undefined ? {} : { isPaused: body.is_paused }),
    ...(body.cooldown_minutes === undefined ? {} : { cooldownMinutes: body.cooldown_minutes }),
  };
}

const keyedHash = (key: Buffer, parts: string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');

/** Hashes bodies with a key, so a stolen table doesn't allow password guessing. */
async function withoutSecrets({ onceSecret }: RouteNeeds, request: FastifyRequest, body: AccountBody) {
  const header = request.headers['idempotency-key'];
  const { password, totp_secret, retailer_config, ...plain } = body;
  const secrets = JSON.stringify([password ?? null, totp_secret ?? null, retailer_config ?? null]);
  const salt = `${callerOf(request).accountId} ${header}`;
  const digest = header === undefined ? '' : keyedHash(await onceSecret(), [salt, secrets]);
  return { ...plain, digest };
}
