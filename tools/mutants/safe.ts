import type { Guard } from './guard.ts';

const contract = (name: string): string => `server/test/contract/${name}.test.ts`;
const accounts = 'server/src/domains/accounts/';
const stores = 'server/src/domains/stores/';

/** Pages for the person at the machine, and what never reaches the log. */
const local: Guard[] = [
  {
    name: 'the local mailbox opens without its secret',
    file: 'server/src/main/dev-mail.ts',
    from: `if (!isAdmitted(access, request)) return refuse(reply);`,
    to: '',
    tests: [contract('dev-mail')],
  },
  {
    name: 'any secret opens the local mailbox',
    file: 'server/src/platform/secrets/local-access.ts',
    from: `timingSafeEqual(digestOf(given), digest)`,
    to: `timingSafeEqual(digestOf(given), digestOf(given))`,
    tests: [contract('dev-mail')],
  },
  {
    name: 'the log keeps tokens in links',
    file: 'server/src/platform/logger.ts',
    from: `['token=', `,
    to: `['no hint', `,
    tests: ['server/src/platform/logger.test.ts'],
  },
];

/** Live money needs a second factor. */
const factor: Guard[] = [
  {
    name: 'an operator moves live money without a second factor',
    file: `${accounts}guard.ts`,
    from: `if (await movesLive(request)) throw secondFactorNeeded`,
    to: `if (request === null) throw secondFactorNeeded`,
    tests: [contract('second-factor')],
  },
  {
    name: 'a code of the second factor counts for ever',
    file: `${accounts}model.ts`,
    from: `(life === 'session' || now < plusMs(provenAt, secondFactorKeptMs))`,
    to: `now > plusMs(provenAt, -secondFactorKeptMs)`,
    tests: [contract('second-factor')],
  },
  {
    name: 'a live wallet is taken for a sandbox wallet',
    file: 'server/src/domains/operator/routes-settings.ts',
    from: `fieldsOf(body).world !== 'test'`,
    to: `fieldsOf(body).world === 'none'`,
    tests: [contract('second-factor')],
  },
  {
    name: 'an unknown order counts as the sandbox',
    file: 'server/src/domains/orders/moves-live.ts',
    from: `?.world !== 'test'`,
    to: `?.world === 'live'`,
    tests: [contract('second-factor')],
  },
  {
    name: 'credentials of a store change while it is switched off, without a second factor',
    file: `${stores}routes.ts`,
    from: `if (enabled === false && Object.keys(more).length === 0) return false;`,
    to: `if (enabled === false) return false;`,
    tests: [contract('second-factor')],
  },
];

export const safeGuards: Guard[] = [...local, ...factor];
