import { assertDefined } from '../../kit/assert-defined.ts';
import { dayMs, minuteMs, plusMs, secondMs } from '../../kit/clock.ts';
import { canMove, type Moves } from '../../kit/moves.ts';
import type { Checkpoint, Shipment, TrackingReport, TrackingStatus } from '../contract.ts';
import { deliveredMessage, outForDeliveryMessage, type Parcel, type Place, parcelOf } from './parcels.ts';
import type { MoveByHand, PurchaseRow } from './sql.ts';

/** When the scenario's cancellation happens. */
const cancelAfterMs = 2 * secondMs;
const secondParcelDelayMs = 0.4 * secondMs;

type Step = 'label' | 'accepted' | 'departed' | 'arrived' | 'out' | 'delivered' | 'delayed' | 'lost';

/** Tracking events, in time after the purchase. */
const usualSteps: readonly [Step, number][] = [
  ['label', 2 * secondMs],
  ['accepted', 4 * secondMs],
  ['departed', 5.5 * secondMs],
  ['arrived', 7.5 * secondMs],
  ['out', 9.5 * secondMs],
  ['delivered', 11.5 * secondMs],
];

const lostParcelSteps: readonly [Step, number][] = [
  ['label', 2 * secondMs],
  ['accepted', 4 * secondMs],
  ['departed', 5.5 * secondMs],
  ['delayed', 8 * secondMs],
  ['lost', 11 * secondMs],
];

const stepOfMove: Readonly<Record<Exclude<MoveByHand, 'cancelled_by_retailer'>, Step>> = {
  in_transit: 'accepted',
  late: 'delayed',
  delivered: 'delivered',
  undeliverable: 'lost',
};

const statusOfStep: Readonly<Record<Step, TrackingStatus>> = {
  label: 'pending',
  accepted: 'in_transit',
  departed: 'in_transit',
  arrived: 'in_transit',
  delayed: 'in_transit',
  out: 'in_transit',
  delivered: 'delivered',
  lost: 'undeliverable',
};

const trackingMoves: Moves<TrackingStatus> = {
  pending: ['in_transit', 'delivered', 'undeliverable'],
  in_transit: ['delivered', 'undeliverable'],
  delivered: [],
  undeliverable: ['in_transit', 'delivered'],
};

interface Event {
  step: Step;
  due: Date;
  /** Carrier events with distinct times, so that they sort. */
  time: Date;
}

/** Status of a purchase, derived from its record and the clock. */
export function trackPurchase(purchase: PurchaseRow, now: Date, timeScale: number): TrackingReport {
  const cancelled = cancellationOf(purchase, now, timeScale);
  if (cancelled) return { kind: 'tracked', shipments: [], cancelled, partlyCancelled: [], pollAfterMs: null };
  const parcels = purchase.merchant_order_ids.map((_id, index) => eventsOf(purchase, index, now, timeScale));
  const shipments = parcels.flatMap(({ past }, index) => (past.length > 0 ? [shipmentOf(purchase, index, past)] : []));
  const pollAfterMs = pollAfter(purchase, parcels, shipments, now, timeScale);
  return { kind: 'tracked', shipments, cancelled: null, partlyCancelled: [], pollAfterMs };
}

function cancellationOf(purchase: PurchaseRow, now: Date, timeScale: number): { reason: string } | null {
  if (purchase.cancelled_at) return { reason: 'Canceled as requested.' };
  const reason = 'The store canceled the order.';
  if (purchase.moves.some((move) => move.to === 'cancelled_by_retailer')) return { reason };
  return isCancelledByRetailer(purchase) && cancelledAtOf(purchase, timeScale) <= now ? { reason } : null;
}

const isCancelledByRetailer = (purchase: PurchaseRow): boolean =>
  (purchase.contents.scenario === 'retailer_cancels' || purchase.contents.scenario === 'refund_after_rate_moved') &&
  purchase.moves.length === 0;

const cancelledAtOf = (purchase: PurchaseRow, timeScale: number): Date =>
  plusMs(purchase.placed_at, Math.round(cancelAfterMs * timeScale));

interface Progress {
  past: Event[];
  /** The next automatic event. */
  next: Event | null;
}

function eventsOf(purchase: PurchaseRow, index: number, now: Date, timeScale: number): Progress {
  const moves = purchase.moves.map(({ to, at }) => ({ to, at: new Date(at) }));
  const frozenAt = moves[0]?.at;
  const planned = isCancelledByRetailer(purchase) ? [] : plan(purchase, index, timeScale);
  const past = planned.filter(({ due }) => due <= (frozenAt ?? now));
  if (!frozenAt) return { past, next: planned[past.length] ?? null };
  const label: Event[] = past.length === 0 ? [{ step: 'label', due: frozenAt, time: frozenAt }] : [];
  const byHand = moves.flatMap(({ to, at }, place) =>
    to === 'cancelled_by_retailer' ? [] : [{ step: stepOfMove[to], due: at, time: plusMs(at, place + 1) }],
  );
  return { past: [...past, ...label, ...byHand], next: null };
}

