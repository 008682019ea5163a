import { sql } from 'kysely';
import type { Condition, SellerSelection } from '../../connectors/contract.ts';
import {
  afterCommit,
  type Database,
  type Executor,
  type Row,
  runNamed,
  type Tables,
} from '../../platform/database/index.ts';
import { notifyJobs } from '../../platform/queue/index.ts';
import { publishCte } from '../event-types.ts';
import { ownAccountFits } from '../managed-accounts/index.ts';
import { eraseSecrets, itemMayBecome, type JobResult, type OrderRow, orderMayBecome } from '../orders/index.ts';
import { orderIsFrozen } from '../policies/index.ts';
import { retailerIsOff } from '../retailers/index.ts';
import { heldCents, settleCtes } from '../wallet/index.ts';
import type { Doubt } from './store-doubts.ts';
import { orderIsHeld } from './store-holds.ts';

/** An order as the placement engine sees it. */
export interface PlacementRow
  extends OrderRow,
    Row<
      'orders',
      | 'epoch'
      | 'phase'
      | 'managed_account_id'
      | 'submitted_at'
      | 'checkout_handle'
      | 'checkout_sealed'
      | 'needs_review_at'
      | 'doubt'
      | 'restored_at'
      | 'options'
    > {
  /** The account that the running attempt uses. */
  managed_account_id: Tables['orders']['managed_account_id'];
  /** Only of orders that were submitted by a version that did not seal it. */
  checkout_handle: Tables['orders']['checkout_handle'];
  doubt: Doubt | null;
  /** The database was restored while it was open: its store may have sold what this copy knows nothing of. */
  restored_at: Tables['orders']['restored_at'];
  options: Record<string, unknown>;
  items: PlacementItem[];
  /** When it last asked something or was answered; null for most, which never ask. */
  asked_at: Date | null;
}

export interface LoadedPlacement extends PlacementRow {
  is_account_needed: boolean;
  is_retailer_off: boolean;
  /** A policy that binds it is frozen. */
  is_frozen: boolean;
  /** This sandbox order is held back by hand. */
  is_held: boolean;
}

export interface PlacementItem
  extends Row<
    'order_items',
    'id' | 'url' | 'product_id' | 'quantity' | 'variant' | 'condition_in' | 'condition_not_in' | 'selection'
  > {
  variant: { label: string; value: string }[] | null;
  condition_in: Condition[];
  condition_not_in: Condition[];
  selection: SellerSelection | null;
}

const withItems = `
  select claimed.*, (
    select json_agg(json_build_object('id', item.id, 'url', item.url, 'product_id', item.product_id,
      'quantity', item.quantity, 'variant', item.variant, 'condition_in', item.condition_in,
      'condition_not_in', item.condition_not_in, 'selection', item.selection) order by item.position)
    from order_items item where item.order_id = claimed.id
  ) as items, (
    select max(coalesce(answered_at, questions.asked_at)) from questions where order_id = claimed.id
  ) as asked_at from claimed`;

/** A change of status that only a webhook wants to hear of; most orders have none, and pay nothing for it. */
const statusEvent = (
  event: Omit<Parameters<typeof publishCte>[1], 'where'> & { type: 'order.started' | 'order.waiting' },
  also = 'true',
): string =>
  publishCte('status_event', {
    ...event,
    where: `legacy_request -> 'webhooks' -> 'status_updated' is not null and ${also}`,
  });

/** Whether an order is bought with an account that it has to wait for. */
const isAccountNeeded = `(retailer_credentials_id is not null or managed_account_id is not null or needs_account
  or (not paid_by_client and world = 'live' and ${ownAccountFits('orders')}))`;

/**
 * pending → in_progress, committed before the retailer is touched: a second worker, or the same job again, claims
 * nothing. A job that runs again after a crash takes over an attempt that had sent nothing yet; the new epoch shuts the
 * old worker out. An order that needs an account is claimed with one ($3), or when it is to end without ($4); nothing is
 * claimed to be bought while its retailer is switched off, while it asks a person something, or on a database that is not
 * the one that was left. One whose client may have ordered it before, on a database that was lost, is put in doubt first:
 * its store is asked for it. In the sandbox stores sell without a log-in, so there the service's own accounts are for orders
 * whose store asked for one.
 */
