import { announcements, type EventType, eventTypes } from '../../../../events/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { newId } from '../../../../kit/ids.ts';
import type { World } from '../../../../kit/world.ts';
import { type Database, inTransaction } from '../../../../platform/database/index.ts';
import { queueWebhook } from '../queue-webhook.ts';
import { listDeliveries } from '../sql-deliveries.ts';
import type { EndpointRow } from '../sql-endpoints.ts';
import { subjects } from './subjects.ts';

/** The example of the subject in the API reference. */
function exampleOf(type: EventType): Record<string, unknown> {
  const { subject } = eventTypes[type];
  const { example } = subjects[subject];
  if (subject !== 'order') return example;
  const event = Object.values(announcements).find((one) => one.type === type);
  return { ...example, status: event?.orderStatus ?? 'pending' };
}

/** Sends an example right away, even to a disabled endpoint. It is in the log of deliveries, but not an event. */
export async function testEndpoint(
  { database, clock }: { database: Database; clock: Clock },
  owner: { accountId: string; world: World },
  endpoint: EndpointRow,
  type: EventType,
) {
  const { accountId, world } = owner;
  const id = newId();
  const body = JSON.stringify({ type, timestamp: clock.now().toISOString(), data: exampleOf(type) });
  return inTransaction(database.db, async (tx) => {
    await queueWebhook(tx, {
      accountId,
      world,
      event: type,
      subject: { kind: 'test', id },
      orderId: null,
      urls: [endpoint.url],
      body,
      endpoint: { id: endpoint.id, eventId: null },
      isReplay: true,
    });
    const { rows } = await listDeliveries(tx, { accountId, world, endpointId: endpoint.id }, { limit: 20, offset: 0 });
    const sent = rows.find((row) => row.subject_id === id);
    if (!sent) throw new Error('A message that was just queued must be in the log.');
    return sent;
  });
}
