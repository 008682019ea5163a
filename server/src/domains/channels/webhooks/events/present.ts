import { fieldsOf } from '../../../../kit/fields.ts';
import { maskedUrl } from '../model.ts';
import type { EndpointRow } from '../sql-endpoints.ts';
import type { EventRow } from '../sql-events.ts';
import type { AttemptCounts } from '../sql-health.ts';

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

export function presentEndpoint(row: EndpointRow, lastDay?: AttemptCounts) {
  return {
    id: row.id,
    url: maskedUrl(row.url),
    events: row.events,
    description: row.description,
    is_active: row.is_active,
    stopped_at: row.stopped_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_day: presentAttempts(lastDay),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
