import { Type } from 'typebox';
import { inTransaction } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, everyUnscopedRoute, validationError } from '../../../wire/index.ts';
import { callerOf, type Guard, personOf } from '../../access/accounts/index.ts';
import {
  beginLink,
  finishLink,
  type LinkNeeds,
  linkOf,
  linkPageUrl,
  presentLink,
  unlinkAccount,
} from './link-account.ts';
import { AccountPath } from './schema.ts';
import { LinkAnswerBody, LinkBeginView, LinkedView, LinkView } from './schema-links.ts';

const shared = { tags: ['Managed accounts'], security: [{ bearer: [] }] };

export function linkRoutes(app: App, needs: LinkNeeds & { guard: Guard }): void {
  readRoute(app, needs);
  beginRoute(app, needs);
  finishRoute(app, needs);
  unlinkRoute(app, needs);
}

type Needs = LinkNeeds & { guard: Guard };

function readRoute(app: App, needs: Needs): void {
  app.get(
    '/managed-accounts/:short_id/link',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'getManagedAccountLink',
        summary: 'Whether an account is linked at its store',
        params: AccountPath,
        response: { 200: LinkView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => {
      const { short_id: shortId } = request.params;
      const caller = callerOf(request);
      return presentLink(needs, { shortId, world: caller.world }, await linkOf(needs, caller, shortId));
    },
  );
}

function beginRoute(app: App, needs: Needs): void {
  app.post(
    '/managed-accounts/:short_id/link',
    {
      onRequest: needs.guard.manage,
      schema: {
        ...shared,
        operationId: 'linkManagedAccount',
        summary: 'Link an account at its store, without a password',
        description:
          'For stores that speak UCP and let their customers link accounts. A person agrees at the store; a key is told where a person begins.',
        params: AccountPath,
        response: { 200: LinkBeginView, 422: validationError, ...errors(...everyRoute, 'not_found', 'link_refused') },
      },
    },
    async (request) => {
      const { short_id: shortId } = request.params;
      const caller = callerOf(request);
      if (!request.person) {
        await linkOf(needs, caller, shortId);
        return { url: linkPageUrl(needs.publicUrl, shortId, caller.world), expires_at: null };
      }
      const { url, expiresAt } = await beginLink(needs, { ...caller, email: request.person.email }, shortId);
      return { url, expires_at: expiresAt.toISOString() };
    },
  );
}

function finishRoute(app: App, needs: Needs): void {
  app.post(
    '/managed-accounts/links',
    {
      onRequest: needs.guard.person,
      schema: {
        tags: ['Managed accounts'],
        security: [{ session: [] }],
        operationId: 'finishManagedAccountLink',
        summary: 'Hand in what the store answered',
        description: 'Only the person who was sent to the store, once, within ten minutes.',
        body: LinkAnswerBody,
        response: {
          200: LinkedView,
          422: validationError,
          ...errors(...everyUnscopedRoute, ...everyBody, 'not_found', 'account_in_use', 'link_refused'),
        },
      },
    },
    async (request) => {
      const { state, code = null, iss = null, error = null } = request.body;
      const { email } = personOf(request);
      const account = await finishLink(needs, { ...callerOf(request), email }, { state, code, iss, error });
      return { short_id: account.short_id };
    },
  );
}

function unlinkRoute(app: App, needs: Needs): void {
  app.delete(
    '/managed-accounts/:short_id/link',
    {
      onRequest: needs.guard.manage,
      schema: {
        ...shared,
        operationId: 'unlinkManagedAccount',
        summary: 'End the link of an account',
        description: 'Its tokens are erased, and the store is told to forget them. While a job uses the account: 409.',
        params: AccountPath,
        response: {
          204: Type.Null({ description: 'It is linked no more.' }),
          422: validationError,
          ...errors(...everyRoute, 'not_found', 'account_in_use'),
        },
      },
    },
    async (request, reply) => {
      await inTransaction(needs.database.db, (tx) =>
        unlinkAccount({ ...needs, tx }, callerOf(request), request.params.short_id),
      );
      return reply.code(204).send(null);
    },
  );
}
