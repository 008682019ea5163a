import { queueWebhook, type WebhookEvent, type WebhookMessage } from '../domains/channels/webhooks/index.ts';
import { presentCase, readCase } from '../domains/delivery/cases/index.ts';
import { findReturn } from '../domains/delivery/returns/index.ts';
import type { OrderReader, WholeOrder } from '../domains/orders/orders/index.ts';
import { findCancellation } from '../domains/orders/orders/index.ts';
import type { Clock } from '../kit/clock.ts';
import { type Database, inTransaction, type Tx } from '../platform/database/index.ts';
import { asItWas, caseAsItWas, type LegacyEvent, namesOf } from './as-it-was.ts';
import { presentLegacyOrder } from './present-order.ts';
import { presentLegacyReturn } from './present-return.ts';
import { presentCancellation } from './routes-cancellations.ts';
import { urlsFor } from './webhooks.ts';

interface Needs {
  database: Database;
  read: OrderReader;
}

/** Whether anybody wants to be told of events of this order at all. Most orders have no webhooks. */
export function wantsEvent(order: WholeOrder | null, { cancellationId, returnId }: LegacyEvent): boolean {
  if (cancellationId !== undefined || returnId !== undefined) return true;
  const webhooks = order?.legacy_request?.webhooks;
  return typeof webhooks === 'object' && webhooks !== null;
}

/** Tells the order's webhooks how it stood when it happened: what the retrieve call returned then, and whose it is. */
export async function announceOrder(
  { database, read }: Needs,
  event: LegacyEvent,
  webhooks: WebhookEvent[],
): Promise<void> {
  const order = await read(event.orderId);
  if (!order) return;
  const body = JSON.stringify({ ...presentLegacyOrder(asItWas(order, event)), ...namesOf(order, event) });
  await inTransaction(database.db, (tx) => tell(tx, order, event, webhooks, body));
}

export async function announceCase({ database, read }: Needs, event: LegacyEvent): Promise<void> {
  const order = await read(event.orderId);
  if (!order) return;
  const found = caseAsItWas(await readCase(database.db, order.id), event);
  const body = JSON.stringify({ ...presentCase(found), ...namesOf(order, event) });
  await inTransaction(database.db, (tx) => tell(tx, order, event, ['case_updated'], body));
}

async function tell(
  tx: Tx,
  order: WholeOrder,
  event: LegacyEvent,
  webhooks: WebhookEvent[],
  body: string,
): Promise<void> {
  for (const webhook of webhooks) {
    const subject = { kind: 'order' as const, id: order.id };
    await queueWebhook(tx, messageOf(order, event, { event: webhook, subject, body, request: order.legacy_request }));
  }
}

export async function announceCancellation(
  { database, read }: Needs,
  event: LegacyEvent & { cancellationId: string },
  webhook: WebhookEvent,
) {
  const row = await findCancellation(database.db, event.cancellationId);
  const order = row && (await read(row.order_id));
  if (!order) return;
  const subject = { kind: 'cancellation' as const, id: row.id };
  const body = JSON.stringify({ ...presentCancellation(row), ...namesOf(order, event, row.id) });
  const message = messageOf(order, event, { event: webhook, subject, body, request: row.request });
  await inTransaction(database.db, (tx) => queueWebhook(tx, message));
}

/** A return was resolved: its own webhooks are told, with links to its labels that are fresh now. */
export async function announceReturn(
  { database, read, clock, publicUrl }: Needs & { clock: Clock; publicUrl: string },
  event: LegacyEvent & { returnId: string },
): Promise<void> {
  const row = await findReturn(database.db, event.returnId);
  const order = row && (await read(row.order_id));
  if (!order || row.status === 'open') return;
  // Clients were told when it was approved.
  if (event.wasApproved && row.status === 'credited') return;
  const webhook = row.status === 'denied' ? 'request_failed' : 'request_succeeded';
  const subject = { kind: 'return' as const, id: row.id };
  const shown = presentLegacyReturn(row, order, { publicUrl, now: clock.now() });
  const body = JSON.stringify({ ...shown, ...namesOf(order, event, row.id) });
  const message = messageOf(order, event, { event: webhook, subject, body, request: row.client_request });
  await inTransaction(database.db, (tx) => queueWebhook(tx, message));
}

type Told = Pick<WebhookMessage, 'event' | 'subject' | 'body'> & { request: Record<string, unknown> | null };

function messageOf(order: WholeOrder, event: LegacyEvent, { request, ...told }: Told): WebhookMessage {
  return {
    ...told,
    accountId: order.account_id,
    world: order.world,
    orderId: order.id,
    urls: urlsFor(request, told.event),
    cause: `${event.name} ${told.event}`,
  };
}
