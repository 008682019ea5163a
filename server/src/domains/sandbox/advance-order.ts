import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import { notFound } from '../../kit/failure.ts';
import type { Caller } from '../access/accounts/index.ts';
import { type TrackNeeds, trackOrder } from '../delivery/tracking/index.ts';
import { type FullOrder, type OrderReader, readOwnOrder } from '../orders/orders/index.ts';
import { cannotAdvance } from './failures.ts';

export const advances = ['in_transit', 'late', 'delivered', 'undeliverable', 'cancelled_by_retailer'] as const;
export type Advance = (typeof advances)[number];

interface Needs {
  read: OrderReader;
  simulator: SimulatorControls;
  tracking: TrackNeeds;
}

/** Moves the simulated parcel and tracks it at once. */
export async function advanceOrder(needs: Needs, caller: Caller, id: string, to: Advance): Promise<FullOrder> {
  if (caller.world !== 'test') throw notFound();
  const order = await readOwnOrder(needs.read, caller, id);
  if (order.status !== 'order_placed') {
    throw cannotAdvance(`Only a placed order can be advanced. This order is ${order.status}.`);
  }
  const moved = await needs.simulator.advance(order.id, to);
  if (moved.kind === 'refused') throw cannotAdvance(moved.message);
  const { signal } = new AbortController();
  await trackOrder(needs.tracking, order.id, signal);
  // The first check reads the expected day, the second finds that it is over.
  if (to === 'late') await trackOrder(needs.tracking, order.id, signal);
  return readOwnOrder(needs.read, caller, id);
}
