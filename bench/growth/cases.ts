import { listRequests } from '../../server/src/domains/access/activity/requests/sql.ts';
import { listActivity } from '../../server/src/domains/access/activity/sql.ts';
import { deleteSurplusCalls, listCalls, listCounts } from '../../server/src/domains/access/activity/usage/sql.ts';
import {
  countFailingEndpoints,
  listDeliveries,
  listFailingEndpoints,
} from '../../server/src/domains/channels/webhooks/sql-deliveries.ts';
import { listEvents, listNewestEvents } from '../../server/src/domains/channels/webhooks/sql-events.ts';
import { listCases } from '../../server/src/domains/delivery/cases/sql.ts';
import { listReturns } from '../../server/src/domains/delivery/returns/sql.ts';
import { createStatement } from '../../server/src/domains/money/top-ups/statement.ts';
import { armLowBalanceMarks, listLowWallets } from '../../server/src/domains/money/wallet/notices/sql.ts';
import { listMonths, listTransfers } from '../../server/src/domains/money/wallet/sql-history.ts';
import { auditMoney } from '../../server/src/domains/operations/operator/audit-money.ts';
import { readToday } from '../../server/src/domains/operations/operator/read-today.ts';
import { listActions } from '../../server/src/domains/operations/operator/sql.ts';
import { countOrdersSince, countPurchasesAt } from '../../server/src/domains/operations/operator/sql-counts.ts';
import { listCustomers, scanMoves, scanOrders } from '../../server/src/domains/operations/operator/sql-lists.ts';
import { searchAll } from '../../server/src/domains/operations/operator/sql-search.ts';
import { listJobsOfOrder, listUnsentMails } from '../../server/src/domains/operations/operator/sql-subjects.ts';
import { readOverview } from '../../server/src/domains/operations/overview/read-overview.ts';
import { listBatches } from '../../server/src/domains/orders/bulk/sql.ts';
import { listBoughtByDesk, markDeskDone } from '../../server/src/domains/orders/orders/attempts/sql-desk.ts';
import { runOrderNow } from '../../server/src/domains/orders/orders/attempts/sql-holds.ts';
import { findPurchaseOwner } from '../../server/src/domains/orders/orders/attempts/sql-unknown-outcomes.ts';
import { loadOrders } from '../../server/src/domains/orders/orders/sql.ts';
import { listOrderIds } from '../../server/src/domains/orders/orders/sql-list.ts';
import type { OrderFilter } from '../../server/src/domains/orders/orders/sql-where.ts';
import { dayMs, plusMs, systemClock } from '../../server/src/kit/clock.ts';
import { deleteOldOrders } from '../../server/src/main/retention.ts';
import type { Database } from '../../server/src/platform/database/index.ts';
import {
  countPostponed,
  depthByKind,
  listFailingJobs,
  longestWaits,
  queueDepth,
} from '../../server/src/platform/queue/index.ts';
import { listKeysNamedIn } from '../../server/src/platform/secrets/sql.ts';
import { bigAccount, bigAccountEmail } from './seed.ts';

const own = { accountId: bigAccount, world: 'test' } as const;
const anyone = { personId: null, subjectId: null, action: null };
/** As many as the key sweep looks up at once; no order has them. */
const noKeys = Array.from({ length: 2_000 }, (_, n) => n.toString(16).padStart(32, '0'));
const page = { limit: 50, offset: 0 };

