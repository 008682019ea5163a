import type { Static } from 'typebox';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';
import { presentAs } from '../../../platform/http/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import { listOrderedProducts } from '../../catalog/products/index.ts';
import { findRecipeOf } from '../../catalog/stores/index.ts';
import { findState } from '../../delivery/cases/index.ts';
import { composeCustomerMail } from '../../delivery/tracking/index.ts';
import { findWallet, listCurrencyTransfers, listCurrencyWallets } from '../../money/wallet/index.ts';
import {
  countOrdersByPlace,
  findAttempts,
  loadOrders,
  presentCheckpoint,
  presentOrder,
  timelineOf,
} from '../../orders/orders/index.ts';
import { loadOwnedOrder, presentOwner, recipientOf } from './load-owned.ts';
import { presentAction, presentAttempts, presentMove, presentOrderRow } from './present.ts';
import { readRefundable } from './refund-order.ts';
import { MailFileView, ParcelFileView } from './schema-parcels.ts';
import {
  CustomerView,
  DeliveryView,
  JobView,
  KeyFileView,
  KeyView,
  MoneyView,
  NamedEventView,
  OrderFileView,
  PersonView,
  RequestView,
  SentMailView,
  SessionView,
} from './schema-subjects.ts';
import { type ActionFilter, listActions } from './sql.ts';
import { findCustomer, listDeliveriesOfOrder, listLatestOrderIds, listMailsOfOrder } from './sql-search.ts';
import {
  findKeyFile,
  findParcelOrder,
  listEventsOfOrder,
  listJobsOfOrder,
  listKeysOfCustomer,
  listLatestMoves,
  listMembersOf,
  listRequestsAbout,
  listSessionsOf,
  listTransfersOfOrder,
  listUnsentMails,
} from './sql-subjects.ts';

