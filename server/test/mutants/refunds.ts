import type { Guard } from './guard.ts';

const returns = 'server/src/domains/delivery/returns/';
const tests = ['server/test/contract/return-refunds.test.ts'];
const matching = [`${returns}match-refunds.test.ts`];
const stores = ['server/test/races/store-refunds.test.ts'];
const operator = 'server/src/domains/operations/operator/';
const byOperators = ['server/test/races/operator-refunds.test.ts'];
const overHttp = ['server/test/contract/operator-orders.test.ts'];

/** When the refund of an approved return may move money, and how much. */
export const refundGuards: Guard[] = [
  {
    name: 'refunds: a refund without a readable time is from before the return',
    file: `${returns}match-refunds.ts`,
    from: 'at !== null && at.getTime() < row.created_at.getTime() - minuteMs',
    to: 'at !== null && !(at.getTime() >= row.created_at.getTime() - minuteMs)',
    tests: matching,
  },
  {
    name: 'refunds: a refund that cannot be read is skipped (loses it)',
    file: 'server/src/connectors/answers.ts',
    from: 'if (read.length === refunds.length) return',
    to: 'if (read.length <= refunds.length) return',
    tests: stores,
    title: 'cannot be read',
  },
  {
    name: 'refunds: operators do not see a refund that cannot be read',
    file: `${returns}sql.ts`,
    from: ' or refund_problem is not null)',
    to: ')',
    tests: stores,
    title: 'cannot be read',
  },
  {
    name: 'refunds: a refund that a store lists twice counts twice',
    file: 'server/src/connectors/ucp/refunds.ts',
    from: '[...latest.values()].filter(isCompleted)',
    to: '(order.adjustments ?? []).filter(isCompleted)',
    tests: stores,
    title: 'listed twice',
  },
  {
    name: 'refunds: a refund of an order that names no currency is lost',
    file: 'server/src/connectors/ucp/order.ts',
    from: '{ ...data, currency }',
    to: 'data',
    tests: stores,
    title: 'listed twice',
  },
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
    from: `(methodCode !== dropOffCode && !inspected) || !approvedAt`,
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
    name: 'refunds: more is passed on than the store refunded',
    file: `${returns}match-refunds.ts`,
    from: `Math.min(facts.worth, left, rest)`,
    to: `Math.min(facts.worth, rest)`,
    tests: matching,
  },
  {
    name: 'refunds: units that the customer has the money for are refunded again',
    file: `${returns}match-refunds.ts`,
    from: `quantity - takeUnits(settled, lineIds, quantity).length`,
    to: `quantity`,
    tests: matching,
  },
  {
    name: 'refunds: what an operator gave back is given again',
    file: `${returns}match-refunds.ts`,
    from: `return due > 0 && due <= left ? toCents(due) : null;`,
    to: `return due > 0 ? toCents(due) : null;`,
    tests: matching,
  },
  {
    name: 'refunds: an amount for anything is taken for the refund of a return',
    file: `${returns}match-refunds.ts`,
    from: `if (!isCovered && !(report.isSettled && isAlone)) return null;`,
    to: '',
    tests: matching,
  },
  {
    name: 'refunds: a refund that is not settled is passed on',
    file: 'server/src/connectors/vendure/refunds.ts',
    from: `.filter(({ state }) => state === 'Settled')`,
    to: '',
    tests: stores,
  },
  {
    name: 'refunds: another return that the store rejected denies this one',
    file: 'server/src/connectors/ucp/refunds.ts',
    from: `isSince && isOurs(adjustment)`,
    to: `isSince`,
    tests: stores,
  },
  {
    name: 'refunds: the store still owes for what came back',
    file: 'server/src/connectors/medusa/refunds.ts',
    from: `!owes && isReceived`,
    to: `isReceived`,
    tests: stores,
  },
  {
    name: 'refunds: an id that is not of this brand becomes an address',
    file: 'server/src/connectors/brands.ts',
    from: `url && productIdIn(brand, url) === id ? url.href : null`,
    to: `url ? url.href : null`,
    tests: ['server/src/connectors/brands.test.ts'],
  },
  {
    name: 'refunds: operators refund more than was charged',
    file: `${operator}refund-order.ts`,
    from: `if (refund.amount > limit) throw notRefundable(limit);`,
    to: '',
    tests: byOperators,
  },
  {
    name: 'refunds: two operators refund the same money at once',
    file: `${operator}refund-order.ts`,
    from: `await lockOrder(tx, refund.orderId);`,
    to: '',
    tests: byOperators,
  },
  {
    name: 'refunds: refunded units are not counted',
    file: `${operator}refund-order.ts`,
    from: `await addRefundedQuantities(tx, items, now);`,
    to: '',
    tests: byOperators,
  },
  {
    name: 'refunds: more units are refunded than were bought',
    file: `${operator}model.ts`,
    from: `if (worths.includes(null)) return 0;`,
    to: '',
    tests: overHttp,
  },
  {
    name: 'refunds: the id of a refund is reused for another order',
    file: `${operator}refund-order.ts`,
    from: `row?.order_id === refund.orderId &&`,
    to: '',
    tests: overHttp,
  },
  {
    name: 'refunds: a return pays for units that an operator refunded',
    file: `${returns}resolve-return.ts`,
    from: `item.cancelled_quantity + item.refunded_quantity`,
    to: `item.cancelled_quantity`,
    tests: byOperators,
  },
  {
    name: 'refunds: a store that cancels refunded units pays for them again',
    file: 'server/src/domains/delivery/tracking/cancel-part.ts',
    from: `quantity - Math.min(quantity, item.refunded_quantity)`,
    to: `quantity`,
    tests: byOperators,
  },
];
