import { sql } from 'kysely';
import { publishCte } from '../../../../events/index.ts';
import {
  type Database,
  type Executor,
  type Relation,
  relation,
  runNamed,
} from '../../../../platform/database/index.ts';
import { orderIsFrozen } from '../../../access/policies/index.ts';
import { retailerIsOff } from '../../../catalog/stores/index.ts';
import type { OrderExchange } from '../order-exchange.ts';
import { itemMayBecome, orderMayBecome } from '../sql-moves.ts';
import type { PlacementRow } from './rows.ts';
import { isAccountNeeded, orders, withItems } from './sql.ts';
import { orderIsHeld } from './sql-holds.ts';

/** Publishes a status change if a webhook of the order asks for it. Most orders have none. */
export const statusEvent = (
  event: {
    type: 'order.started' | 'order.waiting';
    from: Relation<'id' | 'legacy_request'>;
    at: string;
  },
  also = 'true',
): string =>
  publishCte('status_event', {
    ...event,
    where: `${event.from.column('legacy_request')} -> 'webhooks' -> 'status_updated' is not null and ${also}`,
  });

/**
 * The next epoch after a restore. Counting on from the copy could repeat an epoch that a worker of the lost database
 * still has, so it jumps to the time in seconds. Orders are claimed far less often than once a second.
 */
export const freshEpoch = `greatest(epoch + 1, extract(epoch from now() - timestamptz '2026-01-01 00:00+00')::int)`;

/**
 * pending → in_progress, committed before the retailer is called, so a second worker or job claims nothing. A job that
 * runs again after a crash takes over an attempt that sent nothing; the new epoch shuts out the old worker. An order
 * that needs an account is claimed with one ($3), or without one to end it ($4). Nothing is claimed while its retailer
 * is off, while it waits for a person, or on a restored database that was not accepted yet. An order that the lost
 * database may have had is reconciled first. In the sandbox, only orders whose store asked for a login use an account
 * of the service.
 */
const claimStatementText = ({
  ids,
  account,
  isNoneToCome,
}: {
  ids: string;
  account: string;
  isNoneToCome: string;
}): string => `
  with before as (select id, status from orders where id ${ids}),
  doubted as (
    update orders set status = 'in_progress', phase = 'submitting', epoch = ${freshEpoch}, looks_first = false,
      started_at = coalesce(started_at, $2), submitted_at = $2, restored_at = $2, updated_at = $2
    where id ${ids} and looks_first and status = 'pending' and waiting_for is distinct from 'action'
      and (select is_known_database())
    returning id
  ),
  claimed as (
    update orders set status = 'in_progress', phase = 'intent', epoch = epoch + 1,
      attempts = attempts + case when status = 'in_progress' then 0 else 1 end,
      started_at = coalesce(started_at, $2), managed_account_id = ${account}, waiting_for = null, updated_at = $2
    where id ${ids} and (${orderMayBecome('in_progress')} or (status = 'in_progress' and phase = 'intent'))
      and waiting_for is distinct from 'action' and not looks_first
      and (${isNoneToCome} or (not ${retailerIsOff(orders)} and not ${orderIsFrozen(orders)} and not ${orderIsHeld(orders)}
        and (${account} is not null or not ${isAccountNeeded})))
      and (select is_known_database())
    returning *
  ),
  processing as (
    update order_items set status = 'processing', updated_at = $2
    where order_id in (select id from claimed union all select id from doubted) and ${itemMayBecome('processing')}
  ),
  ${statusEvent(
    { type: 'order.started', from: relation('claimed'), at: '$2' },
    "(select status from before where before.id = claimed.id) <> 'in_progress'",
  )}
  ${withItems(relation('claimed'))}`;

const claimStatement = {
  name: 'claim-order',
  text: claimStatementText({ ids: '= $1', account: '$3::uuid', isNoneToCome: '$4::boolean' }),
};