/** All events of a parcel, at least a millisecond apart. */
function plan(purchase: PurchaseRow, index: number, timeScale: number): Event[] {
  const way = purchase.contents.scenario === 'lost_parcel' ? lostParcelSteps : usualSteps;
  return way.map(([step, afterMs], place) => {
    const due = plusMs(purchase.placed_at, Math.round((afterMs + index * secondParcelDelayMs) * timeScale));
    return { step, due, time: plusMs(due, place + 1 - way.length) };
  });
}

function pollAfter(
  purchase: PurchaseRow,
  parcels: readonly Progress[],
  shipments: readonly Shipment[],
  now: Date,
  timeScale: number,
): number | null {
  if (isCancelledByRetailer(purchase)) return cancelledAtOf(purchase, timeScale).getTime() - now.getTime();
  const dues = parcels.flatMap(({ next }) => (next ? [next.due.getTime()] : []));
  if (dues.length > 0) return Math.min(...dues) - now.getTime();
  const isOver = shipments.every(({ status }) => status === 'delivered' || status === 'undeliverable');
  // Moved manually, so no automatic next event.
  return isOver ? null : minuteMs;
}

function shipmentOf(purchase: PurchaseRow, index: number, past: readonly Event[]): Shipment {
  const { contents, merchant_order_ids } = purchase;
  const seed = `${purchase.id} ${index}`;
  const parcel = parcelOf(seed, contents.address.country);
  const checkpoints = past.map((event) => checkpointOf(purchase, seed, parcel, event));
  return {
    parcelId: `${parcel.carrier} ${parcel.trackingNumber}`,
    carrier: parcel.carrier,
    trackingNumber: parcel.trackingNumber,
    status: assertDefined(checkpoints.at(-1)).status,
    estimatedDeliveryDate: expectedDateOf(purchase),
    merchantOrderId: merchant_order_ids[index] ?? null,
    lineIds: linesOf(purchase, index),
    checkpoints: checkpoints.reverse(),
  };
}

/** A manually delayed parcel was due some days ago. */
function expectedDateOf({ contents, moves }: PurchaseRow): string | null {
  const late = moves.find(({ to }) => to === 'late');
  return late
    ? plusMs(new Date(late.at), -3 * dayMs)
        .toISOString()
        .slice(0, 10)
    : contents.estimatedDelivery;
}

/** Distributes lines over parcels. A single line is in both. */
function linesOf({ contents, merchant_order_ids }: PurchaseRow, index: number): string[] {
  const lineIds = contents.lines.map((line) => line.lineId);
  if (merchant_order_ids.length === 1 || lineIds.length === 1) return lineIds;
  return lineIds.filter((_lineId, place) => place % merchant_order_ids.length === index);
}

function checkpointOf(purchase: PurchaseRow, seed: string, parcel: Parcel, event: Event): Checkpoint {
  const { address } = purchase.contents;
  const home: Place = { city: address.city, state: address.state, country: address.country };
  const told: Record<Step, [string, Place | null]> = {
    label: ['Shipment information received', null],
    accepted: ['Accepted at origin facility', parcel.halls[0]],
    departed: ['Departed facility', parcel.halls[0]],
    arrived: ['Arrived at regional facility', parcel.halls[1]],
    delayed: ['Delayed: the package was not found at the facility', parcel.halls[1]],
    out: [outForDeliveryMessage(seed, address), home],
    delivered: [deliveredMessage(seed, address), home],
    lost: ['Undeliverable: the package was lost', parcel.halls[1]],
  };
  const [message, where] = told[event.step];
  const isHome = where === home;
  return {
    time: event.time,
    status: statusOfStep[event.step],
    message,
    city: where?.city ?? null,
    state: where?.state ?? null,
    country: where?.country ?? null,
    zip: isHome ? address.postalCode : null,
    location: null,
    outForDelivery: event.step === 'out',
  };
}

/** Why a manual move isn't possible, or null. */
export function findObjection(to: MoveByHand, answer: TrackingReport): string | null {
  if (answer.cancelled) return 'The order was canceled.';
  const status = answer.shipments[0]?.status ?? 'pending';
  if (to === 'cancelled_by_retailer') return status === 'delivered' ? 'The package was already delivered.' : null;
  const goal = to === 'late' ? 'in_transit' : to;
  if (goal === status || canMove(trackingMoves, status, goal)) return null;
  return `A package that is ${status} cannot become ${to}.`;
}

/** A purchase can be canceled until it ships. */
export function canCancel(answer: TrackingReport): boolean {
  return !answer.cancelled && answer.shipments.every((shipment) => shipment.status === 'pending');
}
