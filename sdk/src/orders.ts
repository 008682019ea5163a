import type { GetOrderInput, Order } from '../generated/operations.ts';
import { OrderEnded, WaitTimeout } from './errors.ts';
import type { CallOptions } from './send.ts';

/** What to wait for. `ended`: nothing more will happen on its own. */
export type OrderGoal = 'placed' | 'shipped' | 'delivered' | 'ended';

export interface WaitOptions {
  /** How long to wait in total. 600 by default. */
  timeoutSeconds?: number | undefined;
  /** Called with the order at the start and after every change, such as when it needs a person (next_action). */
  onChange?: ((order: Order) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Orders {
  /**
   * Waits until the order is placed, shipped, delivered or ended, with long polling.
   * Throws `OrderEnded` if it ended in another status, and `WaitTimeout` if it takes too long.
   */
  waitUntil(orderId: string, goal: OrderGoal, options?: WaitOptions): Promise<Order>;
}

const finalStatuses: readonly Order['status'][] = ['order_failed', 'cancelled', 'cancelled_by_retailer'];
const shippedStatuses: readonly Order['items'][number]['status'][] = ['shipped', 'delivered'];

function isReached(order: Order, goal: OrderGoal): boolean {
  const live = order.items.filter(({ status }) => status !== 'cancelled');
  switch (goal) {
    case 'placed':
      return order.status === 'order_placed';
    case 'shipped':
      return live.length > 0 && live.every(({ status }) => shippedStatuses.includes(status));
    case 'delivered':
      return live.length > 0 && live.every(({ status }) => status === 'delivered');
    case 'ended':
      return order.poll_after_ms === null;
  }
}

const longestPollSeconds = 25;

type GetOrder = (input: GetOrderInput, options: CallOptions) => Promise<Order>;

export function createOrders(getOrder: GetOrder): Orders {
  return {
    async waitUntil(orderId, goal, { timeoutSeconds = 600, onChange, signal } = {}) {
      const deadline = Date.now() + timeoutSeconds * 1000;
      const options = { signal };
      let order = await getOrder({ order_id: orderId }, options);
      for (let seen = ''; ; order = await next(order)) {
        if (order.updated_at !== seen) onChange?.(order);
        seen = order.updated_at;
        if (isReached(order, goal)) return order;
        if (finalStatuses.includes(order.status)) throw new OrderEnded(order);
        if (Date.now() >= deadline) throw new WaitTimeout(order, goal);
      }

      function next({ updated_at: since }: Order): Promise<Order> {
        const left = Math.ceil((deadline - Date.now()) / 1000);
        const wait_seconds = Math.max(1, Math.min(longestPollSeconds, left));
        return getOrder({ order_id: orderId, since, wait_seconds }, options);
      }
    },
  };
}
