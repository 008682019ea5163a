import type { Executor } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { findAgentOf } from './sql.ts';

export interface AgentNotification {
  orderId: string;
  /** The event's id, the same for every attempt. */
  event: string;
}

export const notifyKind = 'ucp.tell';

/** Queues an update for the order's agent, if it has one. Idempotent per event. */
export async function queueAgentNotification(executor: Executor, notification: AgentNotification): Promise<void> {
  if (!(await findAgentOf(executor, notification.orderId))) return;
  await enqueue(executor, {
    kind: notifyKind,
    payload: notification,
    dedupeKey: `${notification.orderId} ${notification.event}`,
  });
}
