import { createHash } from 'node:crypto';
import { type AppEvent, announcements, type EventType, eventTypes } from '../../../../events/index.ts';
import { fieldsOf } from '../../../../kit/fields.ts';
import { idFrom, newId } from '../../../../kit/ids.ts';
import { presentAs } from '../../../../platform/http/index.ts';
import type { FullOrder } from '../../../orders/orders/index.ts';
import type { WebhookMessage } from '../message.ts';
import { maskedUrl } from '../model.ts';
import type { EndpointRow } from '../sql-endpoints.ts';
import type { EventRow } from '../sql-events.ts';
import type { AttemptCounts } from '../sql-health.ts';
import { EndpointView } from './schema.ts';
import { type Composed, type ComposeNeeds, subjects } from './subjects.ts';

/** An event as clients get it. */
export interface OutgoingEvent extends Composed {
  type: EventType;
  orderId: string | null;
  subject: WebhookMessage['subject'];
  at: Date;
}

/** A one-time event keeps its id when a restored database publishes it again. */
export function eventIdOf(event: AppEvent, { subject }: Pick<OutgoingEvent, 'subject'>): string {
  if (!announcements[event.type].isOnce) return newId();
  // An approved return is resolved again when its refund arrives or is refused.
  const again = 'wasApproved' in event && event.wasApproved ? ' refund' : '';
  return idFrom(createHash('sha256').update(`event ${event.type} ${subject.id}${again}`).digest());
}

export const isOutgoing = (event: AppEvent): boolean => announcements[event.type].type !== null;

/** Null if endpoints do not get it, or its subject no longer exists. */
export async function composeEvent(
  needs: ComposeNeeds,
  event: AppEvent,
  order: FullOrder | null,
): Promise<OutgoingEvent | null> {
  const { type } = announcements[event.type];
  if (type === null || ('orderId' in event && !order)) return null;
  const at = event.at === undefined ? needs.clock.now() : new Date(event.at);
  const { subject: kind } = eventTypes[type];
  const composed = await subjects[kind].compose(needs, { event, order, at });
  return composed && { ...composed, type, at, orderId: order?.id ?? null, subject: { kind, id: composed.data.id } };
}

export function presentEvent(row: EventRow) {
  const { timestamp, data } = fieldsOf(JSON.parse(row.body));
  return { id: row.id, type: row.type, timestamp: String(timestamp), order_id: row.order_id, data: fieldsOf(data) };
}

const noAttempts: AttemptCounts = { attempts: 0, succeeded: 0, average_ms: null, max_ms: null };

export const presentAttempts = (counts = noAttempts) => ({
  attempts: counts.attempts,
  succeeded: counts.succeeded,
  success_rate: counts.attempts === 0 ? null : counts.succeeded / counts.attempts,
  average_ms: counts.average_ms,
  max_ms: counts.max_ms,
});

export const presentEndpoint = (row: EndpointRow, lastDay?: AttemptCounts) =>
  presentAs(EndpointView, { ...row, url: maskedUrl(row.url), last_day: presentAttempts(lastDay) });
