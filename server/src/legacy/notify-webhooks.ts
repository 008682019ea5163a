import { queueWebhook, type WebhookMessage } from '../domains/channels/webhooks/index.ts';
import { readCase } from '../domains/delivery/cases/index.ts';
import { findReturn } from '../domains/delivery/returns/index.ts';
import type { FullOrder, OrderReader } from '../domains/orders/orders/index.ts';
import { findCancellation } from '../domains/orders/orders/index.ts';
import type { WebhookEvent } from '../events/index.ts';
import type { Clock } from '../kit/clock.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import { caseAtEvent, type LegacyEvent, orderAtEvent } from './order-at-event.ts';
import { presentLegacyOrder } from './present-order.ts';
import { presentLegacyReturn } from './present-return.ts';
import { presentCancellation } from './routes-cancellations.ts';
import { presentLegacyCase } from './routes-cases.ts';
import { urlsFor } from './webhooks.ts';

interface Needs {
  database: Database;
  read: OrderReader;
}

type Webhooks = readonly WebhookEvent[];

/** Whether any webhook subscribes to events of this order. Most orders have none. */
export function wantsEvent(order: FullOrder | null, { cancellationId, returnId }: LegacyEvent): boolean {
  if (cancellationId !== undefined || returnId !== undefined) return true;
  const webhooks = order?.legacy_request?.webhooks;
  return typeof webhooks === 'object' && webhooks !== null;
}

/** Sends the order's webhooks what the retrieve call returned at the time of the event. */
export async function notifyOrder(needs: Needs, event: LegacyEvent, webhooks: Webhooks): Promise<void> {
  const order = await needs.read(event.orderId);
  if (!order) return;
  const body = presentLegacyOrder(orderAtEvent(order, event));
  await send(needs, { order, event, webhooks, body, subject: ofOrder(order), request: order.legacy_request });
}

export async function notifyCase(needs: Needs, event: LegacyEvent, webhooks: Webhooks): Promise<void> {
  const order = await needs.read(event.orderId);
  if (!order) return;
  const found = caseAtEvent(await readCase(needs.database.db, order.id), event);
  const body = presentLegacyCase(found, order);
  await send(needs, { order, event, webhooks, body, subject: ofOrder(order), request: order.legacy_request });
}

export async function notifyCancellation(
  needs: Needs,
  event: LegacyEvent & { cancellationId: string },
  webhooks: Webhooks,
): Promise<void> {
  const row = await findCancellation(needs.database.db, event.cancellationId);
  const order = row && (await needs.read(row.order_id));
  if (!order) return;
  const body = presentCancellation(row, order);
  const subject = { kind: 'cancellation' as const, id: row.id };
  await send(needs, { order, event, webhooks, body, subject, request: row.request });
}

/** A resolved return has its own webhooks. The links to its labels are fresh. */
export async function notifyReturn(
  needs: Needs & { clock: Clock; publicUrl: string },
  event: LegacyEvent & { returnId: string },
): Promise<void> {
  const row = await findReturn(needs.database.db, event.returnId);
  const order = row && (await needs.read(row.order_id));
  if (!order || row.status === 'open') return;
  // Clients were notified when it was approved.
  if (event.wasApproved && row.status === 'credited') return;
  const webhooks = [row.status === 'denied' ? ('request_failed' as const) : ('request_succeeded' as const)];
  const body = presentLegacyReturn(row, order, { publicUrl: needs.publicUrl, now: needs.clock.now() });
  const subject = { kind: 'return' as const, id: row.id };
  await send(needs, { order, event, webhooks, body, subject, request: row.client_request });
}

const ofOrder = ({ id }: FullOrder): WebhookMessage['subject'] => ({ kind: 'order', id });

interface Announcement {
  order: FullOrder;
  event: LegacyEvent;
  webhooks: Webhooks;
  body: object;
  subject: WebhookMessage['subject'];
  /** The request that contains the URLs. */
  request: Record<string, unknown> | null;
}

async function send({ database }: Needs, { order, event, webhooks, body, subject, request }: Announcement) {
  await inTransaction(database.db, async (tx) => {
    for (const webhook of webhooks) {
      await queueWebhook(tx, {
        accountId: order.account_id,
        world: order.world,
        orderId: order.id,
        event: webhook,
        subject,
        urls: urlsFor(request, webhook),
        body: JSON.stringify(body),
        cause: `${event.name} ${webhook}`,
      });
    }
  });
}
