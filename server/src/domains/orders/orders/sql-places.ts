import { type RawBuilder, sql } from 'kysely';
import type { OrderPlace } from './model.ts';

/** Of orders whose parcels are not all there: few beside the others, with an index of their own (orders_to_arrive). */
export const isToArrive = sql`status = 'order_placed' and delivery is distinct from 'delivered'`;

/** SQL: whether an order is there. */
export const isAt: Record<OrderPlace, RawBuilder<unknown>> = {
  pending: sql`status = 'pending'`,
  in_progress: sql`status = 'in_progress'`,
  preparing: sql`${isToArrive} and delivery is null and late_since is null`,
  on_the_way: sql`${isToArrive} and delivery = 'on_the_way' and late_since is null`,
  late: sql`${isToArrive} and late_since is not null`,
  delivered: sql`status = 'order_placed' and delivery = 'delivered'`,
  undeliverable: sql`${isToArrive} and delivery = 'undeliverable' and late_since is null`,
  order_failed: sql`status = 'order_failed'`,
  cancelled: sql`status = 'cancelled'`,
  cancelled_by_retailer: sql`status = 'cancelled_by_retailer'`,
};
