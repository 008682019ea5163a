import { createHash } from 'node:crypto';
import { idFrom, newId } from '../../../kit/ids.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { WebhookMessage } from './message.ts';
import { destinationOf } from './model.ts';
import { insertDeliveries, lockEventsOfOrder, type Owner } from './sql.ts';

/** Writes what is owed to each URL, and wakes the sender, in the caller's transaction: nothing leaves before its commit. */
export async function queueWebhook(tx: Tx, message: WebhookMessage): Promise<void> {
  if (message.urls.length === 0) return;
  await lockEventsOfOrder(tx, message.orderId ?? message.subject.id);
  const deliveries = message.urls.map((url) => ({ id: deliveryIdOf(message, url), url, ...destinationOf(url) }));
  await insertDeliveries(tx, message, deliveries);
  await wakeSender(tx, message);
}

/** What tells an endpoint of an event has the same id again after a restore, so that its receiver knows it. */
function deliveryIdOf({ endpoint, isReplay }: WebhookMessage, url: string): string {
  if (!endpoint?.eventId || isReplay) return newId();
  return idFrom(createHash('sha256').update(`delivery ${endpoint.eventId} ${endpoint.id} ${url}`).digest());
}

/** One sender per account, and one for each test clock: whatever its receivers do, they occupy one place among the workers. */
export async function wakeSender(executor: Executor, { accountId, world }: Owner): Promise<void> {
  const clockId = currentTestClock()?.id;
  const payload = { accountId, world, ...(clockId === undefined ? {} : { clockId }) };
  await enqueue(executor, { kind: 'webhooks.send', payload, dedupeKey: Object.values(payload).join(' ') });
}
