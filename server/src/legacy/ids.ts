import type { FullOrder } from '../domains/orders/orders/index.ts';
import { isoOrNull } from '../kit/clock.ts';
import { isUuid } from '../kit/ids.ts';
import { invalidRequestId } from './failures.ts';

/**
 * Identifies the subject of every `/v1` response and webhook. `changedAt` is when it last changed. `ownId` is the id of
 * the return or cancellation; its order is then named separately.
 */
export const namesOf = (order: FullOrder, changedAt: Date | null, ownId?: string) => ({
  request_id: requestIdOf(ownId ?? order.id),
  ...(ownId === undefined ? {} : { order_request_id: requestIdOf(order.id) }),
  client_notes: order.legacy_request?.client_notes ?? null,
  occurred_at: isoOrNull(changedAt),
});

const bare = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** `/v1` writes ids without dashes. */
export const requestIdOf = (id: string): string => id.replaceAll('-', '');

/** Accepts both spellings. Anything else becomes an id that does not exist. */
export function uuidOf(requestId: string): string {
  const id = requestId.toLowerCase();
  if (isUuid(id)) return id;
  const parts = bare.exec(id);
  if (!parts) throw invalidRequestId();
  return parts.slice(1).join('-');
}
