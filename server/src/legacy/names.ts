import type { FullOrder } from '../domains/orders/orders/index.ts';
import { isoOrNull } from '../kit/clock.ts';
import { requestIdOf } from './ids.ts';

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
