import type { Guard } from './guard.ts';

const races = (name: string): string => `server/test/races/${name}.test.ts`;
const orders = 'server/src/domains/orders/orders/';
const policies = 'server/src/domains/access/policies/';
const agent = 'server/src/domains/channels/agent/';
const questions = 'server/src/domains/orders/orders/actions/';
const lost = [races('lost-answers')];
const asks = [races('policy-approvals')];
const cached = [`${policies}cached-totals.test.ts`];
const whoAnswers = [`${questions}model.test.ts`];

/** Policies, repeats under them, and who may approve. */
export const decidingGuards: Guard[] = [
  {
    name: 'deciding: a repeated key is decided on again',
    file: `${orders}accept-under-policy.ts`,
    from: `if (answered.has(ord)) continue;`,
    to: '',
    tests: asks,
    title: 'decided on once',
  },
  {
    name: 'deciding: an order that was written counts against itself',
    file: `${orders}sql-written.ts`,
    from: `where own.ord is not null or remembered.ord is not null`,
    to: `where remembered.ord is not null`,
    tests: lost,
    title: 'under a policy that are counted',
  },
  {
    name: 'deciding: the second of several first orders does not ask',
    file: `${policies}model.ts`,
    from: `isFirstOrder: spent.isFirstOrder,`,
    to: `isFirstOrder: false,`,
    tests: asks,
    title: 'first_order',
  },
  {
    name: 'deciding: an order that is only open makes its retailer known',
    file: `${policies}sql.ts`,
    from: `(\${order.column('status')} = 'order_placed' or exists (`,
    to: `(\${order.column('status')} <> 'order_failed' or exists (`,
    tests: asks,
    title: 'thirty orders at once',
  },
  {
    name: 'deciding: a declined order makes its retailer known',
    file: 'server/migrations/1170_receipts.sql',
    from: `answer -> 'approved' = 'true'::jsonb as is_approved`,
    to: `state = 'answered' as is_approved`,
    tests: asks,
    title: 'thirty orders at once',
  },
  {
    name: 'deciding: cached totals skip new-retailer and new-address rules',
    file: `${policies}cached-totals.ts`,
    from: `!needsPlaceFacts(rules) && `,
    to: '',
    tests: [...cached, ...asks],
    title: 'does not answer a rule|whose totals are cached',
  },
  {
    name: 'deciding: cached totals skip the first order',
    file: `${policies}cached-totals.ts`,
    from: ` && rules.approve?.first_order !== true`,
    to: '',
    tests: cached,
  },
  {
    name: 'deciding: cached totals skip words in titles',
    file: `${policies}cached-totals.ts`,
    from: ` && !needsTitles(rules)`,
    to: '',
    tests: cached,
  },
  {
    name: 'deciding: cached totals are relied on for two minutes',
    file: `${policies}cached-totals.ts`,
    from: `const validMs = 60 * secondMs;`,
    to: `const validMs = 120 * secondMs;`,
    tests: cached,
  },
  {
    name: 'deciding: cached totals are relied on at 60 seconds',
    file: `${policies}cached-totals.ts`,
    from: `now >= plusMs(countedAt, validMs)`,
    to: `now > plusMs(countedAt, validMs)`,
    tests: cached,
  },
  {
    name: 'deciding: cached totals allow what has to ask',
    file: `${policies}cached-totals.ts`,
    from: `if (findings.some(({ decision }) => decision !== 'allow')) return null;`,
    to: `if (findings.some(({ decision }) => decision === 'deny')) return null;`,
    tests: cached,
  },
  {
    name: 'deciding: cached totals grow younger with every count',
    file: `${policies}cached-totals.ts`,
    from: `countedAt: isNext ? before.countedAt : totals.countedAt,`,
    to: `countedAt: totals.countedAt,`,
    tests: cached,
  },
  {
    name: 'deciding: rows of a batch are no open spend',
    file: `${policies}sql-spent.ts`,
    from: `+ (select coalesce(sum(cents), 0) from reserved_spend where \${mine}`,
    to: `+ (select coalesce(sum(0), 0) from reserved_spend where \${mine}`,
    tests: asks,
    title: 'count as open spend',
  },
  {
    name: 'deciding: a key approves what a key ordered',
    file: `${questions}model.ts`,
    from: `return !isForPeople || answerer.isPerson;`,
    to: `return true;`,
    tests: whoAnswers,
  },
  {
    name: 'deciding: a key reviews what a key ordered',
    file: `${questions}answer.ts`,
    from: `return (await listMembers(tx, accountId)).length === 0;`,
    to: `return true;`,
    tests: ['server/test/contract/actions.test.ts'],
    title: 'is reviewed by a person once there is one',
  },
  {
    name: 'deciding: a viewer approves',
    file: `${questions}model.ts`,
    from: `role !== 'viewer' && names.includes(`,
    to: `names.includes(`,
    tests: whoAnswers,
  },
  {
    name: 'deciding: anybody on the account approves',
    file: `${questions}model.ts`,
    from: `people.filter(({ role }) => role === 'owner');`,
    to: `[...people];`,
    tests: whoAnswers,
  },
  {
    name: 'deciding: a customer answers for an operator',
    file: `${questions}model.ts`,
    from: `return answerer.isPerson && answerer.isOperator;`,
    to: `return answerer.isPerson;`,
    tests: whoAnswers,
  },
  {
    name: 'deciding: who is not asked approves',
    file: `${questions}answer.ts`,
    from: `if (action.kind === 'approve') return action;`,
    to: `if (action.kind === 'buy') return action;`,
    tests: ['server/test/contract/team.test.ts'],
    title: 'are for owners, or for those whom the policy names',
  },
  {
    name: 'deciding: an agent pays for a live checkout with test money',
    file: 'server/src/domains/channels/ucp/complete-paid.ts',
    from: `if (world !== checkout.agentWorld) throw instrumentNotOffered();`,
    to: '',
    tests: ['server/test/contract/agent-stripe.test.ts'],
    title: 'is the mode of the order',
  },
  {
    name: 'deciding: an order paid with real money runs in the other mode',
    file: `${agent}pay-order.ts`,
    from: `createAgentCaller(method.world, accountId, keyId),`,
    to: `createAgentCaller('test', accountId, keyId),`,
    tests: ['server/test/contract/agent-stripe.test.ts'],
    title: 'is the mode of its money',
  },
];
