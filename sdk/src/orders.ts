import type { Client } from './client.ts';
import type { Order } from './operations.ts';

/** What an order can be waited for to be. `ended`: nothing more will happen unless it is asked for. */
export type OrderGoal = 'placed' | 'shipped' | 'delivered' | 'ended';

export interface WaitOptions {
  /** How long to wait in all; 600 unless told. */
  timeoutSeconds?: number;
  /** Called with the order at first and at every change, such as when it needs an answer (next_action). */
  onChange?(order: Order): void;
  signal?: AbortSignal;
}

/** The order ended in another way than the one that was waited for. */
export class OrderEnded extends Error {
  readonly order: Order;

  constructor(order: Order) {
    super(`Order ${order.id} is ${order.status}: ${order.job_result?.error ?? order.next_step}`);
    this.name = 'OrderEnded';
    this.order = order;
  }
}

/** The order is not there yet; it goes on. */
export class WaitTimeout extends Error {
  readonly order: Order;

  constructor(order: Order, goal: OrderGoal) {
    super(`Order ${order.id} is not ${goal} yet; it is ${order.status}.`);
    this.name = 'WaitTimeout';
    this.order = order;
  }
}

export interface Orders {
  /** Waits until the order is placed, shipped, delivered or ended, without asking more often than something changes. */
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

export function createOrders(client: Client): Orders {
  return {
    async waitUntil(orderId, goal, { timeoutSeconds = 600, onChange, signal } = {}) {
      const deadline = Date.now() + timeoutSeconds * 1000;
      const options = signal ? { signal } : {};
      let order = await client.getOrder({ order_id: orderId }, options);
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
        return client.getOrder({ order_id: orderId, since, wait_seconds }, options);
      }
    },
  };
}
