import {
  type Database,
  type Executor,
  type Relation,
  relation,
  runNamed,
  type Tables,
} from '../../../../platform/database/index.ts';
import { orderIsFrozen } from '../../../access/policies/index.ts';
import { hasFittingServiceAccount, isQueued } from '../../../catalog/retailer-accounts/index.ts';
import { retailerIsOff } from '../../../catalog/stores/index.ts';
import type { LoadedPlacement, PlacementRow } from './rows.ts';
import { orderIsHeld } from './sql-holds.ts';

/** The table, in statements without an alias. */
export const orders = relation<keyof Tables['orders']>('orders');

/** Selects the orders in `claimed` with their items and last action. */
export const withItems = (claimed: Relation<'id'>): string => `
  select ${claimed.name}.*, (
    select json_agg(json_build_object('id', item.id, 'url', item.url, 'product_id', item.product_id,
      'quantity', item.quantity, 'variant', item.variant, 'condition_in', item.condition_in,
      'condition_not_in', item.condition_not_in, 'selection', item.selection) order by item.position)
    from order_items item where item.order_id = ${claimed.column('id')}
  ) as items, (
    select max(coalesce(answered_at, questions.asked_at)) from questions where order_id = ${claimed.column('id')}
  ) as asked_at from ${claimed.name}`;

/** Whether an order has to wait for a retailer account. */
export const isAccountNeeded = `(retailer_credentials_id is not null or managed_account_id is not null or needs_account
  or (not paid_by_client and world = 'live' and ${hasFittingServiceAccount(orders)}))`;

const loadStatement = {
  name: 'load-placement',
  text: `
  with claimed as (
    select *, ${isAccountNeeded} as is_account_needed, ${retailerIsOff(orders)} as is_retailer_off,
      ${orderIsFrozen(orders)} as is_frozen, ${orderIsHeld(orders)} as is_held
    from orders where id = $1
  ) ${withItems(relation('claimed'))}`,
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
    where retailer_credentials_id = $1 and outcome is null and status = 'pending' and attempts = 0 and (created_at, id) < ($2::timestamptz, $3::uuid)
      and not ${isQueued(orders)}
    order by created_at, id limit 20
  ) ${withItems(relation('claimed'))}`,
};

/** Older orders for the same account that are neither started nor in its queue, oldest first. */
export async function loadOlderOutOfQueue(database: Database, order: PlacementRow): Promise<PlacementRow[]> {
  if (order.retailer_credentials_id === null) return [];
  return runNamed(database, olderOutOfLineStatement, [order.retailer_credentials_id, order.created_at, order.id]);
}
