import { sql } from 'kysely';
import { type Database, type Executor, runNamed, type Tx } from '../../../platform/database/index.ts';
import { isOfCurrencyWallet } from './exchange.ts';
import type { OrderExchange } from './order-exchange.ts';
import { itemMayBecome, orderMayBecome } from './sql-moves.ts';
import { releaseStatements } from './sql-release.ts';

const cancelStatements = releaseStatements({
  name: 'order-cancel',
  order: {
    status: 'cancelled',
    set: 'cancelled_at = $4',
    where: 'id = $1 and account_id = $2 and world = $3 and not looks_first',
  },
  item: { status: 'cancelled', set: 'cancellation_reason = $5' },
  event: 'order.cancelled',
  at: '$4',
});

export async function writeCancelled(
  database: Database | Executor,
  order: { id: string; accountId: string; world: string; exchange: OrderExchange | null },
  now: Date,
  reason = 'Canceled by the customer',
): Promise<boolean> {
  const values = [order.id, order.accountId, order.world, now, reason];
  const statement = isOfCurrencyWallet(order) ? cancelStatements.inStoreCurrency : cancelStatements.inUsDollars;
  return (await runNamed(database, statement, values)).length === 1;
}

/** order_placed → cancelled_by_retailer. Also cancels items that did not ship. */
export async function writeCancelledByRetailer(executor: Executor, id: string, reason: string, now: Date) {
  const { rows } = await sql<{
    account_id: string;
    world: 'test' | 'live';
    paid_by_card: boolean;
    captured_cents: number;
    fee_cents: number;
    exchange: OrderExchange | null;
  }>`
    with moved as (
      update orders set status = 'cancelled_by_retailer', cancelled_at = ${now}, updated_at = ${now}
      where id = ${id} and ${sql.raw(orderMayBecome('cancelled_by_retailer'))}
      returning id, account_id, world, paid_by_card, fee_cents, exchange, least(charged_cents, max_price_cents) - partly_refunded_cents - (
        -- What a return has credited already is not refunded a second time, nor what came back for a part.
        select coalesce(sum((returned ->> 'credited_cents')::bigint), 0)::bigint
        from jsonb_array_elements(returns) as returned
      ) as captured_cents
    ),
    items as (
      update order_items set status = 'cancelled', cancellation_reason = ${reason}, updated_at = ${now}
      where order_id in (select id from moved) and ${sql.raw(itemMayBecome('cancelled'))}
    )
    select account_id, world, paid_by_card, captured_cents, fee_cents, exchange from moved`.execute(executor);
  return rows[0] ?? null;
}

export async function addRefundedQuantities(
  tx: Tx,
  lines: readonly { order_item_id: string; quantity: number }[],
  now: Date,
): Promise<void> {
  for (const line of lines) {
    await sql`
      update order_items set refunded_quantity = refunded_quantity + ${line.quantity}, updated_at = ${now}
      where id = ${line.order_item_id}`.execute(tx);
  }
}

/**
 * Records that the retailer canceled part of the order. An item without units left is canceled too. Units that an operator
 * refunded count as canceled from now on.
 */
export async function cancelQuantities(
  tx: Tx,
  orderId: string,
  part: { lines: { id: string; quantity: number }[]; reason: string },
  now: Date,
): Promise<void> {
  for (const line of part.lines) {
    await sql`
      update order_items set cancelled_quantity = cancelled_quantity + ${line.quantity},
        refunded_quantity = greatest(0, refunded_quantity - ${line.quantity}), updated_at = ${now}
      where id = ${line.id}`.execute(tx);
  }
  await sql`
    update order_items set status = 'cancelled', cancellation_reason = ${part.reason}, updated_at = ${now}
    where order_id = ${orderId} and cancelled_quantity = coalesce(bought_quantity, quantity) and ${sql.raw(itemMayBecome('cancelled'))}`.execute(
    tx,
  );
}