/** Reads as the API makes them. */
export const cases: Record<string, (database: Database, facts: Facts) => Promise<unknown>> = {
  'orders, page 1': orders({}),
  // Twenty of a thousand orders failed, so the page is full at every size.
  'orders by status': orders({ status: 'order_failed' }, { ...page, limit: 10 }),
  'orders by retailer': orders({ retailer: 'target' }),
  'orders with metadata of one': orders(({ n }) => ({ metadata: { key: 'ref', value: `m-${n}` } })),
  'orders with metadata of a tenth': orders({ metadata: { key: 'team', value: 't3' } }),
  'orders with a tracking number': orders(({ tracking }) => ({ search: tracking })),
  'orders with a store number': orders(({ merchantOrder }) => ({ search: merchantOrder })),
  'orders of a recipient': orders(({ lastName }) => ({ search: lastName.slice(6, 18) })),
  'orders of a PO number': orders(({ poNumber }) => ({ search: poNumber.slice(2) })),
  'orders of a product': orders(({ title }) => ({ search: title })),
  'orders, nothing found': orders({ search: 'zzzzzzzz' }),
  'orders of a first name': orders({ search: 'jane' }),
  'orders by two letters': orders({ search: 'yu' }),
  'orders, nothing found by two letters': orders({ search: 'zq' }),
  'orders of a whole store number': orders(({ merchantOrder }) => ({ merchantOrderId: merchantOrder })),
  'orders that failed at a retailer': orders({ status: 'order_failed', retailer: 'amazon' }, { ...page, limit: 10 }),
  'orders that failed where none did': orders({ status: 'order_failed', retailer: 'target' }),
  'orders with an unknown key of metadata': orders({ metadata: { key: 'campaign', value: null } }),
  'orders with an open return': orders({ returnStatus: 'open' }, { ...page, limit: 20 }),
  'orders with a denied return': orders({ returnStatus: 'denied' }),
  'placed orders without a parcel': orders({ status: 'order_placed', hasTracking: false }, { ...page, limit: 20 }),
  'orders without a parcel': orders({ hasTracking: false }),
  'orders with a lost parcel': orders({ trackingStatus: 'undeliverable' }),
  'orders of one day': orders(({ now }) => ({ createdAfter: plusMs(now, -dayMs / 4), createdBefore: now })),
  'cases, page 1': ({ db }) => listCases(db, { owner: own }, page),
  'open cases': ({ db }) => listCases(db, { owner: own, state: 'open' }, { ...page, limit: 1 }),
  'wallet history': ({ db }) => listTransfers(db, own.accountId, own.world, page),
  'bulk orders, page 1': ({ db }) => listBatches(db, own, page),
  'failed deliveries': ({ db }) => listDeliveries(db, { ...own, status: 'failed' }, page),
  'deliveries that are being retried': ({ db }) => listDeliveries(db, { ...own, status: 'retrying' }, page),
  'deliveries, page 1': ({ db }) => listDeliveries(db, own, page),
  'deliveries of a rare event': ({ db }) =>
    listDeliveries(db, { ...own, event: 'order.failed' }, { ...page, limit: 10 }),
  'deliveries to an unknown address': ({ db }) => listDeliveries(db, { ...own, url: 'nowhere.example' }, page),
  'deliveries of an event': ({ db }, { eventId }) => listDeliveries(db, { ...own, eventId }, page),
  'events of a rare type': ({ db }) => listEvents(db, { ...own, type: 'order.failed', afterSeq: 0 }, 10),
  'events of an order': ({ db }, { orderId }) => listEvents(db, { ...own, orderId, afterSeq: 0 }, 10),
  'activity of people, page 1': ({ db }) => listActivity(db, { ...anyone, accountId: bigAccount }, page),
  'activity of a kind': ({ db }) =>
    listActivity(db, { ...anyone, accountId: bigAccount, action: 'return.requested' }, page),
  'activity of a kind that was never': ({ db }) =>
    listActivity(db, { ...anyone, accountId: bigAccount, action: 'unknown' }, page),
  'requests, page 1': ({ db }, { now }) => listRequests(db, own, page, plusMs(now, -30 * dayMs)),
  'requests that failed': ({ db }, { now }) =>
    listRequests(db, own, { ...page, status: '422' }, plusMs(now, -30 * dayMs)),
  'requests of a key': ({ db }, { now, orderId }) =>
    listRequests(db, own, { ...page, keyId: orderId }, plusMs(now, -30 * dayMs)),
  'requests with a word': ({ db }, { now }) =>
    listRequests(db, own, { ...page, search: 'nowhere' }, plusMs(now, -30 * dayMs)),
  'returns, page 1': ({ db }) => listReturns(db, { owner: own }, page),
  'returns of a status': ({ db }) => listReturns(db, { owner: own, status: 'open' }, { ...page, limit: 20 }),
  'returns of a number': ({ db }, { n }) => listReturns(db, { owner: own, search: `RMA-${n}` }, page),
  'usage of 90 days': async ({ db }, { now }) => {
    await listCounts(
      db,
      own,
      plusMs(now, -180 * dayMs)
        .toISOString()
        .slice(0, 10),
      now.toISOString().slice(0, 10),
    );
    await listCalls(db, own, plusMs(now, -90 * dayMs), 50);
  },
  overview: ({ db }, { now }) => readOverview({ db, clock: { ...systemClock, now: () => now } }, own),
  'statements, months': ({ db }) => listMonths(db, own),
  'statement of a month without moves': ({ db }) => createStatement(db, { ...own, currency: 'USD' }, '2030-01'),
  'operator: returns, page 1': ({ db }) => listReturns(db, { owner: null }, page),
  'operator: open returns': ({ db }) => listReturns(db, { owner: null, status: 'open' }, page),
  'operator: newest events': ({ db }) => listNewestEvents(db, 100),
  'operator: today': ({ db }) => readToday({ db, clock: systemClock }),
  'operator: cases, page 1': ({ db }) => listCases(db, { owner: null }, page),
  'operator: orders of everybody': ({ db }) => scanOrders(db, { world: 'test' }, null, 50),
  'operator: failed orders of everybody': ({ db }) =>
    scanOrders(db, { world: 'test', status: 'order_failed' }, null, 50),
  'operator: orders of a customer': ({ db }) => scanOrders(db, { ...own, status: 'pending' }, null, 50),
  'operator: money of everybody': ({ db }) =>
    scanMoves(db, { world: 'test', currency: 'USD', type: 'refund' }, null, 50),
  'operator: money of a customer': ({ db }) => scanMoves(db, { ...own, currency: 'USD' }, null, 50),
  'operator: customers': ({ db }) => listCustomers(db, { world: 'test' }, null, 50),
  'operator: customers by a part': ({ db }) => listCustomers(db, { world: 'test', search: 'examp' }, null, 50),
  'operator: search a parcel': ({ db }, { tracking }) => searchAll(db, tracking),
  'operator: search a name': ({ db }, { lastName }) => searchAll(db, lastName.slice(6, 18)),
  'operator: search a common name': ({ db }) => searchAll(db, 'jane'),
  'operator: search a common number': ({ db }) => searchAll(db, '1Z'),
  'operator: search two letters': ({ db }) => searchAll(db, 'sh'),
  'operator: search two letters of ids': ({ db }) => searchAll(db, 'a1'),
  'operator: search a customer': ({ db }) => searchAll(db, bigAccountEmail.slice(0, -1)),
  'operator: search an account or key': ({ db }) => searchAll(db, bigAccount.slice(0, 12)),
  'operator: search the end of a key': ({ db }) => searchAll(db, 'svc_test_0123'),
  'operator: audit log, page 1': ({ db }) => listActions(db, {}, page),
  'operator: audit log of a colleague': ({ db }) => listActions(db, { operator: 'operator-1@example.com' }, page),
  'operator: audit log, nothing found': ({ db }) =>
    listActions(db, { action: 'nothing', subjectType: 'nothing' }, page),
  'operator: audit log, two that never meet': ({ db }) =>
    listActions(db, { action: 'case.answered', subjectType: 'key' }, page),
  'operator: audit log of a time': ({ db }, { now }) =>
    listActions(db, { from: plusMs(now, -dayMs / 2), before: plusMs(now, -dayMs / 4) }, page),
  'operator: audit log of an order': ({ db }, { orderId }) => listActions(db, { subjectId: orderId }, page),
  'operator: audit log of a customer': ({ db }) => listActions(db, { about: bigAccount }, page),
  'operator: bought at the desk': ({ db }) => listBoughtByDesk(db, page),
  'desk orders that arrived': ({ db }) => markDeskDone(db),
  'operator: work of an order': ({ db }, { orderId }) => listJobsOfOrder(db, orderId),
  'another order with the same store number': ({ db }, { orderId, merchantOrder }) =>
    findPurchaseOwner(db, { id: orderId, world: own.world, retailer: 'target' }, [merchantOrder]),
  'an order is hurried': ({ db }, { orderId, now }) => runOrderNow(db, orderId, now),
  'operator: unsent mails': ({ db }, { orderId }) => listUnsentMails(db, orderId),
  'operator: failing receivers': async ({ db }, { now }) => {
    await listFailingEndpoints(db, plusMs(now, -dayMs), page);
    await countFailingEndpoints(db, plusMs(now, -dayMs));
  },
  'operator: orders of a day': ({ db }, { now }) => countOrdersSince(db, plusMs(now, -dayMs / 4)),
  'operator: jobs by kind': ({ db }, { now }) => depthByKind(db, now),
  'operator: failing jobs': ({ db }) => listFailingJobs(db, 20),
  'bought at a store': ({ db }, { now }) => countPurchasesAt(db, own.world, 'target', now),
  'ledger audit': ({ db }, { now }) => auditMoney(db, now, 'totals'),
  'sweep, nothing is old': ({ db }, { now }) =>
    deleteOldOrders({ db, blobs: { delete: async () => {} } }, 'test', plusMs(now, -3650 * dayMs)),
  'keys of notes are looked up': ({ db }) =>
    listKeysNamedIn(db, { table: 'orders', column: 'purchase_note_sealed' }, noKeys),
  'low wallets': async ({ db }) => {
    await armLowBalanceMarks(db, 'moved');
    await listLowWallets(db, 'moved');
  },
  'surplus calls are swept': ({ db }, { now }) => deleteSurplusCalls(db, now),
  'queue gauges': ({ db }) => queueDepth(db),
  'queue readings': async ({ db }, { now }) => {
    await longestWaits(db, ['orders.place', 'tracking.follow', 'events', 'webhooks.send'], now);
    await countPostponed(db, 'orders.place', dayMs / 12);
  },
};

/** What to look for: an order in the middle. */
export interface Facts {
  now: Date;
  n: number;
  orderId: string;
  eventId: string;
  tracking: string;
  merchantOrder: string;
  lastName: string;
  poNumber: string;
  title: string;
}

function orders(given: Partial<OrderFilter> | ((facts: Facts) => Partial<OrderFilter>), asked = page) {
  return async (database: Database, facts: Facts) => {
    const filter = typeof given === 'function' ? given(facts) : given;
    const { ids } = await listOrderIds(database.db, { ...own, ...filter }, asked);
    await loadOrders(database, ids);
    return ids.length;
  };
}
