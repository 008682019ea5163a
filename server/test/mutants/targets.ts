import { acceptingGuards } from './accepting.ts';
import { accessGuards } from './access.ts';
import { apiStoreGuards } from './api-stores.ts';
import { approvingGuards } from './approving.ts';
import { backupGuards } from './backups.ts';
import { bestEffortGuards } from './best-effort.ts';
import { browserGuards } from './browser.ts';
import { browserLookupGuards } from './browser-lookups.ts';
import { busyGuards } from './busy.ts';
import { cardGuards } from './cards.ts';
import { currencyGuards } from './currencies.ts';
import type { Guard } from './guard.ts';
import { linearGuards } from './linear.ts';
import { modelledGuards } from './modelled.ts';
import { outsideTextGuards } from './outside-text.ts';
import { peopleGuards } from './people.ts';
import { promiseGuards } from './promises.ts';
import { protocolGuards } from './protocols.ts';
import { refundGuards } from './refunds.ts';
import { restoringGuards } from './restoring.ts';
import { safeGuards } from './safe.ts';
import { severalStoreGuards } from './several-stores.ts';
import { testClockGuards } from './test-clocks.ts';
import { ucpGuards } from './ucp.ts';

const races = (name: string): string => `server/test/races/${name}.test.ts`;
const placement = 'server/src/domains/orders/placement/';
const attempts = 'server/src/domains/orders/orders/attempts/';
const wallet = 'server/src/domains/money/wallet/';
const stale = [races('stale-writers')];
const money = [races('money')];
const restored = [races('restored')];

