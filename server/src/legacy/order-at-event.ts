import type { Case } from '../domains/delivery/cases/index.ts';
import type { FullOrder } from '../domains/orders/orders/index.ts';
import { announcements, type EventName, type ParcelSnapshot } from '../events/index.ts';

/** `name` stays the same if the event is handled twice. */
export interface LegacyEvent {
  name: string;
  orderId: string;
  cancellationId?: string;
  returnId?: string;
  /** The return was approved before: this is about its refund. */
  wasApproved?: boolean;
  type?: EventName;
  /** ISO 8601. */
  at?: string;
  /** The parcels at that time, if the event is about them. */
  shipments?: ParcelSnapshot[];
}

/** The order as it was at the event, even if the webhook is sent later. */
export function orderAtEvent(order: FullOrder, { type, at, shipments }: LegacyEvent): FullOrder {
  const status = (type && announcements[type].orderStatus) ?? order.status;
  const changedAt = at === undefined ? order.updated_at : new Date(at);
  if (type === 'order.placed') {
    const estimate = order.job_result?.estimated_delivery ?? null;
    return { ...order, status, updated_at: changedAt, shipments: [], estimated_delivery: estimate };
  }
  const known = shipments?.map(withoutScans) ?? shipmentsKnownAt(order.shipments, at);
  return { ...order, status, updated_at: changedAt, shipments: known };
}

const withoutScans = (parcel: ParcelSnapshot) => ({ ...parcel, checkpoints: [] });

function shipmentsKnownAt(shipments: FullOrder['shipments'], at: string | undefined): FullOrder['shipments'] {
  if (at === undefined) return shipments;
  return shipments.filter((shipment) => new Date(shipment.created_at) <= new Date(at));
}

/** The case at the time of the event: its messages so far, and the state that the last open or close left it in. */
export function caseAtEvent(found: Case, { at }: LegacyEvent): Case {
  if (at === undefined) return found;
  const messages = found.messages.filter((message) => message.timestamp <= new Date(at));
  const turn = messages.findLast(({ type }) => type.startsWith('case.opened') || type === 'case.closed');
  return { ...found, messages, state: turn?.type === 'case.closed' ? 'closed' : 'open' };
}
