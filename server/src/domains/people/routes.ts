import type { Clock } from '../../kit/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/index.ts';
import { type App, isOnlyForThisMachine, noContent } from '../../platform/http/index.ts';
import {
  type Authenticator,
  createRouter,
  type Guard,
  listMemberships,
  type Router,
} from '../access/accounts/index.ts';
import { listClaims } from '../sandbox/index.ts';
import { clearedCookie } from './cookie.ts';
import { deleteAccount } from './delete-account.ts';
import { presentMe } from './present.ts';
import { Me, SignInHint } from './schema.ts';
import type { PeopleSessions } from './sessions.ts';
import { findJoined } from './sql.ts';

interface RouteNeeds {
  config: Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailInPort' | 'plugins'>;
  db: Db;
  guard: Guard;
  sessions: PeopleSessions;
  clock: Clock;
  authenticator: Authenticator;
  /** Has the job run that erases deleted accounts. */
  eraseSoon(): Promise<void>;
}

export function peopleRoutes(app: App, needs: RouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Account');
  router.get('/me', {
    auth: 'person',
    operationId: 'getMe',
    summary: 'Who is signed in',
    response: { 200: Me },
    async handler({ person }) {
      const joinedAt = await findJoined(needs.db, person.id);
      const claims = await listClaims(needs.db, person.accountId);
      const memberships = await listMemberships(needs.db, person.id);
      const { mailInPort, plugins } = needs.config;
      return presentMe(person, { joinedAt, claims, memberships, receivesMail: mailInPort !== null, plugins });
    },
  });

  router.post('/me/sign-out-everywhere', {
    auth: 'person',
    operationId: 'signOutEverywhere',
    summary: 'End all of your sessions, this one too',
    description: 'At once here, within a second in other processes. Keys are not touched.',
    response: { 204: noContent('Signed out.') },
    async handler({ person }, reply) {
      await needs.sessions.endAllOf(person.id);
      reply.header('set-cookie', clearedCookie(needs.config.publicUrl));
    },
  });
  router.delete('/me', {
    auth: 'person',
    operationId: 'deleteMe',
    summary: 'Delete your account and all that is personal in it',
    description:
      'Sessions and keys end at once; a job erases addresses, accounts at retailers, messages, webhooks and files. What the ' +
      'ledger must keep stays without you. Refused while orders are open, real money is on the wallet or other people belong to it.',
    response: { 204: noContent('Deleted.') },
    errors: ['account_in_use'],
    async handler({ person }, reply) {
      await deleteAccount(needs, person);
      needs.authenticator.forgetAccount(person.accountId);
      await needs.eraseSoon();
      reply.header('set-cookie', clearedCookie(needs.config.publicUrl));
    },
  });
  hintRoute(router, needs);
}

function hintRoute(router: Router, { config }: RouteNeeds): void {
  const isKept = config.smtpUrl === null;
  const mailboxUrl = isKept && isOnlyForThisMachine(config.publicUrl) ? '/dev/mail' : null;
  router.get('/me/sign-in-hint', {
    auth: 'anyone',
    operationId: 'getSignInHint',
    summary: 'Where sign-in mail goes on this server',
    description:
      'Without a mail server it stays on the machine of the service: in its local mailbox, or in the folder `mail` of its data.',
    response: { 200: SignInHint },
    handler: async () => ({ mail: isKept ? ('kept' as const) : ('sent' as const), mailbox_url: mailboxUrl }),
  });
}
