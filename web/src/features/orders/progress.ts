import type { GetOrderOutput, ListReturnsOutput } from '../../../../sdk/src/index.ts';
import type { Step } from '../../ui/steps.tsx';

export type Order = GetOrderOutput;

type Parcels = Order['tracking_numbers'];

const everyParcel = (parcels: Parcels, status: Parcels[number]['status']): boolean =>
  parcels.length > 0 && parcels.every((parcel) => parcel.status === status);

const someParcel = (parcels: Parcels, status: Parcels[number]['status']): boolean =>
  parcels.some((parcel) => parcel.status === status);

/** The steps of an order. */
export function stepsOf(order: Order): Step[] {
  const { status, tracking_numbers: parcels } = order;
  switch (status) {
    case 'pending':
      return toSteps('current', 'todo', 'todo', 'todo');
    case 'in_progress':
      return toSteps('done', 'current', 'todo', 'todo');
    case 'order_failed':
      return [
        { name: 'Submitted', state: 'done' },
        { name: 'Not ordered', state: 'failed' },
      ];
    case 'cancelled':
      return [
        { name: 'Submitted', state: 'done' },
        { name: 'Canceled', state: 'failed' },
      ];
    case 'cancelled_by_retailer':
      return [
        { name: 'Submitted', state: 'done' },
        { name: 'Ordered', state: 'done' },
        { name: 'Canceled by the store', state: 'failed' },
      ];
    case 'order_placed':
      if (everyParcel(parcels, 'delivered')) return toSteps('done', 'done', 'done', 'done');
      if (someParcel(parcels, 'undeliverable')) {
        return [...toSteps('done', 'done', 'done', 'failed').slice(0, 3), { name: 'Lost in transit', state: 'failed' }];
      }
      if (order.late) {
        const shipped = parcels.some((parcel) => parcel.status !== 'pending') ? 'done' : 'todo';
        return [...toSteps('done', 'done', shipped, 'todo').slice(0, 3), { name: 'Late', state: 'failed' }];
      }
      if (someParcel(parcels, 'in_transit') || someParcel(parcels, 'delivered')) {
        return toSteps('done', 'done', 'done', 'todo');
      }
      return toSteps('done', 'done', 'todo', 'todo');
  }
}

type State = Step['state'];

const toSteps = (received: State, ordered: State, shipped: State, delivered: State): Step[] => [
  { name: 'Submitted', state: received },
  { name: 'Ordered', state: ordered },
  { name: 'Shipped', state: shipped },
  { name: 'Delivered', state: delivered },
];

/** Not placed yet. Some steps until then have no event, so the page long-polls the order. */
export const isMoving = ({ status }: Order): boolean => status === 'pending' || status === 'in_progress';

/** Something has left the store. */
export const hasShipped = (order: Order): boolean =>
  order.status === 'order_placed' &&
  order.items.some((item) => item.status === 'shipped' || item.status === 'delivered');

/** How many units of an item were bought. An order may accept fewer. */
export function boughtOf({ fulfillment }: Order, { id, quantity, status }: Order['items'][number]): number {
  if (status === 'failed') return 0;
  return fulfillment.concessions.find((one) => one.item_id === id)?.fulfilled_quantity ?? quantity;
}

/** How many of each item can still be returned. Items already being returned do not count; denied ones do. */
export function remainingOf(order: Order, returns: ListReturnsOutput['return_requests']): Map<string, number> {
  const remaining = new Map(order.items.map((item) => [item.id, boughtOf(order, item)]));
  for (const entry of returns) {
    if (entry.order_id !== order.id || entry.status === 'denied') continue;
    for (const { order_item_id, quantity } of entry.items) {
      remaining.set(order_item_id, (remaining.get(order_item_id) ?? 0) - quantity);
    }
  }
  return remaining;
}
