import { createHash } from 'node:crypto';
import { idFrom, newId } from '../../../kit/ids.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { WebhookMessage } from './message.ts';
import { destinationOf } from './model.ts';
import { insertDeliveries, lockEventsOfOrder, type Owner } from './sql.ts';

/** Queues a message for each URL in the caller's transaction, and wakes the sender after the commit. */
export async function queueWebhook(tx: Tx, message: WebhookMessage): Promise<void> {
  if (message.urls.length === 0) return;
  await lockEventsOfOrder(tx, message.orderId ?? message.subject.id);
  const deliveries = message.urls.map((url) => ({ id: deliveryIdOf(message, url), url, ...destinationOf(url) }));
  await insertDeliveries(tx, message, deliveries);
  await wakeSender(tx, message);
}

/** Derived, so that an endpoint recognizes the message after a restore. */
function deliveryIdOf({ endpoint, isReplay }: WebhookMessage, url: string): string {
  if (!endpoint?.eventId || isReplay) return newId();
  return idFrom(createHash('sha256').update(`delivery ${endpoint.eventId} ${endpoint.id} ${url}`).digest());
}

/** One sender per account and test clock, so its endpoints never take more than one worker slot. */
export async function wakeSender(executor: Executor, { accountId, world }: Owner): Promise<void> {
  const clockId = currentTestClock()?.id;
  const payload = { accountId, world, ...(clockId === undefined ? {} : { clockId }) };
  await enqueue(executor, { kind: 'webhooks.send', payload, dedupeKey: Object.values(payload).join(' ') });
}
