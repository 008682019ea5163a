import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { App } from '../../platform/http/index.ts';
import { errors, everyBody, validationError } from '../../wire/index.ts';
import { type Authenticator, type Guard, personOf } from '../access/accounts/index.ts';
import { claimSandbox } from './claim-sandbox.ts';
import { claimedWords } from './model.ts';
import { previewClaim } from './preview-claim.ts';
import { Claimable, ClaimBody, Claimed, ClaimPath } from './schema.ts';

export interface ClaimRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  authenticator: Authenticator;
}

export function claimRoutes(app: App, { database, clock, guard, authenticator }: ClaimRouteNeeds): void {
  const { db } = database;
  app.get(
    '/sandbox/claim/:token',
    {
      onRequest: guard.anyone,
      schema: {
        operationId: 'previewSandboxClaim',
        tags: ['Sandbox'],
        summary: 'What claiming a sandbox would bring',
        description: 'An unknown, used or expired link is 404.',
        security: [],
        params: ClaimPath,
        response: {
          200: Claimable,
          422: validationError,
          ...errors('not_found', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => {
      const preview = await previewClaim({ db, clock }, request.params.token);
      return {
        orders: preview.orders,
        keys: preview.keys,
        balance_cents: preview.balanceCents,
        created_at: preview.createdAt.toISOString(),
      };
    },
  );

  app.post(
    '/sandbox/claim',
    {
      onRequest: guard.person,
      schema: {
        operationId: 'claimSandbox',
        tags: ['Sandbox'],
        summary: 'Make a sandbox yours',
        description: 'Its orders, play money and keys move to your account in one step, once. The keys keep working.',
        security: [{ session: [] }],
        body: ClaimBody,
        response: {
          200: Claimed,
          422: validationError,
          ...errors('unauthorized', 'not_found', ...everyBody, 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => {
      const { accountId, email } = personOf(request);
      const { sandboxAccountId, ordersMoved, keysMoved } = await claimSandbox({ db, clock }, request.body.token, {
        accountId,
        email,
      });
      authenticator.forgetAccount(sandboxAccountId);
      return {
        claimed: true,
        orders_moved: ordersMoved,
        keys_moved: keysMoved,
        message: claimedWords(ordersMoved, keysMoved),
      };
    },
  );
}
