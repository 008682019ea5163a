import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Authenticator, Router } from '../access/accounts/index.ts';
import { claimSandbox, previewClaim } from './claim-sandbox.ts';
import { claimedText } from './model.ts';
import { Claimable, ClaimBody, Claimed, ClaimPath } from './schema.ts';

export interface ClaimRouteNeeds {
  database: Database;
  clock: Clock;
  authenticator: Authenticator;
}

export function claimRoutes(router: Router, { database, clock, authenticator }: ClaimRouteNeeds): void {
  const { db } = database;
  router.get('/sandbox/claim/:token', {
    auth: 'anyone',
    operationId: 'previewSandboxClaim',
    summary: 'Preview a sandbox claim',
    description: 'What claiming the sandbox would move to your account. An unknown, used or expired link returns 404.',
    params: ClaimPath,
    response: { 200: Claimable },
    errors: ['not_found'],
    async handler({ params }) {
      const preview = await previewClaim({ db, clock }, params.token);
      return {
        orders: preview.orders,
        keys: preview.keys,
        balance_cents: preview.balanceCents,
        created_at: preview.createdAt.toISOString(),
      };
    },
  });

  router.post('/sandbox/claim', {
    auth: 'person',
    operationId: 'claimSandbox',
    summary: 'Claim a sandbox',
    description: 'Moves its orders, test money and keys to your account, once. The keys keep working.',
    body: ClaimBody,
    response: { 200: Claimed },
    errors: ['not_found'],
    async handler({ person, body }) {
      const { accountId, email } = person;
      const { sandboxAccountId, ordersMoved, keysMoved } = await claimSandbox({ db, clock }, body.token, {
        accountId,
        email,
      });
      authenticator.forgetAccount(sandboxAccountId);
      return {
        claimed: true,
        orders_moved: ordersMoved,
        keys_moved: keysMoved,
        message: claimedText(ordersMoved, keysMoved),
      };
    },
  });
}
