import type { Clock } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/failure.ts';
import { type Database, inTransaction } from '../../../../platform/database/index.ts';
import { replayEvent } from '../replay-delivery.ts';
import { listDeliveries } from '../sql-deliveries.ts';
import { listSubscribed } from '../sql-endpoints.ts';
import { type EventRow, findEvent } from '../sql-events.ts';
import { queueDeliveries } from './record-event.ts';

interface Owner {
  accountId: string;
  world: 'test' | 'live';
}

/**
 * Resends an event to every endpoint that subscribes to its type, or to one of them. Each gets the same message ID as before.
 */
export async function resendEvent(
  { database, clock }: { database: Database; clock: Clock },
  { accountId, world }: Owner,
  { id, endpointId }: { id: string; endpointId?: string },
) {
  const owner = { accountId, world };
  return inTransaction(database.db, async (tx) => {
    const row = await findEvent(tx, owner, id);
    if (!row) throw notFound();
    const subscribed = await listSubscribed(tx, owner, row.type);
    const meant = subscribed.filter((one) => endpointId === undefined || one.id === endpointId.toLowerCase());
    if (endpointId !== undefined && meant.length === 0) throw notFound();
    // Resend earlier deliveries first; new ones are sent anyway.
    const which = { eventId: row.id, ...(endpointId === undefined ? {} : { endpointId }) };
    await replayEvent({ tx, clock }, owner, which);
    for (const endpoint of meant) await queueDeliveries(tx, { ...owner, ...eventOf(row) }, endpoint);
    const { rows } = await listDeliveries(tx, { ...owner, eventId: row.id }, { limit: 100, offset: 0 });
    return { event: row, deliveries: rows.filter((one) => meant.some(({ id: known }) => known === one.endpoint_id)) };
  });
}

const eventOf = (row: EventRow) => ({
  id: row.id,
  type: row.type,
  orderId: row.order_id,
  subject: { kind: row.subject_kind, id: row.subject_id },
  body: row.body,
});
