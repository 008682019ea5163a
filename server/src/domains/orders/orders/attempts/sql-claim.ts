import { sql } from 'kysely';
import { type Database, type Executor, relation, runNamed } from '../../../../platform/database/index.ts';
import { orderIsFrozen } from '../../../access/policies/index.ts';
import { retailerIsOff } from '../../../catalog/stores/index.ts';
import { itemMayBecome, orderMayBecome } from '../sql-moves.ts';
import type { PlacementRow } from './rows.ts';
import { isAccountNeeded, orders, withItems } from './sql.ts';
import { freshEpoch } from './sql-epoch.ts';
import { orderIsHeld } from './sql-holds.ts';
import { statusEvent } from './status-event.ts';

/**
 * pending → in_progress, committed before the retailer is touched: a second worker, or the same job again, claims
 * nothing. A job that runs again after a crash takes over an attempt that had sent nothing yet; the new epoch shuts the
 * old worker out. An order that needs an account is claimed with one ($3), or when it is to end without ($4); nothing is
 * claimed to be bought while its retailer is switched off, while it asks a person something, or on a database that is not
 * the one that was left. One whose client may have ordered it before, on a database that was lost, is put in doubt first:
 * its store is asked for it. In the sandbox stores sell without a log-in, so there the service's own accounts are for orders
 * whose store asked for one.
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

export interface SubmittingOrder {
  id: string;
  epoch: number;
  checkoutSealed: Buffer;
  /** The store whose button is pressed. */
  store: string | null;
  /** What the cart does without. */
  concessions?: PlacementRow['concessions'];
}

/**
 * Committed before the buy button, each by its own epoch: from here on a crash means doubt, not a second try. Rows are found by their ids alone: by the
 * status every order that is under way would be read, where the planner takes them for few. An order that was sent to one store of its brand is
 * never sent to another.
 */
const submittingManyStatement = {
  name: 'orders-submitting',
  text: `
  update orders set phase = 'submitting', submitted_at = $4, pressed_at = $4, checkout_sealed = decode(given.sealed, 'hex'),
    concessions = given.concessions, store = given.store, updated_at = $4
  from unnest($1::uuid[], $2::int[], $3::text[], $5::jsonb[], $6::text[]) as given (id, epoch, sealed, concessions, store)
  where orders.id = any ($1::uuid[]) and orders.id = given.id and orders.epoch = given.epoch and status = 'in_progress' and phase = 'intent'
    and (orders.store is null or orders.store = given.store)
    and (select is_known_database()) and not ${orderIsFrozen(orders)} and not ${orderIsHeld(orders)}
  returning orders.id`,
};

/** The ids of those that are ours. */
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
 * Takes an attempt with an unknown outcome over from the worker that had it, so that only this reconciler may end it. Null
 * when the order has moved since it was read: its cart and times would be those of another attempt.
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

/** The store that was found to have sold it. */
export async function writeStoreOfOrder(
  executor: Executor,
  order: { id: string; epoch: number },
  store: string,
): Promise<void> {
  await sql`update orders set store = ${store} where id = ${order.id} and epoch = ${order.epoch}`.execute(executor);
}
