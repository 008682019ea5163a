import { Type } from 'typebox';
import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { Db } from '../../platform/database/index.ts';
import type { App } from '../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../wire/index.ts';
import { type Guard, listMemberships, personOf } from '../access/accounts/index.ts';
import { answerInvitation, readInvitation } from './answer-invitation.ts';
import { presentOffer } from './present-team.ts';
import { ChooseBody, MeBody, Offer, OfferBody, TokenPath } from './schema-team.ts';
import type { PeopleSessions } from './sessions.ts';
import { writeName } from './sql.ts';

const shared = { tags: ['Account'], security: [{ session: [] }] };
const bodyRoute = [...everyRoute, ...everyBody] as const;

interface Needs {
  db: Db;
  clock: Clock;
  guard: Guard;
  sessions: PeopleSessions;
}

/** What a person does about themselves: answer an invitation, choose an account, say their name. */
export function invitedRoutes(app: App, needs: Needs): void {
  const { guard, sessions } = needs;
  app.get(
    '/invitations/:token',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'getInvitation',
        summary: 'What you are invited to',
        description:
          'By the token of the mailed link. One that is unknown, used, taken back, too old or for another address is a 404.',
        params: TokenPath,
        response: { 200: Offer, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => presentOffer(await readInvitation(needs, personOf(request), request.params.token)),
  );

  app.post(
    '/invitations/:token',
    {
      onRequest: guard.person,
      config: { forgets: true },
      schema: {
        ...shared,
        operationId: 'answerInvitation',
        summary: 'Accept or refuse an invitation, once',
        description: 'Accepting also chooses the account for this session.',
        params: TokenPath,
        body: OfferBody,
        response: { 200: Offer, 422: validationError, ...errors(...bodyRoute, 'not_found') },
      },
    },
    async (request) => {
      const { token } = request.params;
      const { accepted: isAccepted } = request.body;
      const person = personOf(request);
      const answered = await answerInvitation(needs, person, { token, isAccepted });
      if (isAccepted) await sessions.choose(request.headers.cookie ?? '', answered.account_id);
      return presentOffer(answered);
    },
  );
  ownRoutes(app, needs);
}

function ownRoutes(app: App, { db, guard, sessions }: Needs): void {
  app.post(
    '/me/account',
    {
      onRequest: guard.person,
      config: { forgets: true },
      schema: {
        ...shared,
        operationId: 'chooseAccount',
        summary: 'Act for another of your accounts',
        description:
          'For this session, from now on. A page that was opened before goes on with the account that it shows.',
        body: ChooseBody,
        response: {
          204: Type.Null({ description: 'Chosen.' }),
          422: validationError,
          ...errors(...bodyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const accountId = request.body.account_id.toLowerCase();
      const own = await listMemberships(db, personOf(request).id);
      if (!own.some((each) => each.account_id === accountId)) throw notFound();
      await sessions.choose(request.headers.cookie ?? '', accountId);
      return reply.code(204).send(null);
    },
  );

  app.patch(
    '/me',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'updateMe',
        summary: 'Say what the others on your accounts call you',
        body: MeBody,
        response: { 204: Type.Null({ description: 'Written.' }), 422: validationError, ...errors(...bodyRoute) },
      },
    },
    async (request, reply) => {
      const { id, accountId } = personOf(request);
      await writeName(db, id, request.body.name?.trim() || null);
      sessions.forgetAccount(accountId);
      return reply.code(204).send(null);
    },
  );
}
