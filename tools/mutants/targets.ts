/** A guard that has a name: what it keeps from happening, how it could be lost, and the tests that must notice. */
export interface Guard {
  name: string;
  file: string;
  from: string;
  to: string;
  tests: string[];
}

const races = (name: string): string => `server/test/races/${name}.test.ts`;
const placement = 'server/src/domains/placement/';
const wallet = 'server/src/domains/wallet/';
const stale = [races('stale-writers')];
const money = [races('money')];

export const guards: Guard[] = [
  {
    name: 'a stale worker puts an order back in line (buys twice)',
    file: `${placement}store.ts`,
    from: `needs_account = needs_account or $4, waiting_for = null, updated_at = $3
    where id = $1 and epoch = $2 and status`,
    to: `needs_account = needs_account or $4, waiting_for = null, updated_at = $3
    where id = $1 and $2 = $2 and status`,
    tests: stale,
  },
  {
    name: 'a stale worker presses the button',
    file: `${placement}store.ts`,
    from: `where id = $1 and epoch = $2 and status = 'in_progress' and phase = 'intent'`,
    to: `where id = $1 and $2 = $2 and status = 'in_progress' and phase = 'intent'`,
    tests: stale,
  },
  {
    name: 'a stale worker writes the purchase',
    file: `${placement}store.ts`,
    from: `ended_at = $3, updated_at = $3
    where id = $1 and epoch = $2 and status = 'in_progress'
    returning id, account_id, world, updated_at
`,
    to: `ended_at = $3, updated_at = $3
    where id = $1 and $2 = $2 and status = 'in_progress'
    returning id, account_id, world, updated_at
`,
    tests: stale,
  },
  {
    name: 'the history is asked before the fence (buys twice)',
    file: `${placement}reconcile-order.ts`,
    from: `    const isFenced = (await connector.fence?.(query, limits))?.fenced ?? hasLateWindowPassed(needs, connector, order);
    const answer = await findPurchase(connector.find.bind(connector), query, order, limits);
`,
    to: `    const answer = await findPurchase(connector.find.bind(connector), query, order, limits);
    const isFenced = (await connector.fence?.(query, limits))?.fenced ?? hasLateWindowPassed(needs, connector, order);
`,
    tests: stale,
  },
  {
    name: '"absent" is believed without a fence',
    file: `${placement}reconcile-order.ts`,
    from: `if (answer.kind === 'absent' && !isFenced) {`,
    to: `if (answer.kind === 'absent' && !isFenced && false) {`,
    tests: stale,
  },
  {
    name: 'a store that names no late window is believed',
    file: `${placement}reconcile-order.ts`,
    from: `if (connector.lateWindowMs === undefined || order.submitted_at === null) return false;`,
    to: `if (connector.lateWindowMs === undefined || order.submitted_at === null) return true;`,
    tests: stale,
  },
  {
    name: 'the late window is over too early',
    file: `${placement}reconcile-order.ts`,
    from: `order.submitted_at.getTime() > connector.lateWindowMs`,
    to: `order.submitted_at.getTime() >= connector.lateWindowMs`,
    tests: stale,
  },
  {
    name: 'max_price is not looked at',
    file: `${placement}model.ts`,
    from: `return total <= maxPrice;`,
    to: `return true;`,
    tests: stale,
  },
  {
    name: 'max_price itself is too much',
    file: `${placement}model.ts`,
    from: `return total <= maxPrice;`,
    to: `return total < maxPrice;`,
    tests: stale,
  },
  {
    name: 'a cart that is not what was ordered is bought',
    file: `${placement}place-order.ts`,
    from: `if (difference !== null) {
    await letGo(`,
    to: `if (difference !== null && false) {
    await letGo(`,
    tests: stale,
  },
  {
    name: 'an overcharge is not booked',
    file: `${wallet}model.ts`,
    from: `lost: subtractCents(charged, captured) }`,
    to: `lost: subtractCents(captured, captured) }`,
    tests: stale,
  },
  {
    name: 'a loss is not in the ledger',
    file: `${wallet}store.ts`,
    from: `'\${ledger.retailer}', owed.lost)`,
    to: `'\${ledger.retailer}', 0::bigint)`,
    tests: stale,
  },
  {
    name: 'earlier credits are forgotten in a return (a lost cent)',
    file: 'server/src/domains/returns/resolve-return.ts',
    from: `filter((other) => other.status === 'credited')`,
    to: `filter((other) => other.status === 'open')`,
    tests: money,
  },
  {
    name: 'earlier credits are refunded again when the retailer cancels',
    file: 'server/src/domains/orders/store-cancel.ts',
    from: `select coalesce(sum((returned ->> 'credited_cents')::bigint), 0)::bigint`,
    to: `select coalesce(sum(0), 0)::bigint`,
    tests: money,
  },
  {
    name: 'a wallet is drained without its lock',
    file: `${wallet}store.ts`,
    from: `available_cents > 0 for update`,
    to: `available_cents > 0`,
    tests: money,
  },
  {
    name: 'an agent order is made after its payment was abandoned',
    file: 'server/src/domains/agent/pay-order.ts',
    from: `if (!isOurs) throw paymentAbandoned();`,
    to: `if (!isOurs && false) throw paymentAbandoned();`,
    tests: money,
  },
  {
    name: 'two workers claim one order',
    file: `${placement}store.ts`,
    from: `where id = $1 and (status = 'pending' or (status = 'in_progress' and phase = 'intent'))`,
    to: `where id = $1 and status in ('pending', 'in_progress')`,
    tests: [races('placing'), ...stale],
  },
  {
    name: 'a doubt is taken over without a new epoch',
    file: `${placement}store.ts`,
    from: `update orders set epoch = epoch + 1, waiting_for = null`,
    to: `update orders set waiting_for = null`,
    tests: stale,
  },
  {
    name: 'a claim has no new epoch',
    file: `${placement}store.ts`,
    from: `phase = 'intent', epoch = epoch + 1,`,
    to: `phase = 'intent',`,
    tests: stale,
  },
  {
    name: 'a stale worker fails the order',
    file: `${placement}store.ts`,
    from: `    where id = $1 and epoch = $2 and status = 'in_progress'
    returning id, account_id, world, updated_at, max_price_cents`,
    to: `    where id = $1 and $2 = $2 and status = 'in_progress'
    returning id, account_id, world, updated_at, max_price_cents`,
    tests: stale,
  },
  {
    name: 'a submit that threw counts as not bought',
    file: `${placement}call-store.ts`,
    from: `return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };`,
    to: `return { kind: 'blocked', reason: 'retailer_unavailable', message: String(error) };`,
    tests: stale,
  },
  {
    name: 'an idempotency key of another body is a replay',
    file: 'server/src/domains/idempotency/once.ts',
    from: `row.body_hash.equals(`,
    to: `once.bodyHash.equals(`,
    tests: ['server/test/contract/orders-idempotency.test.ts'],
  },
];

/** Pure rules: every change of them is tried against the tests beside them. */
export const rules: { file: string; tests: string[] }[] = [
  { file: 'server/src/kit/money.ts', tests: ['server/src/kit'] },
  { file: 'server/src/kit/moves.ts', tests: ['server/src/kit', 'server/src/domains/orders/model.test.ts'] },
  { file: `${wallet}model.ts`, tests: [`${wallet}model.test.ts`] },
  { file: `${placement}model.ts`, tests: [`${placement}model.test.ts`] },
  { file: `${placement}compare.ts`, tests: [`${placement}compare.test.ts`] },
  { file: 'server/src/domains/returns/model.ts', tests: ['server/src/domains/returns/model.test.ts'] },
  { file: 'server/src/domains/agent/model.ts', tests: ['server/src/domains/agent/model.test.ts'] },
];
