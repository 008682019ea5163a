import type { Clock } from '../../../kit/clock.ts';
import { existing } from '../../../kit/existing.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Database } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import { mailAbout } from '../../delivery/tracking/index.ts';
import { loadOrders, type WholeOrder } from '../../orders/orders/index.ts';
import { listActions } from './sql.ts';
import { listMailsOfOrder } from './sql-search.ts';
import { findKeyFile, findParcelOrder, listRequestsAbout, listUnsentMails } from './sql-subjects.ts';

interface Needs {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

const auditShown = 50;

/** One key of anybody: what it may, what it spent today, what it asked last, and who changed it. */
export async function readKeyFile({ database: { db }, clock }: Pick<Needs, 'database' | 'clock'>, id: string) {
  const key = await findKeyFile(db, id, clock.now());
  if (!key) throw notFound();
  const owner = { accountId: key.account_id, world: key.world };
  const [emails, requests, audit] = await Promise.all([
    findAccountEmails(db, [key.account_id]),
    listRequestsAbout(db, owner, { keyId: id }),
    listActions(db, { subjectId: id }, { limit: auditShown, offset: 0 }),
  ]);
  return { key, email: emails.get(key.account_id) ?? null, requests, audit: audit.rows };
}

export type KeyFile = Awaited<ReturnType<typeof readKeyFile>>;

async function ownedOrder(database: Database, orderId: string): Promise<{ order: WholeOrder; email: string | null }> {
  const order = (await loadOrders(database, [orderId])).get(orderId);
  if (!order) throw notFound();
  const emails = await findAccountEmails(database.db, [order.account_id]);
  return { order, email: emails.get(order.account_id) ?? null };
}

/** One parcel of anybody, with the order that it belongs to. */
export async function readParcelFile({ database }: Pick<Needs, 'database'>, id: string) {
  const orderId = await findParcelOrder(database.db, id);
  if (orderId === null) throw notFound();
  const { order, email } = await ownedOrder(database, orderId);
  return { order, email, parcel: existing(order.shipments.find((one) => one.id === id)) };
}

export type ParcelFile = Awaited<ReturnType<typeof readParcelFile>>;

/** What the recipient of an order was written, as it left or is about to. */
export async function readMailFile({ database, publicUrl }: Pick<Needs, 'database' | 'publicUrl'>, orderId: string) {
  const { order, email } = await ownedOrder(database, orderId);
  const { customer_email: to } = order;
  if (to === null) throw notFound();
  const unsent = await listUnsentMails(database.db, orderId);
  const noted = await listMailsOfOrder(database.db, orderId);
  const mails = noted.map(({ stage, created_at: at }) => ({
    stage,
    at,
    mail: mailAbout(order, to, stage, publicUrl),
    waiting: unsent.find((job) => job.stage === stage) ?? null,
  }));
  return { order, email, to, mails };
}

export type MailFile = Awaited<ReturnType<typeof readMailFile>>;
