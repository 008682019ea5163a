import type { Guard } from './guard.ts';

const contract = (name: string): string => `server/test/contract/${name}.test.ts`;
const accounts = 'server/src/domains/access/accounts/';
const stores = 'server/src/domains/catalog/stores/';

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
    from: `if (await movesLive(request)) throw secondFactorRequired`,
    to: `if (request === null) throw secondFactorRequired`,
    tests: [contract('second-factor')],
  },
  {
    name: 'a code of the second factor counts for ever',
    file: `${accounts}model.ts`,
    from: `(life === 'session' || now < plusMs(provenAt, secondFactorValidMs))`,
    to: `now > plusMs(provenAt, -secondFactorValidMs)`,
    tests: [contract('second-factor')],
  },
  {
    name: 'an operator decides a live purchase to review without a second factor',
    file: 'server/src/domains/orders/orders/answer-action.ts',
    from: `    requireFactor(given, order, action, clock.now());\n`,
    to: '',
    tests: ['server/test/journeys/review-mode.test.ts'],
  },
  {
    name: 'an operator fails a live desk order without a second factor',
    file: 'server/src/domains/orders/desk/routes.ts',
    from: `auth: guard.operatorMoney(movesLiveOrder(database), 'session'),`,
    to: `auth: 'operator',`,
    tests: [contract('second-factor')],
  },
  {
    name: 'limits of a live key change without a second factor',
    file: 'server/src/domains/operations/operator/routes-subjects.ts',
    from: `auth: guard.operatorMoney(isLive),`,
    to: `auth: 'operator',`,
    tests: [contract('second-factor')],
  },
  {
    name: 'a live key is unfrozen without a second factor',
    file: 'server/src/domains/operations/operator/routes-subjects.ts',
    from: `fieldsOf(request.body).frozen !== true && (await isLive(request))`,
    to: `fieldsOf(request.body).frozen !== true && (await isLive(request)) && false`,
    tests: [contract('second-factor')],
  },
  {
    name: 'a code confirms a secret that it was not made with',
    file: 'server/src/domains/people/sql-factors.ts',
    from: ` and sealed = \${sealed}`,
    to: '',
    tests: [contract('second-factor')],
  },
  {
    name: 'a live wallet is taken for a sandbox wallet',
    file: 'server/src/domains/operations/operator/routes-settings.ts',
    from: `fieldsOf(body).world !== 'test'`,
    to: `fieldsOf(body).world === 'none'`,
    tests: [contract('second-factor')],
  },
  {
    name: 'an unknown order counts as the sandbox',
    file: 'server/src/domains/orders/orders/read-order.ts',
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

const audit = [contract('audit-chain')];
const policyChain = 'server/src/domains/access/policies/sql-chain.ts';
const operatorChain = 'server/src/domains/operations/operator/sql-chain.ts';

/** What a person leaves behind on an account. */
const leaving: Guard[] = [
  {
    name: 'keys of a removed person are not revoked',
    file: 'server/src/domains/people/change-team.ts',
    from: `revoked = await revokeKeysCreatedBy(tx, made, clock.now());`,
    to: 'void made;',
    tests: [contract('keys')],
  },
  {
    name: 'keys of other people are revoked with a removed person',
    file: 'server/src/domains/access/accounts/sql.ts',
    from: `and created_by = \${personId} and revoked_at is null`,
    to: `and \${personId}::uuid is not null and revoked_at is null`,
    tests: [contract('keys')],
  },
];

/** Unsafe settings are reported. */
const settings: Guard[] = [
  {
    name: 'doctor passes unsafe settings where real money can move',
    file: 'server/src/main/doctor.ts',
    from: `isLive && findings.some(({ severity }) => severity === 'unsafe')`,
    to: `isLive && findings.length < 0`,
    tests: ['server/src/main/doctor.test.ts'],
  },
  {
    name: 'doctor forgets a proxy that was seen',
    file: 'server/src/main/watch-proxies.ts',
    from: `if (!hasProxyHeaders(request)) return;`,
    to: `if (request !== null) return;`,
    tests: [contract('operator')],
    title: 'notices a proxy',
  },
];

/** The audit chains cannot be changed unnoticed. */
const chains: Guard[] = [
  {
    name: 'links of audit chains have no key',
    file: 'server/src/platform/secrets/audit-keys.ts',
    from: `keys.some((key) => isEqual(`,
    to: `keys.some((key) => true || isEqual(`,
    tests: audit,
  },
  {
    name: 'a chain with recomputed plain hashes passes',
    file: policyChain,
    from: `if (keys.plainUntil !== null && row.created_at >= keys.plainUntil) return false;`,
    to: '',
    tests: audit,
  },
  {
    name: 'a truncated audit chain passes',
    file: 'server/src/kit/audit-heads.ts',
    from: `length < longest ?`,
    to: `length < 0 ?`,
    tests: audit,
  },
  {
    name: 'a re-created audit chain passes',
    file: 'server/src/kit/audit-heads.ts',
    from: `if (exported === undefined || exported === hash.toString('hex')) return null;`,
    to: `if (exported !== '') return null;`,
    tests: audit,
  },
  {
    name: 'a removed chain of decisions passes',
    file: policyChain,
    from: `...(await findMissingChains(executor, checks.heads))`,
    to: '',
    tests: audit,
  },
  {
    name: 'a removed entry of the operators passes',
    file: operatorChain,
    from: `else if (link.entry === null) note`,
    to: `else if (link.entry === null && position < 0) note`,
    tests: audit,
  },
  {
    name: 'an entry of the operators without a link passes',
    file: operatorChain,
    from: `note(0, \`entry \${id} has no link\`)`,
    to: `note(id, null)`,
    tests: audit,
  },
  {
    name: 'links cannot be verified after a rotation of the master key',
    file: 'server/src/platform/secrets/audit-keys.ts',
    from: `[vault.deriveKey(purpose), ...retired]`,
    to: `[vault.deriveKey(purpose)]`,
    tests: audit,
  },
];

const leftOutStore = 'server/src/connectors/left-out.ts';
const leftOutTests = ['server/test/contract/plugins-left-out.test.ts', 'server/src/connectors/left-out.test.ts'];

/** Stores whose plug-in is left out. */
const leftOut: Guard[] = [
  {
    name: 'left out: a store says that nothing was bought there',
    file: leftOutStore,
    from: `find: async () => ({ kind: 'unsure', message })`,
    to: `find: async () => ({ kind: 'absent' })`,
    tests: leftOutTests,
  },
  {
    name: 'left out: a purchase is not tracked any more',
    file: leftOutStore,
    from: `track: unreachable,`,
    to: '',
    tests: leftOutTests,
  },
  {
    name: 'left out: a store forgets to tell of an ended link',
    file: leftOutStore,
    from: `revoke: async () => ({ kind: 'later', message })`,
    to: `revoke: async () => ({ kind: 'done' })`,
    tests: leftOutTests,
  },
  {
    name: 'left out: a store is changed without a check',
    file: 'server/src/domains/catalog/stores/save-store.ts',
    from: `if (kind.leftOut !== undefined && !isOnlySwitched)`,
    to: `if (kind.leftOut === '')`,
    tests: leftOutTests,
  },
];

/** What a free key may store. */
const files: Guard[] = [
  {
    name: 'a sandbox account fills the disk with case files',
    file: 'server/src/domains/delivery/cases/attachments.ts',
    from: `+ bytes.length > sandboxBytesMax`,
    to: `+ bytes.length < 0`,
    tests: ['server/test/races/sandbox-files.test.ts'],
  },
  {
    name: 'two case files of a sandbox account take the last place at once',
    file: 'server/src/domains/delivery/cases/attachments.ts',
    from: `await lockSandboxFiles(tx, file.orderId);`,
    to: '',
    tests: ['server/test/races/sandbox-files.test.ts'],
  },
];

export const safeGuards: Guard[] = [...local, ...factor, ...leaving, ...settings, ...chains, ...leftOut, ...files];
