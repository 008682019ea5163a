import { publishCte } from '../../../events/index.ts';

/** A change of status that only a webhook wants to hear of; most orders have none, and pay nothing for it. */
export const statusEvent = (
  event: Omit<Parameters<typeof publishCte>[1], 'where'> & { type: 'order.started' | 'order.waiting' },
  also = 'true',
): string =>
  publishCte('status_event', {
    ...event,
    where: `legacy_request -> 'webhooks' -> 'status_updated' is not null and ${also}`,
  });
