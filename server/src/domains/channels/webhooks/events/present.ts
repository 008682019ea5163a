import { fieldsOf } from '../../../../kit/fields.ts';
import { maskedUrl } from '../model.ts';
import type { EndpointRow } from '../sql-endpoints.ts';
import type { EventRow } from '../sql-events.ts';

export function presentEvent(row: EventRow) {
  const { timestamp, data } = fieldsOf(JSON.parse(row.body));
  return { id: row.id, type: row.type, timestamp: String(timestamp), order_id: row.order_id, data: fieldsOf(data) };
}

export function presentEndpoint(row: EndpointRow) {
  return {
    id: row.id,
    url: maskedUrl(row.url),
    events: row.events,
    description: row.description,
    is_active: row.is_active,
    stopped_at: row.stopped_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
