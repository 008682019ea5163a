import { publishCte } from '../../../events/index.ts';
import { type Relation, relation } from '../../../platform/database/index.ts';
import { heldCents, releaseCurrencyCte, settleCtes, settleCurrencyCtes } from '../../money/wallet/index.ts';
import { closeActions } from './actions/index.ts';
import type { OrderItemStatus, OrderStatus } from './model.ts';
import { itemMayBecome, orderMayBecome } from './sql-moves.ts';

/** CTEs for the statement that ends orders: erases the client's login and card, and closes open actions. */
export const eraseSecrets = (ended: Relation<'id' | 'updated_at'>): string =>
  `erased as (delete from order_secrets where order_id in (select id from ${ended.name})),
  ${closeActions(ended)}`;

interface Ending {
  name: string;
  order: { status: OrderStatus; set: string; where: string };
  item: { status: OrderItemStatus; set: string };
  event: 'order.failed' | 'order.cancelled';
  /** The parameter with the time. */
  at: string;
}

const moved = relation<
  | 'id'
  | 'account_id'
  | 'world'
  | 'updated_at'
  | 'max_price_cents'
  | 'fee_cents'
  | 'paid_by_client'
  | 'paid_by_card'
  | 'exchange'
>('moved');
const owed = relation<'captured' | 'fee' | 'released' | 'lost'>('owed');

/** Two statements that end an order that bought nothing and release its hold, on the US dollar wallet or on another one. */
export function releaseStatements({ name, order, item, event, at }: Ending) {
  const textWith = (owedCte: string, settle: string): string => `
  with moved as (
    update orders set status = '${order.status}', ${order.set}, ended_at = ${at}, updated_at = ${at}
    where ${order.where} and ${orderMayBecome(order.status)} and (select is_known_database())
    returning id, account_id, world, updated_at, max_price_cents, fee_cents, paid_by_client, paid_by_card, exchange
  ),
  ${eraseSecrets(moved)},
  ${owedCte},
  items as (
    update order_items set status = '${item.status}', ${item.set}, updated_at = ${at}
    where order_id in (select id from moved) and ${itemMayBecome(item.status)}
  ),
  ${settle},
  ${publishCte('event_jobs', { type: event, from: moved, at })}
  select id from moved`;
  return {
    inUsDollars: {
      name,
      text: textWith(
        `owed as (select 0::bigint as captured, 0::bigint as fee, ${heldCents(moved)} as released, 0::bigint as lost from moved)`,
        settleCtes({ moved, owed }),
      ),
    },
    inStoreCurrency: {
      name: `${name}-currency`,
      text: textWith(releaseCurrencyCte(moved), settleCurrencyCtes(moved, owed)),
    },
  };
}
