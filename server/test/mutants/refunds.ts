import type { Guard } from './guard.ts';

const returns = 'server/src/domains/delivery/returns/';
const tests = ['server/test/contract/return-refunds.test.ts'];

/** When the refund of an approved return may move money, and how much. */
export const refundGuards: Guard[] = [
  {
    name: 'refunds: a return that the retailer refunds itself is credited too',
    file: `${returns}sql.ts`,
    from: `\n      and (status = 'open' or not is_paid_by_retailer)`,
    to: '',
    tests,
  },
  {
    name: 'refunds: an approved return is approved again',
    file: `${returns}model.ts`,
    from: `approved: ['credited', 'denied'],`,
    to: `approved: ['approved', 'credited', 'denied'],`,
    tests,
  },
  {
    name: 'refunds: a return that is not dropped off is credited by itself',
    file: 'server/src/connectors/simulator/returns.ts',
    from: `methodCode !== dropOffCode || !approvedAt`,
    to: `!approvedAt`,
    tests,
  },
  {
    name: 'refunds: an approved return is forgotten',
    file: `${returns}resolve-return.ts`,
    from: `if (resolution.status === 'approved') await enqueueFollow(tx, row.id, now);`,
    to: '',
    tests,
  },
  {
    name: 'refunds: what the retailer refunds itself waits for the operator',
    file: `${returns}sql.ts`,
    from: "sql`status = 'approved' and not is_paid_by_retailer`",
    to: "sql`status = 'approved'`",
    tests,
  },
  {
    name: 'refunds: old clients are told twice of one return',
    file: 'server/src/legacy/notify-webhooks.ts',
    from: `if (event.wasApproved && row.status === 'credited') return;`,
    to: '',
    tests,
  },
  {
    name: 'refunds: an id that is not of this brand becomes an address',
    file: 'server/src/connectors/brands.ts',
    from: `url && productIdIn(brand, url) === id ? url.href : null`,
    to: `url ? url.href : null`,
    tests: ['server/src/connectors/brands.test.ts'],
  },
];
