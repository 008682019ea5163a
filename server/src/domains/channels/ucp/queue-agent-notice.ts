import type { Executor } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { findAgentOf } from './sql.ts';

export interface AgentNotification {
  orderId: string;
  /** What came true: the same for every try. */
  event: string;
}

export const notifyKind = 'ucp.tell';

/** Plans to tell the agent that an order came from, if one did. Asking twice for one event tells it once. */
export async function queueAgentNotification(executor: Executor, notification: AgentNotification): Promise<void> {
  if (!(await findAgentOf(executor, notification.orderId))) return;
  await enqueue(executor, {
    kind: notifyKind,
    payload: notification,
    dedupeKey: `${notification.orderId} ${notification.event}`,
  });
}
