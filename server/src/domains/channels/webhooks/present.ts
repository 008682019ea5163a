import { assertDefined } from '../../../kit/assert-defined.ts';
import { maskedUrl, messageIdOf } from './model.ts';
import type { Secret } from './secrets.ts';
import type { DeliveryRow } from './sql-deliveries.ts';

export function presentDelivery(row: DeliveryRow) {
  return {
    id: row.id,
    webhook_id: messageIdOf(row),
    edited_from: row.edited_from,
    edited_by: row.edited_by,
    event: row.event,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    subject: { type: row.subject_kind, id: row.subject_id },
    order_id: row.order_id,
    url: maskedUrl(row.url),
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.status === 'pending' ? row.next_attempt_at.toISOString() : null,
    response_status: row.response_status,
    response: row.response,
    error: row.error,
    tries: row.tries.map((one) => ({
      at: one.at,
      response_status: one.response_status,
      response: one.response,
      error: one.error,
      duration_ms: one.duration_ms ?? null,
    })),
    body: row.body,
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
  };
}

export function presentSecrets([current, ...previous]: Secret[]) {
  return {
    secret: assertDefined(current).secret,
    created_at: assertDefined(current).createdAt.toISOString(),
    previous: previous.map(({ secret, endsAt }) => ({ secret, valid_until: assertDefined(endsAt).toISOString() })),
  };
}
