import type { Guard } from './guard.ts';

const placement = 'server/src/domains/placement/';
const modelled = ['server/test/races/modelled.test.ts'];

/** Guards that the model checker asked for (models/placement.pml). */
export const modelledGuards: Guard[] = [
  {
    name: 'a restored order counts its epochs on from the copy',
    file: `${placement}store-restored.ts`,
    from: `epoch = \${sql.raw(freshEpoch)}`,
    to: `epoch = epoch + 1`,
    tests: modelled,
    title: 'a worker of the lost database',
  },
  {
    name: 'an order that was sent again counts its epochs from the start',
    file: `${placement}store-claim.ts`,
    from: `epoch = \${freshEpoch}`,
    to: `epoch = epoch + 1`,
    tests: modelled,
    title: 'sent again after the restore',
  },
  {
    name: 'an unknown outcome is reconciled by what was read of another attempt',
    file: `${placement}store-claim.ts`,
    after: 'function takeOverDoubt',
    from: `and epoch = \${order.epoch}`,
    to: '',
    tests: modelled,
    title: 'read of an earlier attempt',
  },
  {
    name: 'an order is canceled before it was looked up',
    file: 'server/src/domains/orders/store-cancel.ts',
    from: `and not looks_first`,
    to: '',
    tests: modelled,
    title: 'cannot be canceled before',
  },
  {
    name: 'an order fails on a database that nobody looked at',
    file: `${placement}store-failed.ts`,
    after: 'const failedStatement',
    from: `and (select is_known_database())`,
    to: '',
    tests: modelled,
    title: 'nobody looked at',
  },
  {
    name: 'the fence of an older handle is believed',
    file: `${placement}reconcile-order.ts`,
    from: `if (!isFenced || !order.restored_at || query.handle === null) return isFenced;`,
    to: `if (order !== null) return isFenced;`,
    tests: modelled,
    title: 'when it needs a handle',
  },
];
