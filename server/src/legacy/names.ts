import type { FullOrder } from '../domains/orders/orders/index.ts';
import { isoOrNull } from '../kit/clock.ts';
import { requestIdOf } from './ids.ts';

/**
 * Whose answer it is: every retrieve call and webhook of the earlier API carries this. `changedAt` is when its subject last
 * changed. `ownId` is that of the return or cancellation which it is about; its order is named beside it then.
 */
export const namesOf = (order: FullOrder, changedAt: Date | null, ownId?: string) => ({
  request_id: requestIdOf(ownId ?? order.id),
  ...(ownId === undefined ? {} : { order_request_id: requestIdOf(order.id) }),
  client_notes: order.legacy_request?.client_notes ?? null,
  occurred_at: isoOrNull(changedAt),
});
