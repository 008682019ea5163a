import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import { findWallet } from '../../money/wallet/index.ts';
import { countOrdersByPlace, loadOrders } from '../../orders/orders/index.ts';
import { listActions } from './sql.ts';
import {
  findCustomer,
  listDeliveriesOfOrder,
  listKeysOfCustomer,
  listLatestOrderIds,
  listMailsOfOrder,
  listTransfersOfOrder,
} from './sql-search.ts';
import {
  listEventsOfOrder,
  listJobsOfOrder,
  listLatestMoves,
  listMembersOf,
  listRequestsAbout,
  listSessionsOf,
} from './sql-subjects.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

const auditShown = 50;

/** Everything about one order, whosever it is: the order, its money, its mails and messages, its open work, who touched it. */
export async function readOrderFile({ database, clock: _clock }: Needs, orderId: string) {
  const { db } = database;
  const order = (await loadOrders(database, [orderId])).get(orderId);
  if (!order) throw notFound();
  const owner = { accountId: order.account_id, world: order.world };
  const [emails, transfers, mails, deliveries, jobs, events, requests, audit] = await Promise.all([
    findAccountEmails(db, [order.account_id]),
    listTransfersOfOrder(db, orderId),
    listMailsOfOrder(db, orderId),
    listDeliveriesOfOrder(db, orderId),
    listJobsOfOrder(db, orderId),
    listEventsOfOrder(db, orderId),
    listRequestsAbout(db, owner, { path: orderId }),
    listActions(db, { subjectId: orderId }, { limit: auditShown, offset: 0 }),
  ]);
  const email = emails.get(order.account_id) ?? null;
  return { order, email, transfers, mails, deliveries, jobs, events, requests, audit: audit.rows };
}

export type OrderFile = Awaited<ReturnType<typeof readOrderFile>>;

const movesShown = 25;
const worlds: readonly World[] = ['test', 'live'];

/** One customer: both wallets, keys, people, sessions, latest orders and what operators did for them. */
export async function readCustomerFile({ database, clock }: Needs, accountId: string) {
  const { db } = database;
  const customer = await findCustomer(db, accountId, clock.now());
  if (!customer) throw notFound();
  const sides = await Promise.all(
    worlds.map(async (world) => ({
      world,
      wallet: await findWallet(db, accountId, world),
      orders: await countOrdersByPlace(db, { accountId, world }),
      moves: await listLatestMoves(db, accountId, world, movesShown),
    })),
  );
  const keys = await listKeysOfCustomer(db, accountId);
  const people = await listMembersOf(db, accountId);
  const sessions = await listSessionsOf(db, accountId, clock.now());
  const ids = await listLatestOrderIds(db, accountId);
  const orders = await loadOrders(database, ids);
  const audit = await listActions(db, { about: accountId }, { limit: auditShown, offset: 0 });
  const latest = ids.flatMap((id) => orders.get(id) ?? []);
  return { customer, sides, keys, people, sessions, orders: latest, audit: audit.rows };
}

export type CustomerFile = Awaited<ReturnType<typeof readCustomerFile>>;
