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
    summary: "Get a retailer account's link",
    description: 'Shows whether the account is linked, and what the user agreed to.',
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
    summary: 'Link a retailer account',
    description:
      "For stores that support UCP account linking: no password needed. The user agrees on the store's site. With a key, you get the page where the user starts.",
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
    summary: 'Finish linking a retailer account',
    description:
      "Takes the parameters from the store's redirect. Only the user who was sent to the store can finish, once, within 10 minutes.",
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
    summary: 'Unlink a retailer account',
    description:
      "Erases the account's tokens and revokes them with the store. Returns 409 while a job is using the account.",
    params: AccountPath,
    response: { 204: noContent('Unlinked.') },
    errors: ['not_found', 'account_in_use'],
    async handler({ caller, params }) {
      await inTransaction(needs.database.db, (tx) => unlinkAccount({ ...needs, tx }, caller, params.short_id));
    },
  });
}
