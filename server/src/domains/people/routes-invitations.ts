import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { Db } from '../../platform/database/index.ts';
import { noContent } from '../../platform/http/index.ts';
import { listMemberships, type Router } from '../access/accounts/index.ts';
import { answerInvitation, readInvitation } from './answer-invitation.ts';
import { presentOffer } from './present.ts';
import { ChooseBody, MeBody, Offer, OfferBody, TokenPath } from './schema-team.ts';
import type { PeopleSessions } from './sessions.ts';
import { writeName } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  sessions: PeopleSessions;
}

/** What people change about themselves: answer an invitation, choose an account, set their name. */
export function invitedRoutes(router: Router, needs: Needs): void {
  const { sessions } = needs;
  router.get('/invitations/:token', {
    auth: 'person',
    operationId: 'getInvitation',
    summary: 'Get an invitation',
    description:
      'Shows the account that invited you. Needs the token from the emailed link. Returns 404 if the invitation was used, revoked or expired, or is for another email address.',
    params: TokenPath,
    response: { 200: Offer },
    errors: ['not_found'],
    handler: async ({ person, params }) => presentOffer(await readInvitation(needs, person, params.token)),
  });

  router.post('/invitations/:token', {
    auth: 'person',
    operationId: 'answerInvitation',
    summary: 'Accept or decline an invitation',
    description: 'Works once. If you accept, this session switches to the account.',
    config: { forgets: true },
    params: TokenPath,
    body: OfferBody,
    response: { 200: Offer },
    errors: ['not_found'],
    async handler({ person, params, body, headers }) {
      const { token } = params;
      const { accepted: isAccepted } = body;
      const answered = await answerInvitation(needs, person, { token, isAccepted });
      if (isAccepted) await sessions.choose(headers.cookie ?? '', answered.account_id);
      return presentOffer(answered);
    },
  });
  ownRoutes(router, needs);
}

function ownRoutes(router: Router, { db, sessions }: Needs): void {
  router.post('/me/account', {
    auth: 'person',
    operationId: 'chooseAccount',
    summary: 'Switch accounts',
    description:
      'Switches this session to another of your accounts. Pages that are already open stay on their account.',
    config: { forgets: true },
    body: ChooseBody,
    response: { 204: noContent('Switched.') },
    errors: ['not_found'],
    async handler({ person, body, headers }) {
      const accountId = body.account_id.toLowerCase();
      const own = await listMemberships(db, person.id);
      if (!own.some((each) => each.account_id === accountId)) throw notFound();
      await sessions.choose(headers.cookie ?? '', accountId);
    },
  });

  router.patch('/me', {
    auth: 'person',
    operationId: 'updateMe',
    summary: 'Update your name',
    description: 'Other people on your accounts see this name.',
    body: MeBody,
    response: { 204: noContent('Saved.') },
    async handler({ person, body }) {
      const { id, accountId } = person;
      await writeName(db, id, body.name?.trim() || null);
      sessions.forgetAccount(accountId);
    },
  });
}
