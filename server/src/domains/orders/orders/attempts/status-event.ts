import { publishCte } from '../../../../events/index.ts';
import type { Relation } from '../../../../platform/database/index.ts';

/** A change of status that only a webhook wants to hear of; most orders have none, and pay nothing for it. */
export const statusEvent = (
  event: {
    type: 'order.started' | 'order.waiting';
    from: Relation<'id' | 'legacy_request'>;
    at: string;
  },
  also = 'true',
): string =>
  publishCte('status_event', {
    ...event,
    where: `${event.from.column('legacy_request')} -> 'webhooks' -> 'status_updated' is not null and ${also}`,
  });
