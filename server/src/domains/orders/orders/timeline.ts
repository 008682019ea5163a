import { assertDefined } from '../../../kit/assert-defined.ts';
import type { OpenActionRow } from './actions/index.ts';
import { waitingForOf } from './present.ts';
import type { CheckpointRow, FullOrder, ShipmentRow } from './rows.ts';

export const milestoneTypes = [
  'order_created',
  'placement_started',
  'action_required',
  'action_answered',
  'order_placed',
  'order_failed',
  'tracking_acquired',
  'shipped',
  'out_for_delivery',
  'delivered',
  'undeliverable',
  'cancelled',
  'cancelled_by_retailer',
  'return_requested',
  'return_resolved',
] as const;
export type MilestoneType = (typeof milestoneTypes)[number];

export interface Milestone {
  type: MilestoneType;
  label: string;
  occurred_at: string;
  source: 'service' | 'retailer' | 'carrier';
  /** Only what the type needs. Never a secret, name or phone. */
  detail: Record<string, unknown>;
}

/**
 * Derived on every request from the order and its parcels, so it cannot disagree with them. Carrier clocks differ from ours, so a
 * parcel's milestones are never before the purchase.
 */
export function timelineOf(order: FullOrder): Milestone[] {
  const boughtAt = order.ended_at?.toISOString() ?? '';
  const milestones = [
    ...placementMilestones(order),
    ...order.questions.flatMap(actionMilestones),
    ...order.shipments.flatMap(shipmentMilestones).map((each) => ({
      ...each,
      occurred_at: each.occurred_at < boughtAt ? boughtAt : each.occurred_at,
    })),
    ...order.returns.flatMap(returnMilestones),
  ];
  return milestones.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at) || rank(a.type) - rank(b.type));
}

const rank = (type: MilestoneType): number => milestoneTypes.indexOf(type);

function placementMilestones(order: FullOrder): Milestone[] {
  const found: Milestone[] = [milestone('order_created', 'Order received', order.created_at, 'service')];
  if (order.started_at) found.push(milestone('placement_started', 'Placing the order', order.started_at, 'service'));
  const waiting = waitingForOf(order);
  if (waiting) assertDefined(found.at(-1)).detail = { waiting_for: waiting };
  const result = order.job_result;
  if (order.ended_at && result?.success === true) {
    found.push(
      milestone('order_placed', 'Order placed', order.ended_at, 'retailer', {
        merchant_order_ids: order.merchant_order_ids,
        total_cents: order.exchange ? order.charged_cents : (result.price_components?.total ?? order.charged_cents),
      }),
    );
  }
  if (order.ended_at && order.status === 'order_failed') {
    const detail = { error_type: result?.error_type ?? null, message: result?.error ?? null };
    found.push(milestone('order_failed', 'Order failed', order.ended_at, 'retailer', detail));
  }
  if (order.cancelled_at && order.status === 'cancelled') {
    found.push(milestone('cancelled', 'Canceled', order.cancelled_at, 'service'));
  }
  if (order.cancelled_at && order.status === 'cancelled_by_retailer') {
    found.push(milestone('cancelled_by_retailer', 'Canceled by the store', order.cancelled_at, 'retailer'));
  }
  return found;
}

const actionLabels: Record<OpenActionRow['kind'], string> = {
  approve: 'Approval required',
  review: 'Review required',
  choose_variant: 'Variant required',
  enter_code: 'Code required',
  open_url: 'Action required on a store page',
  buy: 'An operator is placing the order',
};

function actionMilestones(asked: OpenActionRow): Milestone[] {
  const detail = { action_id: asked.id, kind: asked.kind, asked_of: asked.asked_of };
  const required = milestone('action_required', actionLabels[asked.kind], new Date(asked.asked_at), 'service', detail);
  if (!asked.answered_at) return [required];
  return [required, milestone('action_answered', 'Answered', new Date(asked.answered_at), 'service', detail)];
}

function shipmentMilestones(shipment: ShipmentRow): Milestone[] {
  const detail = { carrier: shipment.carrier, tracking_number: shipment.tracking_number };
  const oldestFirst = [...shipment.checkpoints].reverse();
  // The number existed at the carrier's first report, even if we learned both later.
  const known = [shipment.created_at, ...oldestFirst.slice(0, 1).map((checkpoint) => checkpoint.checkpoint_time)];
  const acquiredAt = new Date(Math.min(...known.map((text) => new Date(text).getTime())));
  const label = shipment.tracking_number === null ? 'Shipment created' : 'Tracking number received';
  const found = [milestone('tracking_acquired', label, acquiredAt, 'carrier', detail)];
  const first = (type: MilestoneType, label: string, test: (checkpoint: CheckpointRow) => boolean) => {
    const checkpoint = oldestFirst.find(test);
    if (checkpoint) found.push(milestone(type, label, new Date(checkpoint.checkpoint_time), 'carrier', detail));
  };
  first('shipped', 'On its way', ({ status }) => status === 'in_transit');
  first('out_for_delivery', 'Out for delivery', (checkpoint) => checkpoint.out_for_delivery);
  first('undeliverable', 'Could not be delivered', ({ status }) => status === 'undeliverable');
  first('delivered', 'Delivered', ({ status }) => status === 'delivered');
  return found;
}

function returnMilestones(returned: FullOrder['returns'][number]): Milestone[] {
  const detail = { return_request_id: returned.id, status: returned.status };
  const opened = milestone('return_requested', 'Return requested', new Date(returned.created_at), 'service', {
    ...detail,
    status: 'open',
  });
  if (returned.status === 'open') return [opened];
  return [
    opened,
    milestone('return_resolved', `Return ${returned.status}`, new Date(returned.updated_at), 'retailer', detail),
  ];
}

function milestone(
  type: MilestoneType,
  label: string,
  at: Date,
  source: Milestone['source'],
  detail: Record<string, unknown> = {},
): Milestone {
  return { type, label, occurred_at: at.toISOString(), source, detail };
}
