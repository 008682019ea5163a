import { newId } from '../../kit/ids.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/index.ts';
import { insertEvent, listSubscribed, type NewEvent, queueWebhook } from '../webhooks/index.ts';
import type { ToldEvent } from './compose-event.ts';

/** Writes an event down and owes it to the endpoints that want it. `cause` is the same when the event is handled twice. */
export async function recordEvent({ database }: { database: Database }, told: ToldEvent, cause: string): Promise<void> {
  const { type, accountId, world, orderId, subject, at, data } = told;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const event: NewEvent = { id: newId(), type, accountId, world, orderId, subject, body, cause, at };
  const endpoints = await listSubscribed(database.db, event, type);
  // Most accounts have none: one statement will do.
  if (endpoints.length === 0) return void (await insertEvent(database.db, event));
  await inTransaction(database.db, async (tx) => {
    const subscribed = await listSubscribed(tx, event, type);
    if (!(await insertEvent(tx, event))) return;
    for (const endpoint of subscribed) await owe(tx, event, endpoint);
  });
}

/** One message per event and endpoint, however often this is asked. */
export async function owe(
  tx: Tx,
  event: Omit<NewEvent, 'cause' | 'at'>,
  endpoint: { id: string; url: string },
): Promise<void> {
  await queueWebhook(tx, {
    accountId: event.accountId,
    world: event.world,
    event: event.type,
    subject: event.subject,
    orderId: event.orderId,
    urls: [endpoint.url],
    body: event.body,
    endpoint: { id: endpoint.id, eventId: event.id },
    cause: `${event.id} ${endpoint.id}`,
  });
}