export const guards: Guard[] = [
  {
    name: 'a stale worker puts an order back in line (buys twice)',
    file: `${attempts}sql-failed.ts`,
    after: 'const retryStatement',
    from: 'and epoch = $2',
    to: 'and $2 = $2',
    tests: stale,
  },
  {
    name: 'a stale worker presses the button',
    file: `${attempts}sql-claim.ts`,
    after: 'Committed before the buy button',
    from: 'and orders.epoch = given.epoch',
    to: '',
    tests: stale,
  },
  {
    name: 'a stale worker writes the purchase',
    file: `${attempts}sql-placed.ts`,
    from: 'and orders.epoch = given.epoch',
    to: '',
    tests: stale,
  },
  {
    name: 'an operator decides an order that a worker ended meanwhile',
    file: `${attempts}sql-placed.ts`,
    from: 'and orders.epoch = given.epoch',
    to: '',
    tests: ['server/test/contract/order-moves.test.ts'],
  },
  {
    name: 'the history is asked before the fence (buys twice)',
    file: `${placement}reconcile-order.ts`,
    from: `  const isFenced = await isLatePurchaseImpossible(needs, connector, order, query, limits);
  const said = (await connector.find?.(query, limits)) ?? noHistoryAnswer;
`,
    to: `  const said = (await connector.find?.(query, limits)) ?? noHistoryAnswer;
  const isFenced = await isLatePurchaseImpossible(needs, connector, order, query, limits);
`,
    tests: stale,
  },
  {
    name: '"absent" is believed without a fence',
    file: `${placement}reconcile-order.ts`,
    from: `return isFenced ? answer : canStillAppear;`,
    to: `return isFenced || true ? answer : canStillAppear;`,
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
    await releaseCart(`,
    to: `if (difference !== null && false) {
    await releaseCart(`,
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
    file: `${wallet}sql-settle.ts`,
    from: `'\${payee}', \${owed.column('lost')})`,
    to: `'\${payee}', 0::bigint)`,
    tests: stale,
  },
  {
    name: 'earlier credits are forgotten in a return (a lost cent)',
    file: 'server/src/domains/delivery/returns/resolve-return.ts',
    from: `filter((other) => other.status === 'credited')`,
    to: `filter((other) => other.status === 'open')`,
    tests: money,
  },
  {
    name: 'earlier credits are refunded again when the retailer cancels',
    file: 'server/src/domains/orders/orders/sql-cancel.ts',
    from: `select coalesce(sum((returned ->> 'credited_cents')::bigint), 0)::bigint`,
    to: `select coalesce(sum(0), 0)::bigint`,
    tests: money,
  },
  {
    name: 'a wallet is drained without its lock',
    file: `${wallet}sql.ts`,
    after: 'with full_one as',
    from: ' for update',
    to: '',
    tests: money,
  },
  {
    name: 'an agent order is made after its payment was abandoned',
    file: 'server/src/domains/channels/agent/charge-payment.ts',
    from: `if (!isOurs) throw paymentAbandoned();`,
    to: `if (!isOurs && false) throw paymentAbandoned();`,
    tests: money,
  },
  {
    name: 'two workers claim one order',
    file: `${attempts}sql-claim.ts`,
    from: `(status = 'in_progress' and phase = 'intent'))`,
    to: `status = 'in_progress')`,
    tests: [races('placing'), ...stale],
  },
  {
    name: 'a doubt is taken over without a new epoch',
    file: `${attempts}sql-claim.ts`,
    after: 'function takeOverUnknownOutcome',
    from: `epoch = epoch + 1, `,
    to: '',
    tests: stale,
  },
  {
    name: 'a claim has no new epoch',
    file: `${attempts}sql-claim.ts`,
    after: 'claimed as (',
    from: `phase = 'intent', epoch = epoch + 1,`,
    to: `phase = 'intent',`,
    tests: stale,
  },
  {
    name: 'a stale worker fails the order',
    file: `${attempts}sql-failed.ts`,
    after: 'const failStatements',
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
    file: 'server/src/domains/access/accounts/idempotency/run-idempotent.ts',
    from: `row.body_hash.equals(`,
    to: `once.bodyHash.equals(`,
    tests: ['server/test/contract/orders-idempotency.test.ts'],
  },
  {
    name: 'a restored database is not doubted (buys twice)',
    file: `${attempts}sql-restored.ts`,
    from: `where status in ('pending', 'in_progress') returning id`,
    to: `where status in ('in_progress') returning id`,
    tests: restored,
  },
  {
    name: 'after a restore a worker goes on with what it has in hand',
    file: `${attempts}sql-restored.ts`,
    from: `phase = 'submitting', epoch = \${sql.raw(freshEpoch)},`,
    to: `phase = 'submitting',`,
    tests: stale,
    title: 'when the database came back older',
  },
  {
    name: 'a database that nobody looked at is bought on',
    file: `${attempts}sql-claim.ts`,
    after: 'claimed as (',
    from: `and (select is_known_database())`,
    to: '',
    tests: restored,
  },
  {
    name: 'the button is pressed on a database that nobody looked at',
    file: `${attempts}sql-claim.ts`,
    after: 'Committed before the buy button',
    from: `and (select is_known_database())`,
    to: '',
    tests: restored,
  },
  {
    name: 'an order that the lost database knew is not looked up first',
    file: `${attempts}sql-claim.ts`,
    from: `and waiting_for is distinct from 'action' and not looks_first`,
    to: `and waiting_for is distinct from 'action'`,
    tests: restored,
  },
  {
    name: 'a switched-off retailer sells',
    file: `${attempts}sql-claim.ts`,
    from: `(not \${retailerIsOff(orders)} and not`,
    to: `(true and not`,
    tests: ['server/test/contract/operator-retailers.test.ts'],
    title: 'lets accepted orders wait',
  },
  {
    name: 'a frozen order is bought',
    file: `${attempts}sql-claim.ts`,
    after: 'Committed before the buy button',
    from: `and not \${orderIsFrozen(orders)}`,
    to: '',
    tests: stale,
    title: 'presses no button once a person has frozen',
  },
  ...acceptingGuards,
  ...browserGuards,
  ...browserLookupGuards,
  ...accessGuards,
  ...promiseGuards,
  ...protocolGuards,
  ...outsideTextGuards,
  ...busyGuards,
  ...currencyGuards,
  ...refundGuards,
  ...cardGuards,
  ...restoringGuards,
  ...backupGuards,
  ...apiStoreGuards,
  ...bestEffortGuards,
  ...safeGuards,
  ...ucpGuards,
  ...peopleGuards,
  ...modelledGuards,
  ...linearGuards,
  ...approvingGuards,
  ...testClockGuards,
  ...severalStoreGuards,
];

/** Pure rules: every change of them is tried against the tests beside them. */
export const rules: { file: string; tests: string[] }[] = [
  { file: 'server/src/kit/money.ts', tests: ['server/src/kit/money.test.ts', `${wallet}model.test.ts`] },
  {
    file: 'server/src/kit/moves.ts',
    tests: ['server/src/kit/moves.test.ts', 'server/src/domains/orders/orders/model.test.ts'],
  },
  ...['orders', 'wallet', 'placement', 'returns', 'agent', 'bulk', 'cancellations', 'policies'].map((slice) => ({
    file: `server/src/domains/${slice}/model.ts`,
    tests: [`server/src/domains/${slice}/model.test.ts`],
  })),
  { file: `${placement}compare.ts`, tests: [`${placement}compare.test.ts`] },
];