const claiming = ({ ids, account, isNoneToCome }: { ids: string; account: string; isNoneToCome: string }): string => `
  with before as (select id, status from orders where id ${ids}),
  doubted as (
    update orders set status = 'in_progress', phase = 'submitting', epoch = epoch + 1, looks_first = false,
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
      and (${isNoneToCome} or (not ${retailerIsOff('orders')} and not ${orderIsFrozen('orders')} and not ${orderIsHeld('orders')}
        and (${account} is not null or not ${isAccountNeeded})))
      and (select is_known_database())
    returning *
  ),
  processing as (
    update order_items set status = 'processing', updated_at = $2
    where order_id in (select id from claimed union all select id from doubted) and ${itemMayBecome('processing')}
  ),
  ${statusEvent(
    { type: 'order.started', from: 'claimed', at: '$2' },
    "(select status from before where before.id = claimed.id) <> 'in_progress'",
  )}
  ${withItems}`;

const claimStatement = {
  name: 'claim-order',
  text: claiming({ ids: '= $1', account: '$3::uuid', isNoneToCome: '$4::boolean' }),
};

const claimManyStatement = {
  name: 'claim-orders',
  text: claiming({ ids: '= any ($1::uuid[])', account: 'null::uuid', isNoneToCome: 'false' }),
};

/** The same for orders that need no account, each on its own terms: those that were claimed. */
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

const loadStatement = {
  name: 'load-placement',
  text: `
  with claimed as (
    select *, ${isAccountNeeded} as is_account_needed, ${retailerIsOff('orders')} as is_retailer_off,
      ${orderIsFrozen('orders')} as is_frozen, ${orderIsHeld('orders')} as is_held
    from orders where id = $1
  ) ${withItems}`,
};

export async function loadPlacement(database: Database | Executor, id: string): Promise<LoadedPlacement | null> {
  const rows = await runNamed<LoadedPlacement>(database, loadStatement, [id]);
  return rows[0] ?? null;
}

const olderOutOfLineStatement = {
  name: 'older-out-of-queue',
  text: `
  with claimed as (
    select * from orders
    where retailer_credentials_id = $1 and status = 'pending' and attempts = 0 and (created_at, id) < ($2::timestamptz, $3::uuid)
      and not exists (select from account_line where subject_id = orders.id)
    order by created_at, id limit 20
  ) ${withItems}`,
};

/** Older orders for the same account that no worker has begun with and that are not in its queue yet, oldest first. */
export async function loadOlderOutOfQueue(database: Database, order: PlacementRow): Promise<PlacementRow[]> {
  if (order.retailer_credentials_id === null) return [];
  return runNamed(database, olderOutOfLineStatement, [order.retailer_credentials_id, order.created_at, order.id]);
}

export interface Submitting {
  id: string;
  epoch: number;
  checkoutSealed: Buffer;
}

/** Committed before the buy button, each by its own epoch: from here on a crash means doubt, not a second try. */
const submittingManyStatement = {
  name: 'orders-submitting',
  text: `
  update orders set phase = 'submitting', submitted_at = $4, checkout_sealed = decode(given.sealed, 'hex'), updated_at = $4
  from unnest($1::uuid[], $2::int[], $3::text[]) as given (id, epoch, sealed)
  where orders.id = given.id and orders.epoch = given.epoch and status = 'in_progress' and phase = 'intent'
    and (select is_known_database()) and not ${orderIsFrozen('orders')} and not ${orderIsHeld('orders')}
  returning orders.id`,
};

