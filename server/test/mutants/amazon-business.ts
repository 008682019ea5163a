import type { Guard } from './guard.ts';

const amazon = 'server/src/connectors/amazon-business/';
const tests = [`${amazon}amazon-business.test.ts`];
const turnTests = ['server/test/races/call-turns.test.ts'];

/** What keeps a purchase at Amazon from being made twice, lost, or paid too dear. */
export const amazonGuards: Guard[] = [
  {
    name: 'amazon: an order without a signature counts as bought',
    file: `${amazon}order-answer.ts`,
    from: 'return isSigned && portions.length > 0 &&',
    to: 'return portions.length > 0 &&',
    tests,
  },
  {
    name: 'amazon: an accepted item without an order identifier counts as bought',
    file: `${amazon}order-answer.ts`,
    from: 'portions.every((portion) => orderIdsOf(portion).length > 0)',
    to: 'portions.every((portion) => orderIdsOf(portion).length >= 0)',
    tests,
  },
  {
    name: 'amazon: an answer outside of the protocol is a refusal',
    file: `${amazon}api.ts`,
    from: 'if (!nothingDone.has(reply.status)) {',
    to: 'if (reply.status > 1000) {',
    tests,
  },
  {
    name: 'amazon: a lost answer is a block, and the order is bought again',
    file: `${amazon}api.ts`,
    from: "const mayHaveWorked = reply.kind === 'answered' ? !isLimited : reply.wasSent;",
    to: 'const mayHaveWorked = false;',
    tests,
  },
  {
    name: 'amazon: an id is sent again without a look',
    file: `${amazon}prepare.ts`,
    from: 'const before = request.earlier ? await findEarlier(needs, request, call) : null;',
    to: 'const before = null;',
    tests,
  },
  {
    name: 'amazon: an order that could not be looked up is taken for absent',
    file: `${amazon}find.ts`,
    from: "if (seen.kind === 'failed') return unsureAnswer(seen.problem.message);",
    to: "if (seen.kind === 'failed') return { kind: 'absent' };",
    tests,
  },
  {
    name: 'amazon: a used id is a refusal while the order is not shown yet',
    file: `${amazon}submit.ts`,
    from: "if (seen.kind === 'failed' || request.earlier) return unknownOutcome(message);",
    to: "if (seen.kind === 'failed') return unknownOutcome(message);",
    tests,
  },
  {
    name: 'amazon: the tolerance of the account is not taken off',
    file: `${amazon}order-body.ts`,
    from: 'expectationFor(cents, options.tolerancePercent)',
    to: 'expectationFor(cents, 0)',
    tests,
  },
  {
    name: 'amazon: charges that do not add up are quoted',
    file: `${amazon}order-price.ts`,
    from: 'if (goods !== shown) return null;',
    to: '',
    tests,
  },
  {
    name: 'amazon: a discount of an unknown sign is added',
    file: `${amazon}order-price.ts`,
    from: "type === 'DISCOUNT' ? cents > 0 : cents < 0",
    to: 'cents < 0 && type.length === 0',
    tests,
  },
  {
    name: 'amazon: a trial buys',
    file: `${amazon}order-body.ts`,
    from: "attributes: [...attributesOf(options, request), { attributeType: 'TrialMode' }],",
    to: 'attributes: attributesOf(options, request),',
    tests,
  },
  {
    name: 'amazon: a canceled order in the report counts as bought',
    file: `${amazon}reports.ts`,
    from: 'if (held) return unsureAnswer(',
    to: 'if (held && false) return unsureAnswer(',
    tests,
  },
  {
    name: 'amazon: a part of an order in the report counts as all of it',
    file: `${amazon}reports.ts`,
    from: 'if (price.total !== quoted) {',
    to: 'if (price.total > quoted) {',
    tests,
  },
  {
    name: 'a turn that came too late is used, and the rate is passed',
    file: 'server/src/platform/sql-turns.ts',
    from: `and at > clock_timestamp() - \${ms(graceMs)}`,
    to: '',
    tests: turnTests,
  },
  {
    name: 'calls are planned without a look at those that others planned',
    file: 'server/src/platform/sql-turns.ts',
    after: 'export async function planTurns',
    from: `greatest(q.full_at, clock_timestamp()) + \${count}`,
    to: `clock_timestamp() + \${count}`,
    tests: turnTests,
  },
  {
    name: 'every process renews the access token',
    file: 'server/src/domains/catalog/stores/sql-tokens.ts',
    from: 'where t.renewing_until is null or t.renewing_until < now()',
    to: 'where true',
    tests: turnTests,
  },
];
