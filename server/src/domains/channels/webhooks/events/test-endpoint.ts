import type { Clock } from '../../../../kit/clock.ts';
import { newId } from '../../../../kit/ids.ts';
import type { World } from '../../../../kit/world.ts';
import { type Database, inTransaction } from '../../../../platform/database/index.ts';
import { exampleCase } from '../../../delivery/cases/index.ts';
import { exampleReturn } from '../../../delivery/returns/index.ts';
import { exampleOrderView } from '../../../orders/orders/index.ts';
import type { EventType } from '../model.ts';
import { queueWebhook } from '../queue-webhook.ts';
import { listDeliveries } from '../sql-deliveries.ts';
import type { EndpointRow } from '../sql-endpoints.ts';

const orderStatuses: Partial<Record<EventType, string>> = {
  'order.placed': 'order_placed',
  'order.failed': 'order_failed',
  'order.cancelled': 'cancelled',
  'order.cancelled_by_retailer': 'cancelled_by_retailer',
  'tracking.obtained': 'order_placed',
  'tracking.updated': 'order_placed',
};

const otherExamples: Partial<Record<EventType, Record<string, unknown>>> = {
  'return.updated': exampleReturn,
  'case.updated': { id: exampleCase.order_id, ...exampleCase },
  'bulk.completed': { id: exampleOrderView.id, status: 'completed', row_count: 1, placed_count: 1, failed_count: 0 },
  'policy.alert': { id: exampleOrderView.id, rule: 'spend.day', percent: 80 },
  'managed_account.paused': { id: exampleOrderView.id, is_paused: true, pause_reason: 'invalid_credentials' },
};

/** What the reference shows of the object that such an event is about. */
const exampleOf = (type: EventType): Record<string, unknown> =>
  otherExamples[type] ?? { ...exampleOrderView, status: orderStatuses[type] ?? 'pending' };

/** Sends an example, now, also to an endpoint that is stopped. It is in the log of messages but not among the events. */
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
    if (!sent) throw new Error('A message that was just queued is in the log.');
    return sent;
  });
}
