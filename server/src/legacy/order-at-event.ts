import type { Case } from '../domains/delivery/cases/index.ts';
import type { FullOrder } from '../domains/orders/orders/index.ts';
import { announcements, type EventName, type ParcelSnapshot } from '../events/index.ts';

/** What happened, under a name that stays the same when the event is handled twice. */
export interface LegacyEvent {
  name: string;
  orderId: string;
  cancellationId?: string;
  returnId?: string;
  /** The return was approved before: its refund came, or was refused. */
  wasApproved?: boolean;
  type?: EventName;
  /** When it happened, in ISO 8601. */
  at?: string;
  /** The parcels at that moment, where the event is about them. */
  shipments?: ParcelSnapshot[];
}

/** The order at the moment of the event. What is told late is told as it was. */
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

/** A case grows by messages, and the last one that opened or closed it says how it stood. */
export function caseAtEvent(found: Case, { at }: LegacyEvent): Case {
  if (at === undefined) return found;
  const messages = found.messages.filter((message) => message.timestamp <= new Date(at));
  const turn = messages.findLast(({ type }) => type.startsWith('case.opened') || type === 'case.closed');
  return { ...found, messages, state: turn?.type === 'case.closed' ? 'closed' : 'open' };
}
