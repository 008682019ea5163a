import { Type } from 'typebox';
import type { Clock } from '../../kit/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/index.ts';
import { type App, isOnlyForThisMachine } from '../../platform/http/index.ts';
import { errors, everyUnscopedRoute, validationError } from '../../wire/index.ts';
import { type Authenticator, type Guard, listMemberships, personOf } from '../access/accounts/index.ts';
import { listClaims } from '../sandbox/index.ts';
import { clearedCookie } from './cookie.ts';
import { deleteAccount } from './delete-account.ts';
import { presentMe } from './present.ts';
import { Me, SignInHint } from './schema.ts';
import type { PeopleSessions } from './sessions.ts';
import { findJoined } from './sql.ts';

interface RouteNeeds {
  config: Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailInPort'>;
  db: Db;
  guard: Guard;
  sessions: PeopleSessions;
  clock: Clock;
  authenticator: Authenticator;
  /** Has the job run that erases deleted accounts. */
  eraseSoon(): Promise<void>;
}

const shared = { tags: ['Account'], security: [{ session: [] }] };

export function peopleRoutes(app: App, needs: RouteNeeds): void {
  app.get(
    '/me',
    {
      onRequest: needs.guard.person,
      schema: {
        ...shared,
        operationId: 'getMe',
        summary: 'Who is signed in',
        response: { 200: Me, 422: validationError, ...errors(...everyUnscopedRoute) },
      },
    },
    async (request) => {
      const person = personOf(request);
      const joinedAt = await findJoined(needs.db, person.id);
      const claims = await listClaims(needs.db, person.accountId);
      const memberships = await listMemberships(needs.db, person.id);
      return presentMe(person, { joinedAt, claims, memberships, receivesMail: needs.config.mailInPort !== null });
    },
  );

  app.post(
    '/me/sign-out-everywhere',
    {
      onRequest: needs.guard.person,
      schema: {
        ...shared,
        operationId: 'signOutEverywhere',
        summary: 'End all of your sessions, this one too',
        description: 'At once here, within a second in other processes. Keys are not touched.',
        response: { 204: Type.Null({ description: 'Signed out.' }), ...errors(...everyUnscopedRoute) },
      },
    },
    async (request, reply) => {
      await needs.sessions.endAllOf(personOf(request).id);
      return reply.header('set-cookie', clearedCookie(needs.config.publicUrl)).code(204).send(null);
    },
  );
  app.delete(
    '/me',
    {
      onRequest: needs.guard.person,
      schema: {
        ...shared,
        operationId: 'deleteMe',
        summary: 'Delete your account and all that is personal in it',
        description:
          'Sessions and keys end at once; a job erases addresses, accounts at retailers, messages, webhooks and files. What the ' +
          'ledger must keep stays without you. Refused while orders are open, real money is on the wallet or other people belong to it.',
        response: {
          204: Type.Null({ description: 'Deleted.' }),
          ...errors(...everyUnscopedRoute, 'forbidden', 'account_in_use'),
        },
      },
    },
    async (request, reply) => {
      await deleteAccount(needs, personOf(request));
      needs.authenticator.forgetAccount(personOf(request).accountId);
      await needs.eraseSoon();
      return reply.header('set-cookie', clearedCookie(needs.config.publicUrl)).code(204).send(null);
    },
  );
  hintRoute(app, needs);
}

function hintRoute(app: App, { config, guard }: RouteNeeds): void {
  const isKept = config.smtpUrl === null;
  const mailboxUrl = isKept && isOnlyForThisMachine(config.publicUrl) ? '/dev/mail' : null;
  app.get(
    '/me/sign-in-hint',
    {
      onRequest: guard.anyone,
      schema: {
        operationId: 'getSignInHint',
        tags: ['Account'],
        summary: 'Where sign-in mail goes on this server',
        description:
          'Without a mail server it stays on the machine of the service: in its local mailbox, or in the folder `mail` of its data.',
        security: [],
        response: { 200: SignInHint, ...errors('rate_limit_exceeded', 'service_unavailable') },
      },
    },
    async () => ({ mail: isKept ? ('kept' as const) : ('sent' as const), mailbox_url: mailboxUrl }),
  );
}
