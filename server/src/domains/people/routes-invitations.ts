import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { Db } from '../../platform/database/index.ts';
import { noContent } from '../../platform/http/index.ts';
import { listMemberships, type Router } from '../access/accounts/index.ts';
import { answerInvitation, readInvitation } from './answer-invitation.ts';
import { presentOffer } from './present-team.ts';
import { ChooseBody, MeBody, Offer, OfferBody, TokenPath } from './schema-team.ts';
import type { PeopleSessions } from './sessions.ts';
import { writeName } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  sessions: PeopleSessions;
}

/** What a person does about themselves: answer an invitation, choose an account, say their name. */
export function invitedRoutes(router: Router, needs: Needs): void {
  const { sessions } = needs;
  router.get('/invitations/:token', {
    auth: 'person',
    operationId: 'getInvitation',
    summary: 'What you are invited to',
    description:
      'By the token of the mailed link. One that is unknown, used, taken back, too old or for another address is a 404.',
    params: TokenPath,
    response: { 200: Offer },
    errors: ['not_found'],
    handler: async ({ person, params }) => presentOffer(await readInvitation(needs, person, params.token)),
  });

  router.post('/invitations/:token', {
    auth: 'person',
    operationId: 'answerInvitation',
    summary: 'Accept or refuse an invitation, once',
    description: 'Accepting also chooses the account for this session.',
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
    summary: 'Act for another of your accounts',
    description: 'For this session, from now on. A page that was opened before goes on with the account that it shows.',
    config: { forgets: true },
    body: ChooseBody,
    response: { 204: noContent('Chosen.') },
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
    summary: 'Say what the others on your accounts call you',
    body: MeBody,
    response: { 204: noContent('Written.') },
    async handler({ person, body }) {
      const { id, accountId } = person;
      await writeName(db, id, body.name?.trim() || null);
      sessions.forgetAccount(accountId);
    },
  });
}
