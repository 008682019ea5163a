import type { FastifyRequest } from 'fastify';
import { type Clock, secondMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { type Authenticator, createRouter, type Guard, type Router } from '../../access/accounts/index.ts';
import { findSandboxState } from '../../sandbox/index.ts';
import { claimDeviceKey } from './claim-device-key.ts';
import { decideDevice } from './decide-device.ts';
import { intervalMs, normalizeUserCode, statusAt, validMs } from './model.ts';
import { defaultScopes, requestDeviceCode } from './request-device-code.ts';
import {
  ApproveBody,
  Approved,
  CodePath,
  CodeView,
  DeviceCodeAnswer,
  DeviceCodeBody,
  Token,
  TokenBody,
} from './schema.ts';
import { findByUserCode } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  guard: Guard;
  authenticator: Authenticator;
  publicUrl: string;
  /** The mode of issued keys: live if there are live stores. */
  world: World;
}

const sourceLengthMax = 100;

export function deviceRoutes(app: App, needs: Needs): void {
  const router = createRouter(app, needs.guard, 'Sign-in');
  programRoutes(router, needs);
  personRoutes(router, needs);
}

function programRoutes(router: Router, needs: Needs): void {
  const { db, clock } = needs;
  router.post('/device/code', {
    auth: 'anyone',
    operationId: 'askForDeviceCode',
    summary: 'Request a key for an app',
    description:
      'Starts the device flow: the user approves in the browser, and the app receives its key directly. Send a sandbox key to let the user claim that sandbox too. A key that is not used for 90 days expires.',
    body: DeviceCodeBody,
    response: { 200: DeviceCodeAnswer },
    async handler(request, reply) {
      const name = request.body?.name ?? null;
      const source = request.headers['user-agent']?.slice(0, sourceLengthMax) ?? null;
      const scopes = request.body?.scopes ?? defaultScopes;
      const asked = { name, source, scopes, sandboxAccountId: await sandboxOf(needs, request) };
      const { deviceCode, userCode } = await requestDeviceCode({ db, clock }, asked);
      const page = `${needs.publicUrl}/device`;
      reply.header('cache-control', 'no-store');
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${userCode}`,
        expires_in: validMs / secondMs,
        interval: intervalMs / secondMs,
        human_message: `Open ${page} and enter ${userCode} to give this app a key.`,
        next:
          'Show human_message to your user. Then send {"device_code": …} to POST ' +
          `${needs.publicUrl}/device/token every ${intervalMs / secondMs} seconds until it returns 200.`,
      };
    },
  });

  router.post('/device/token', {
    auth: 'anyone',
    operationId: 'fetchDeviceKey',
    summary: 'Get the approved key',
    description:
      'Returns the key once. Until the user approves, you get a 400 that says what to do: `authorization_pending`, `slow_down`, `access_denied` or `expired_token`.',
    body: TokenBody,
    response: { 200: Token },
    errors: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token'],
    async handler({ body }, reply) {
      reply.header('cache-control', 'no-store');
      return claimDeviceKey({ db, clock, world: needs.world }, body.device_code);
    },
  });
}

/** The unclaimed sandbox whose key was sent, if any. */
async function sandboxOf(
  { db }: Needs,
  { caller, person }: Pick<FastifyRequest, 'caller' | 'person'>,
): Promise<string | null> {
  if (!caller || person || caller.world !== 'test' || caller.orderId !== null) return null;
  const { is_provisional: isProvisional } = await findSandboxState(db, caller.accountId);
  return isProvisional ? caller.accountId : null;
}

function personRoutes(router: Router, { db, clock, authenticator }: Needs): void {
  router.get('/device/codes/:user_code', {
    auth: 'anyone',
    operationId: 'getDeviceCode',
    summary: 'Get a key request',
    description: 'Shows which app is requesting a key, so that you can decide.',
    params: CodePath,
    response: { 200: CodeView },
    errors: ['not_found'],
    async handler({ params }) {
      const row = await findByUserCode(db, normalizeUserCode(params.user_code));
      if (!row) throw notFound();
      return {
        user_code: row.user_code,
        name: row.name,
        source: row.source,
        scopes: row.scopes,
        sandbox_attached: row.sandbox_account_id !== null,
        starter_credit_cents: 0,
        status: statusAt(row, clock.now()),
      };
    },
  });

  router.post('/device/approve', {
    auth: 'person',
    operationId: 'approveDevice',
    summary: 'Approve or deny a key request',
    description:
      'A signed-in user approves or denies the app that shows this code. They can grant fewer scopes than requested. An unknown, expired or already used code returns 404.',
    body: ApproveBody,
    response: { 200: Approved },
    errors: ['not_found'],
    async handler({ person, body }) {
      const { user_code: userCode, granted, scopes = null } = body;
      const answer = { userCode, isGranted: granted, scopes };
      const { row, status, claimedAccountId } = await decideDevice({ db, clock }, person, answer);
      if (claimedAccountId !== null) authenticator.forgetAccount(claimedAccountId);
      const claimed = claimedAccountId === null ? '' : " The app's sandbox moved to your account.";
      const message = granted ? `The app now has its key.${claimed}` : 'The app was denied a key.';
      return { status, name: row.name, message };
    },
  });
}
