/** A guard that has a name: what it keeps from happening, how it could be lost, and the tests that must notice. */
export interface Guard {
  name: string;
  file: string;
  /** Where in the file: what is altered is the first such text behind this one, and without it the only one. */
  after?: string;
  from: string;
  to: string;
  tests: string[];
}

const races = (name: string): string => `server/test/races/${name}.test.ts`;
const placement = 'server/src/domains/placement/';
const wallet = 'server/src/domains/wallet/';
const stale = [races('stale-writers')];
const money = [races('money')];
const accounts = 'server/src/domains/accounts/';
const ownKeys = ['server/test/contract/own-keys.test.ts'];
const restored = [races('restored')];

export const guards: Guard[] = [
  {
    name: 'a stale worker puts an order back in line (buys twice)',
    file: `${placement}store.ts`,
    after: 'const retryStatement',
    from: 'and epoch = $2',
    to: 'and $2 = $2',
    tests: stale,
  },
  {
    name: 'a stale worker presses the button',
    file: `${placement}store.ts`,
    after: 'Committed before the buy button',
    from: 'and orders.epoch = given.epoch',
    to: '',
    tests: stale,
  },
  {
    name: 'a stale worker writes the purchase',
    file: `${placement}store-placed.ts`,
    from: 'and orders.epoch = given.epoch',
    to: '',
    tests: stale,
  },
  {
    name: 'an operator decides an order that a worker ended meanwhile',
    file: `${placement}store-placed.ts`,
    from: 'and epoch = $2',
    to: 'and $2 = $2',
    tests: [...stale, 'server/test/contract/operator-decisions.test.ts', races('operator')],
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
    file: `${wallet}store-settle.ts`,
    from: `'\${ledger.retailer}', dues.lost)`,
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
    after: 'with full_one as',
    from: ' for update',
    to: '',
    tests: money,
  },
  {
    name: 'an agent order is made after its payment was abandoned',
    file: 'server/src/domains/agent/take-payment.ts',
    from: `if (!isOurs) throw paymentAbandoned();`,
    to: `if (!isOurs && false) throw paymentAbandoned();`,
    tests: money,
  },
  {
    name: 'two workers claim one order',
    file: `${placement}store.ts`,
    from: `(status = 'in_progress' and phase = 'intent'))`,
    to: `status = 'in_progress')`,
    tests: [races('placing'), ...stale],
  },
  {
    name: 'a doubt is taken over without a new epoch',
    file: `${placement}store.ts`,
    after: 'function takeOverDoubt',
    from: `epoch = epoch + 1, `,
    to: '',
    tests: stale,
  },
  {
    name: 'a claim has no new epoch',
    file: `${placement}store.ts`,
    after: 'claimed as (',
    from: `phase = 'intent', epoch = epoch + 1,`,
    to: `phase = 'intent',`,
    tests: stale,
  },
  {
    name: 'a stale worker fails the order',
    file: `${placement}store.ts`,
    after: 'const failedStatement',
    from: 'and epoch = $2',
    to: 'and $2 = $2',
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
  {
    name: 'a key does more than its scopes say',
    file: `${accounts}guard.ts`,
    from: `if (!caller.scopes.includes(scope)) throw`,
    to: `if (!caller.scopes.includes(scope) && false) throw`,
    tests: ownKeys,
  },
  {
    name: 'looking is enough to act',
    file: `${accounts}guard.ts`,
    from: `method === 'GET' || method === 'HEAD' ? 'read' : 'order'`,
    to: `method === 'GET' || method === 'HEAD' ? 'read' : 'read'`,
    tests: ownKeys,
  },
  {
    name: 'whoever may order may manage',
    file: `${accounts}guard.ts`,
    from: `keyWith(() => 'manage')`,
    to: `keyWith(() => 'order')`,
    tests: ownKeys,
  },
  {
    name: 'a key works from any address',
    file: `${accounts}guard.ts`,
    from: `allowedAddresses === null || isAddressIn(`,
    to: `allowedAddresses === null || true || isAddressIn(`,
    tests: ownKeys,
  },
  {
    name: 'a key does not expire',
    file: `${accounts}model.ts`,
    from: `if (life.expiresAt && now >= life.expiresAt) return false;`,
    to: '',
    tests: [...ownKeys, 'server/src/domains/accounts/accounts.test.ts'],
  },
  {
    name: 'a revoked or frozen key lives on',
    file: `${accounts}model.ts`,
    from: `if (life.revokedAt || life.frozenAt) return false;`,
    to: '',
    tests: ownKeys,
  },
  {
    name: 'the key of one order opens another',
    file: `${accounts}guard.ts`,
    from: `caller.orderId !== null && caller.orderId !== orderId?.toLowerCase()`,
    to: `caller.orderId !== null && orderId === undefined`,
    tests: ['server/test/contract/keys.test.ts'],
  },
  {
    name: 'the key of one order is good for everything',
    file: `${accounts}guard.ts`,
    from: `if (caller.orderId !== null) throw keyIsForOneOrder();`,
    to: '',
    tests: ['server/test/contract/keys.test.ts'],
  },
  {
    name: 'anybody who is signed in is an operator',
    file: `${accounts}guard.ts`,
    from: `if (!personOf(request).isOperator) throw operatorsOnly();`,
    to: '',
    tests: ['server/test/contract/operator.test.ts'],
  },
  {
    name: 'an operator moves money without a second factor',
    file: `${accounts}guard.ts`,
    from: `if (!isProven(secondFactor, needs.clock.now())) throw`,
    to: `if (!isProven(secondFactor, needs.clock.now()) && false) throw`,
    tests: ['server/test/contract/second-factor.test.ts'],
  },
  {
    name: 'a page of another site acts with the cookie',
    file: `${accounts}guard.ts`,
    from: `return isFromOwnPage(headers, publicUrl) ? world : null;`,
    to: `return world;`,
    tests: ['server/test/contract/web-session.test.ts'],
  },
  {
    name: 'a restored database is not doubted (buys twice)',
    file: `${placement}store-restored.ts`,
    from: `where status in ('pending', 'in_progress') returning id`,
    to: `where status in ('in_progress') returning id`,
    tests: restored,
  },
  {
    name: 'after a restore a worker goes on with what it has in hand',
    file: `${placement}store-restored.ts`,
    from: `phase = 'submitting', epoch = epoch + 1,`,
    to: `phase = 'submitting',`,
    tests: restored,
  },
  {
    name: 'a database that nobody looked at is bought on',
    file: `${placement}store.ts`,
    after: 'claimed as (',
    from: `and (select is_known_database())`,
    to: '',
    tests: restored,
  },
  {
    name: 'the button is pressed on a database that nobody looked at',
    file: `${placement}store.ts`,
    after: 'Committed before the buy button',
    from: `and (select is_known_database())`,
    to: '',
    tests: restored,
  },
  {
    name: 'an order that the lost database knew is not looked up first',
    file: `${placement}store.ts`,
    from: `and waiting_for is distinct from 'action' and not looks_first`,
    to: `and waiting_for is distinct from 'action'`,
    tests: restored,
  },
  {
    name: 'a switched-off retailer sells',
    file: `${placement}store.ts`,
    from: `(not \${retailerIsOff('orders')} and not`,
    to: `(true and not`,
    tests: ['server/test/contract/operator-retailers.test.ts'],
  },
  {
    name: 'a frozen order is bought',
    file: `${placement}store.ts`,
    after: 'Committed before the buy button',
    from: `and not \${orderIsFrozen('orders')}`,
    to: '',
    tests: [races('policies'), 'server/test/contract/policies.test.ts'],
  },
];

/** Pure rules: every change of them is tried against the tests beside them. */
export const rules: { file: string; tests: string[] }[] = [
  { file: 'server/src/kit/money.ts', tests: ['server/src/kit/money.test.ts', `${wallet}model.test.ts`] },
  {
    file: 'server/src/kit/moves.ts',
    tests: ['server/src/kit/moves.test.ts', 'server/src/domains/orders/model.test.ts'],
  },
  ...['orders', 'wallet', 'placement', 'returns', 'agent', 'bulk', 'cancellations', 'policies'].map((slice) => ({
    file: `server/src/domains/${slice}/model.ts`,
    tests: [`server/src/domains/${slice}/model.test.ts`],
  })),
  { file: `${placement}compare.ts`, tests: [`${placement}compare.test.ts`] },
];
