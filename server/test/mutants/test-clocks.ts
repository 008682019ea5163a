import type { Guard } from './guard.ts';

const clocks = 'server/src/domains/access/accounts/test-clocks/';
const contract = ['server/test/contract/test-clocks.test.ts'];

export const testClockGuards: Guard[] = [
  {
    name: 'clocks: a clock of another account can be followed',
    file: `${clocks}sql.ts`,
    from: `select * from test_clocks where id = \${id} and account_id = \${accountId}\`.execute`,
    to: `select * from test_clocks where id = \${id}\`.execute`,
    tests: contract,
    title: 'are unknown to others',
  },
  {
    name: 'clocks: a live key follows a clock',
    file: `${clocks}follow-clock.ts`,
    from: `if (caller.world !== 'test') throw`,
    to: `if (caller.world === undefined) throw`,
    tests: contract,
    title: 'are unknown to others',
  },
  {
    name: 'clocks: two advances run at once',
    file: 'server/src/domains/sandbox/advance-clock.ts',
    from: `if (clock.advance_to !== null) throw clockIsAdvancing();`,
    to: '',
    tests: ['server/test/races/test-clocks.test.ts'],
    title: 'advances once at a time',
  },
  {
    name: 'clocks: orders of different clocks share a statement',
    file: 'server/src/platform/batcher.ts',
    from: `entry.clock?.id !== clockId`,
    to: 'false',
    tests: ['server/src/platform/batcher.test.ts'],
    title: 'test clock',
  },
  {
    name: 'clocks: a fault is taken with a live key',
    file: 'server/src/domains/orders/orders/routes-accept.ts',
    from: `if (fault === undefined || world === 'test') return fault;`,
    to: 'return fault;',
    tests: ['server/test/contract/test-faults.test.ts'],
    title: 'the key is live',
  },
  {
    name: 'approving: a card that was not shown pays',
    file: 'server/src/domains/channels/mcp/place-order.ts',
    from: `...fieldsOf(payment), payment_method: shown.payment_method`,
    to: '...fieldsOf(payment)',
    tests: ['server/test/contract/approval-surfaces.test.ts'],
    title: 'buys with the card that was shown',
  },
];
