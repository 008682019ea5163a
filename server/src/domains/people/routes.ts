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
  /** Starts the job that erases deleted accounts. */
  eraseSoon(): Promise<void>;
}

export function peopleRoutes(app: App, needs: RouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Account');
  router.get('/me', {
    auth: 'person',
    operationId: 'getMe',
    summary: 'Get the signed-in user',
    description: 'Returns who you are, the account you are using and your other accounts.',
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
    summary: 'Sign out everywhere',
    description: 'Ends all your sessions, including this one, within a second. Keys keep working.',
    response: { 204: noContent('Signed out.') },
    async handler({ person }, reply) {
      await needs.sessions.endAllOf(person.id);
      reply.header('set-cookie', clearedCookie(needs.config.publicUrl));
    },
  });
  router.delete('/me', {
    auth: 'person',
    operationId: 'deleteMe',
    summary: 'Delete your account',
    description:
      'Sessions and keys end right away. A job then erases addresses, retailer accounts, messages, webhooks and files. Ledger entries that must be kept no longer identify you. Returns 409 while orders are open, real money is in the wallet, or the account has other members.',
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
    summary: 'Check how sign-in emails are delivered',
    description:
      'Without a mail server, sign-in emails stay on the server: in a local mailbox, or in the `mail` folder of its data directory.',
    response: { 200: SignInHint },
    handler: async () => ({ mail: isKept ? ('kept' as const) : ('sent' as const), mailbox_url: mailboxUrl }),
  });
}