const claimManyStatement = {
  name: 'claim-orders',
  text: claimStatementText({ ids: '= any ($1::uuid[])', account: 'null::uuid', isNoneToCome: 'false' }),
};

/** The same for several orders that need no account. Returns the ones claimed. */
export const claimOrders = (database: Database, ids: string[], now: Date): Promise<PlacementRow[]> =>
  runNamed<PlacementRow>(database, claimManyStatement, [ids, now]);

export async function claimOrder(
  database: Database,
  id: string,
  now: Date,
  account: { id: string | null; isNoneToCome: boolean } = { id: null, isNoneToCome: false },
): Promise<PlacementRow | null> {
  const rows = await runNamed<PlacementRow>(database, claimStatement, [id, now, account.id, account.isNoneToCome]);
  return rows[0] ?? null;
}

export interface SubmittingOrder {
  id: string;
  epoch: number;
  checkoutSealed: Buffer;
  /** The store whose button is pressed. */
  store: string | null;
  /** What the cart leaves out. */
  concessions?: PlacementRow['concessions'];
}

/**
 * Committed before the buy button, each order by its own epoch: after a crash from here on, the outcome is unknown and
 * nothing is bought again. Rows are found by ID alone, because a lookup by status would read every open order. An
 * order that was sent to one store of its brand is never sent to another.
 */
const submittingManyStatement = {
  name: 'orders-submitting',
  text: `
  update orders set phase = 'submitting', submitted_at = $4, checkout_sealed = decode(given.sealed, 'hex'),
    concessions = given.concessions, store = given.store, updated_at = $4
  from unnest($1::uuid[], $2::int[], $3::text[], $5::jsonb[], $6::text[]) as given (id, epoch, sealed, concessions, store)
  where orders.id = any ($1::uuid[]) and orders.id = given.id and orders.epoch = given.epoch and status = 'in_progress' and phase = 'intent'
    and (orders.store is null or orders.store = given.store)
    and (select is_known_database()) and not ${orderIsFrozen(orders)} and not ${orderIsHeld(orders)}
  returning orders.id`,
};

/** Returns the IDs whose epoch matched. */
export async function markManySubmitting(
  database: Database,
  attempts: SubmittingOrder[],
  now: Date,
): Promise<Set<string>> {
  const rows = await runNamed<{ id: string }>(database, submittingManyStatement, [
    attempts.map(({ id }) => id),
    attempts.map(({ epoch }) => epoch),
    attempts.map(({ checkoutSealed }) => checkoutSealed.toString('hex')),
    now,
    attempts.map(({ concessions = null }) => concessions && JSON.stringify(concessions)),
    attempts.map(({ store }) => store),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Takes over an attempt with an unknown outcome, so that only this reconciler can end it. Null if the order changed
 * since it was read.
 */
export async function takeOverUnknownOutcome(
  executor: Executor,
  order: { id: string; epoch: number },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ epoch: number }>`
    update orders set epoch = epoch + 1, waiting_for = null, updated_at = ${now}
    where id = ${order.id} and epoch = ${order.epoch} and status = 'in_progress' and phase = 'submitting'
      and waiting_for is distinct from 'action' returning epoch`.execute(executor);
  return rows[0]?.epoch ?? null;
}

/** The store that sold it. */
export async function writeStoreOfOrder(
  executor: Executor,
  order: { id: string; epoch: number },
  store: string,
): Promise<void> {
  await sql`update orders set store = ${store} where id = ${order.id} and epoch = ${order.epoch}`.execute(executor);
}

/** The rate that this attempt buys at. A replaced attempt changes nothing. */
export async function saveExchange(
  executor: Executor,
  order: { id: string; epoch: number },
  exchange: OrderExchange,
): Promise<void> {
  await sql`
    update orders set exchange = ${JSON.stringify(exchange)}::jsonb where id = ${order.id} and epoch = ${order.epoch}`.execute(
    executor,
  );
}