/** The ids of those that are ours. */
export async function markManySubmitting(database: Database, attempts: Submitting[], now: Date): Promise<Set<string>> {
  const rows = await runNamed<{ id: string }>(database, submittingManyStatement, [
    attempts.map(({ id }) => id),
    attempts.map(({ epoch }) => epoch),
    attempts.map(({ checkoutSealed }) => checkoutSealed.toString('hex')),
    now,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Takes an attempt in doubt over from the worker that had it, so that only this reconciler may end it. */
export async function takeOverDoubt(executor: Executor, id: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ epoch: number }>`
    update orders set epoch = epoch + 1, waiting_for = null, updated_at = ${now}
    where id = ${id} and status = 'in_progress' and phase = 'submitting'
      and waiting_for is distinct from 'action' returning epoch`.execute(executor);
  return rows[0]?.epoch ?? null;
}

export interface FailedRow {
  id: string;
  epoch: number;
  now: Date;
  jobResult: JobResult;
  errorType: string;
  /** The items at fault; the others failed with the order but carry no error of their own. */
  itemIds: string[];
}

const failedStatement = {
  name: 'order-failed',
  text: `
  with moved as (
    update orders set status = 'order_failed', phase = null, checkout_handle = null, checkout_sealed = null, needs_review_at = null, job_result = $4::jsonb,
      ended_at = $3, updated_at = $3
    where id = $1 and epoch = $2 and ${orderMayBecome('order_failed')}
    returning id, account_id, world, updated_at, max_price_cents, fee_cents, paid_by_client
  ),
  ${eraseSecrets},
  owed as (select 0::bigint as captured, 0::bigint as fee, ${heldCents} as released, 0::bigint as lost from moved),
  items as (
    update order_items set status = 'failed', error_type = case when id = any ($6::uuid[]) then $5 end, updated_at = $3
    where order_id in (select id from moved) and ${itemMayBecome('failed')}
  ),
  ${settleCtes},
  ${publishCte('event_jobs', { type: 'order.failed', from: 'moved', at: '$3' })}
  select id from moved`,
};

export async function writeFailed(database: Database | Executor, row: FailedRow): Promise<boolean> {
  const values = [row.id, row.epoch, row.now, JSON.stringify(row.jobResult), row.errorType, row.itemIds];
  return (await runNamed(database, failedStatement, values)).length === 1;
}

/** Back to pending: the attempt provably bought nothing. The order's one job tries again later. */
const retryStatement = {
  name: 'order-retry',
  text: `
  with moved as (
    update orders set status = 'pending', phase = null, submitted_at = null, checkout_handle = null, checkout_sealed = null,
      needs_review_at = null, attempts = attempts - case when $5 then 1 else 0 end,
      restored_at = null, managed_account_id = null, needs_account = needs_account or $4, waiting_for = null, updated_at = $3
    where id = $1 and epoch = $2 and ${orderMayBecome('pending')}
    returning id, legacy_request
  ),
  items as (
    update order_items set status = 'pending', updated_at = $3
    where order_id in (select id from moved) and ${itemMayBecome('pending')}
  ),
  ${statusEvent({ type: 'order.waiting', from: 'moved', at: '$3' })}
  select id from moved`,
};

export async function writeRetry(
  database: Database,
  order: { id: string; epoch: number },
  needsAccount: boolean,
  now: Date,
  /** The store said itself when to come back: that was no attempt. */
  isUncounted = false,
): Promise<boolean> {
  const values = [order.id, order.epoch, now, needsAccount, isUncounted];
  return (await runNamed(database, retryStatement, values)).length === 1;
}

/** What an order waits for, as its owner sees it. */
export async function markWaiting(
  executor: Executor,
  order: { id: string; epoch: number },
  waitingFor: OrderRow['waiting_for'],
  now: Date,
): Promise<void> {
  await sql`
    update orders set waiting_for = ${waitingFor}, updated_at = ${now}
    where id = ${order.id} and epoch = ${order.epoch} and status in ('pending', 'in_progress')
      and waiting_for is distinct from 'action'`.execute(executor);
}

/** Whether the service has an account of its own for this order, paused or not. */
export async function hasOwnAccount(executor: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${id} and ${sql.raw(ownAccountFits('orders'))}`.execute(executor);
  return rows.length === 1;
}

/** Orders that waited for this retailer are looked at now; by themselves they would look a little later. */
export async function hurryOrdersOf(executor: Executor, world: OrderRow['world'], retailer: string, now: Date) {
  await sql`
    update jobs set run_at = ${now} from orders o
    where kind = 'orders.place' and dead_at is null and token is null and run_at > ${now}
      and o.id = (payload ->> 'orderId')::uuid and o.world = ${world} and o.retailer = ${retailer}
      and o.waiting_for = 'retailer'`.execute(executor);
  afterCommit(executor, notifyJobs);
}
