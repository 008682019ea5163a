import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { OrderPlace, OrderStatus } from './model.ts';

interface Owner {
  accountId: string;
  world: World;
}

export const ofOwner = ({ accountId, world }: Owner): RawBuilder<unknown> =>
  sql`account_id = ${accountId} and world = ${world}`;

/** SQL: whether an order has this status. The index has the outcome; open orders are few. */
export const hasStatus = (status: OrderStatus): RawBuilder<unknown> =>
  status === 'pending' || status === 'in_progress'
    ? sql`outcome is null and status = ${sql.lit(status)}`
    : sql`outcome = ${sql.lit(status)}`;

/** `arrivals` has the placed orders with parcels that have not arrived. */
const arrivals = {
  preparing: sql`delivery is null and late_since is null`,
  on_the_way: sql`delivery = 'on_the_way' and late_since is null`,
  late: sql`late_since is not null`,
  undeliverable: sql`delivery = 'undeliverable' and late_since is null`,
};

const isArriving = (place: OrderPlace): place is keyof typeof arrivals => Object.hasOwn(arrivals, place);

/** SQL: selects the owner's orders at this place, for counting. */
export const selectAt = (place: OrderPlace, own: Owner): RawBuilder<unknown> =>
  isArriving(place)
    ? sql`select from arrivals where ${ofOwner(own)} and ${arrivals[place]}`
    : sql`select from orders where ${ofOwner(own)} and ${isAt(place, own)}`;

/** SQL: whether one of the owner's orders is at this place. */
export function isAt(place: OrderPlace, own: Owner): RawBuilder<unknown> {
  if (isArriving(place)) return sql`id in (select order_id from arrivals where ${ofOwner(own)} and ${arrivals[place]})`;
  return place === 'delivered' ? sql`${hasStatus('order_placed')} and delivery = 'delivered'` : hasStatus(place);
}
