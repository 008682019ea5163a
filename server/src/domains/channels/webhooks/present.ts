import { assertDefined } from '../../../kit/assert-defined.ts';
import { presentAs } from '../../../platform/http/index.ts';
import { maskedUrl, messageIdOf } from './model.ts';
import { Delivery } from './schema.ts';
import type { Secret } from './secrets.ts';
import type { DeliveryRow } from './sql-deliveries.ts';

export const presentDelivery = (row: DeliveryRow) =>
  presentAs(Delivery, {
    ...row,
    webhook_id: messageIdOf(row),
    subject: { type: row.subject_kind, id: row.subject_id },
    url: maskedUrl(row.url),
    next_attempt_at: row.status === 'pending' ? row.next_attempt_at : null,
    tries: row.tries.map(({ duration_ms = null, ...attempt }) => ({ ...attempt, duration_ms })),
  });

export function presentSecrets([current, ...previous]: Secret[]) {
  return {
    secret: assertDefined(current).secret,
    created_at: assertDefined(current).createdAt.toISOString(),
    previous: previous.map(({ secret, endsAt }) => ({ secret, valid_until: assertDefined(endsAt).toISOString() })),
  };
}
