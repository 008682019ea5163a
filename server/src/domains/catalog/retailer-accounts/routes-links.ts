import { inTransaction } from '../../../platform/database/index.ts';
import { noContent } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import {
  finishLink,
  type LinkNeeds,
  linkPageUrl,
  presentLink,
  readLink,
  startLink,
  unlinkAccount,
} from './link-account.ts';
import { AccountPath } from './schema.ts';
import { LinkAnswerBody, LinkBeginView, LinkedView, LinkView } from './schema-links.ts';

export function linkRoutes(router: Router, needs: LinkNeeds): void {
  router.get('/managed-accounts/:short_id/link', {
    auth: 'key',
    operationId: 'getManagedAccountLink',
    summary: 'Whether an account is linked at its store',
    params: AccountPath,
    response: { 200: LinkView },
    errors: ['not_found'],
    async handler({ caller, params }) {
      const { short_id: shortId } = params;
      return presentLink(needs, { shortId, world: caller.world }, await readLink(needs, caller, shortId));
    },
  });
  router.post('/managed-accounts/:short_id/link', {
    auth: 'manage',
    operationId: 'linkManagedAccount',
    summary: 'Link an account at its store, without a password',
    description:
      'For stores that speak UCP and let their customers link accounts. A person agrees at the store; a key is told where a person begins.',
    params: AccountPath,
    response: { 200: LinkBeginView },
    errors: ['not_found', 'link_refused'],
    async handler({ caller, person, params }) {
      const { short_id: shortId } = params;
      if (!person) {
        await readLink(needs, caller, shortId);
        return { url: linkPageUrl(needs.publicUrl, shortId, caller.world), expires_at: null };
      }
      const { url, expiresAt } = await startLink(needs, { ...caller, email: person.email }, shortId);
      return { url, expires_at: expiresAt.toISOString() };
    },
  });
  finishRoutes(router, needs);
}

function finishRoutes(router: Router, needs: LinkNeeds): void {
  router.post('/managed-accounts/links', {
    auth: 'person',
    operationId: 'finishManagedAccountLink',
    summary: 'Hand in what the store answered',
    description: 'Only the person who was sent to the store, once, within ten minutes.',
    body: LinkAnswerBody,
    response: { 200: LinkedView },
    errors: ['not_found', 'account_in_use', 'link_refused'],
    async handler({ caller, person, body }) {
      const { state, code = null, iss = null, error = null } = body;
      const account = await finishLink(needs, { ...caller, email: person.email }, { state, code, iss, error });
      return { short_id: account.short_id };
    },
  });
  router.delete('/managed-accounts/:short_id/link', {
    auth: 'manage',
    operationId: 'unlinkManagedAccount',
    summary: 'End the link of an account',
    description: 'Its tokens are erased, and the store is told to forget them. While a job uses the account: 409.',
    params: AccountPath,
    response: { 204: noContent('It is linked no more.') },
    errors: ['not_found', 'account_in_use'],
    async handler({ caller, params }) {
      await inTransaction(needs.database.db, (tx) => unlinkAccount({ ...needs, tx }, caller, params.short_id));
    },
  });
}