interface Needs {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

const auditShown = 50;
const movesShown = 25;
const errorCharsMost = 500;
const browserCharsMost = 300;
const worlds: readonly World[] = ['test', 'live'];

async function listAudit(executor: Executor, filter: ActionFilter) {
  const { rows } = await listActions(executor, filter, { limit: auditShown, offset: 0 });
  return rows.map(presentAction);
}

async function listRequests(...asked: Parameters<typeof listRequestsAbout>) {
  const rows = await listRequestsAbout(...asked);
  return rows.map((row) => presentAs(RequestView, { ...row, ms: Math.round(row.ms) }));
}

/** One order of any account: money, mails, webhooks, jobs, requests and audit log. */
export async function readOrder({ database, clock }: Needs, orderId: string): Promise<Static<typeof OrderFileView>> {
  const { db } = database;
  const owned = await loadOwnedOrder(database, orderId);
  const { order } = owned;
  const owner = { accountId: order.account_id, world: order.world };
  const [attempts, caseState, transfers, mails, deliveries, jobs, events, requests, audit, recipe, products] =
    await Promise.all([
      findAttempts(db, orderId),
      findState(db, orderId),
      listTransfersOfOrder(db, orderId),
      listMailsOfOrder(db, orderId),
      listDeliveriesOfOrder(db, orderId),
      listJobsOfOrder(db, orderId),
      listEventsOfOrder(db, orderId),
      listRequests(db, owner, { path: orderId }),
      listAudit(db, { subjectId: orderId }),
      findRecipeOf(db, orderId),
      listOrderedProducts(db, owner, [orderId]),
    ]);
  return presentAs(OrderFileView, {
    ...presentOwner(owned),
    api_key_id: order.api_key_id,
    recipient_email: order.customer_email,
    order: presentOrder(order, clock.now()),
    titles: (products[0]?.products ?? []).map(({ title }) => title),
    case_state: caseState,
    needs_review: attempts?.needs_review_at != null && order.status === 'in_progress',
    refund: await readRefundable(db, order),
    recipe,
    attempts: attempts ? presentAttempts(attempts) : [],
    timeline: timelineOf(order),
    money: transfers.map((row) => presentAs(MoneyView, presentMove(row, row.currency))),
    mails: mails.map((row) => presentAs(SentMailView, row)),
    deliveries: deliveries.map((row) => presentAs(DeliveryView, row)),
    jobs: jobs.map((row) =>
      presentAs(JobView, {
        ...row,
        error: row.last_error?.slice(0, errorCharsMost) ?? null,
        next_attempt_at: row.dead_at ? null : row.run_at,
      }),
    ),
    events: events.map((row) => presentAs(NamedEventView, row)),
    requests,
    audit,
  });
}

/** One customer: wallets, keys, people, sessions, latest orders and audit log. */
export async function readCustomer({ database, clock }: Omit<Needs, 'publicUrl'>, accountId: string) {
  const { db } = database;
  const customer = await findCustomer(db, accountId, clock.now());
  if (!customer) throw notFound();
  const sides = await Promise.all(
    worlds.map(async (world) => ({
      world,
      wallet: await findWallet(db, accountId, world),
      orders: await countOrdersByPlace(db, { accountId, world }),
      moves: (await listLatestMoves(db, accountId, world, movesShown)).map((move) => presentMove(move)),
      others: await readOtherWallets(db, { accountId, world }),
    })),
  );
  const ids = await listLatestOrderIds(db, accountId);
  const orders = await loadOrders(database, ids);
  return presentAs(CustomerView, {
    account_id: customer.id,
    account_email: customer.email,
    created_at: customer.created_at,
    sessions: customer.session_count,
    last_signed_in_at: customer.last_session_at,
    worlds: sides.map(({ world, wallet, orders: places, others }) => ({
      world,
      available_cents: wallet.available_cents,
      held_cents: wallet.held_cents,
      other_wallets: others.wallets,
      orders: Object.values(places).reduce((sum, count) => sum + count, 0),
    })),
    people: (await listMembersOf(db, accountId)).map((row) =>
      presentAs(PersonView, { ...row, joined_at: row.created_at }),
    ),
    session_list: (await listSessionsOf(db, accountId, clock.now())).map((row) =>
      presentAs(SessionView, {
        ...row,
        signed_in_at: row.created_at,
        ip_address: row.ip_address || null,
        browser: row.user_agent?.slice(0, browserCharsMost) ?? null,
      }),
    ),
    money: sides.flatMap(({ moves, others }) => [...moves, ...others.moves]),
    keys: (await listKeysOfCustomer(db, accountId)).map((row) => presentAs(KeyView, row)),
    orders: ids.flatMap((id) => orders.get(id) ?? []).map(presentOrderRow),
    audit: await listAudit(db, { about: accountId }),
  });
}

/** The wallets in other currencies than US dollars, and their latest transactions. */
async function readOtherWallets(executor: Executor, owner: { accountId: string; world: World }) {
  const wallets = await listCurrencyWallets(executor, owner);
  const moves = await Promise.all(
    wallets.map(async ({ currency }) => {
      const page = { limit: movesShown, offset: 0 };
      const { rows } = await listCurrencyTransfers(executor, { ...owner, currency }, page);
      return rows.map((row) => presentMove({ ...row, world: owner.world }, currency));
    }),
  );
  return {
    wallets: wallets.map(({ currency, available, held }) => ({
      currency,
      available_cents: available,
      held_cents: held,
    })),
    moves: moves.flat(),
  };
}

/** One key of any account: limits, spending today, latest requests and audit log. */
export async function readKey({ database: { db }, clock }: Omit<Needs, 'publicUrl'>, id: string) {
  const key = await findKeyFile(db, id, clock.now());
  if (!key) throw notFound();
  const { spend_per_day_cents, spend_per_order_cents, allowed_retailers } = key;
  const [emails, requests, audit] = await Promise.all([
    findAccountEmails(db, [key.account_id]),
    listRequests(db, { accountId: key.account_id, world: key.world }, { keyId: id }),
    listAudit(db, { subjectId: id }),
  ]);
  return presentAs(KeyFileView, {
    ...key,
    account_email: emails.get(key.account_id) ?? null,
    limits: { spend_per_day_cents, spend_per_order_cents, allowed_retailers },
    requests,
    audit,
  });
}

/** One parcel with its order. */
export async function readParcel({ database }: Pick<Needs, 'database'>, id: string) {
  const orderId = await findParcelOrder(database.db, id);
  if (orderId === null) throw notFound();
  const owned = await loadOwnedOrder(database, orderId);
  const parcel = assertDefined(owned.order.shipments.find((one) => one.id === id));
  return presentAs(ParcelFileView, {
    ...parcel,
    ...presentOwner(owned),
    order_id: orderId,
    recipient: recipientOf(owned.order),
    checkpoints: parcel.checkpoints.map(presentCheckpoint),
  });
}

interface MailFileNeeds extends Pick<Needs, 'database' | 'publicUrl'> {
  storeNameOf(retailer: string): string;
}

/** Mails to the recipient of an order, sent or about to be sent. */
export async function readMails({ database, publicUrl, storeNameOf }: MailFileNeeds, orderId: string) {
  const owned = await loadOwnedOrder(database, orderId);
  const { order } = owned;
  const to = order.customer_email;
  if (to === null) throw notFound();
  const unsent = await listUnsentMails(database.db, orderId);
  const noted = await listMailsOfOrder(database.db, orderId);
  return presentAs(MailFileView, {
    ...presentOwner(owned),
    order_id: orderId,
    recipient: recipientOf(order),
    to,
    mails: noted.map(({ stage, created_at: at }) => {
      const { subject, text } = composeCustomerMail(order, to, stage, { publicUrl, storeNameOf });
      const job = unsent.find((one) => one.stage === stage);
      const state = job === undefined ? 'sent' : job.dead_at ? 'given_up' : 'waiting';
      return { stage, at: at.toISOString(), subject, text, state, error: job?.last_error ?? null };
    }),
  });
}
