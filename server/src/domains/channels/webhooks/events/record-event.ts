import { createBatcher } from '../../../../platform/batcher.ts';
import { type Database, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type CanPackAnswers, createCanPackAnswers, packAnswer } from '../../../access/accounts/index.ts';
import { queueWebhook } from '../queue-webhook.ts';
import { listSubscribed } from '../sql-endpoints.ts';
import { insertEvent, insertUnsubscribed, type NewEvent } from '../sql-events.ts';
import type { OutgoingEvent } from './compose-event.ts';

type Recorder = (event: NewEvent) => Promise<boolean>;

const recordersByDatabase = new WeakMap<Database, Recorder>();

/** Writes an event if no endpoint subscribes to it; otherwise writes nothing and returns false. */
function unsubscribedRecorderOf(database: Database): Recorder {
  const recorder =
    recordersByDatabase.get(database) ??
    createBatcher<NewEvent, boolean>({
      maxBatch: 50,
      // One at a time: two batches would deadlock on the accounts' event locks.
      maxInFlight: 1,
      run: (events) => insertUnsubscribed(database, events),
    });
  recordersByDatabase.set(database, recorder);
  return recorder;
}

const canPackByDatabase = new WeakMap<Database, CanPackAnswers>();

async function packIfAllowed(database: Database, body: string): Promise<Buffer | null> {
  const canPack = canPackByDatabase.get(database) ?? createCanPackAnswers(database.db, 'event');
  canPackByDatabase.set(database, canPack);
  return (await canPack()) ? packAnswer(body, 'event') : null;
}

/**
 * Writes an event and queues it for the endpoints that subscribe to it. `cause` stays the same if the event is handled twice.
 */
export async function recordEvent(
  { database }: { database: Database },
  told: OutgoingEvent,
  { id, cause }: { id: string; cause: string },
): Promise<void> {
  const { type, accountId, world, orderId, subject, at, data } = told;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const packed = await packIfAllowed(database, body);
  const event: NewEvent = { id, type, accountId, world, orderId, subject, body, packed, cause, at };
  // Most accounts have no endpoints, so one statement writes all events of this moment.
  if (await unsubscribedRecorderOf(database)(event)) return;
  await inTransaction(database.db, async (tx) => {
    const subscribed = await listSubscribed(tx, event, type);
    if (!(await insertEvent(tx, event))) return;
    for (const endpoint of subscribed) await queueDeliveries(tx, event, endpoint);
  });
}

/** Idempotent: one message per event and endpoint. */
export async function queueDeliveries(
  tx: Tx,
  event: Omit<NewEvent, 'cause' | 'at' | 'packed'>,
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
