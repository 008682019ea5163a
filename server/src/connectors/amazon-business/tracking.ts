import { dayMs, utcDay } from '../../kit/clock.ts';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { zeroCents } from '../../kit/money.ts';
import { unreachableFrom } from '../answers.ts';
import type {
  Call,
  Checkpoint,
  PurchaseRecord,
  Shipment,
  TrackAnswer,
  TrackingStatus,
  Unreachable,
} from '../contract.ts';
import { lookUpOrder } from './find.ts';
import { externalIdAt, noteIn } from './handle.ts';
import { acceptedQuantity, dateIn, type OrderAnswer, orderIdsOf } from './order-answer.ts';
import type { BuyingNeeds } from './prepare.ts';
import { isCancelled } from './reports.ts';

/** Amazon shows a parcel for 90 days after shipping. */
const trackedForMs = 120 * dayMs;

const statuses: Readonly<Record<string, TrackingStatus>> = {
  ORDERED: 'pending',
  SHIPPED: 'in_transit',
  OUT_FOR_DELIVERY: 'in_transit',
  DELAYED: 'in_transit',
  AVAILABLE_FOR_PICKUP: 'in_transit',
  CUSTOMER_ACTION: 'in_transit',
  DELIVERED: 'delivered',
  UNDELIVERABLE: 'undeliverable',
  RETURNED: 'undeliverable',
  REFUND_ISSUED: 'undeliverable',
};

interface Package {
  shipmentId: string;
  packageId: string | null;
  trackingNumber: string | null;
  carrier: string | null;
  estimated: Date | null;
}

/** Reads the order's shipments, then the tracking of each package. */
export async function track(needs: BuyingNeeds, purchase: PurchaseRecord, call: Call): Promise<TrackAnswer> {
  const seen = await lookUpOrder(needs, purchase.reference, call);
  if (seen.kind === 'failed') return unreachableFrom(seen.problem);
  const note = noteIn(purchase.note);
  const packages = seen.kind === 'seen' ? packagesIn(seen.answer) : [];
  const isGone =
    packages.length === 0 && needs.options.hasReports && (await isCancelled(needs, purchase.reference, call));
  const shipments: Shipment[] = [];
  for (const parcel of seen.kind === 'seen' ? packages : []) {
    const read = await readParcel(needs, purchase, seen.kind === 'seen' ? seen.answer : null, parcel, call);
    if (read.kind === 'unreachable') return read;
    shipments.push(read.shipment);
  }
  const isDelivered =
    seen.kind === 'seen' && isAllShipped(seen.answer) && shipments.every(({ status }) => status === 'delivered');
  const isOld = note !== null && needs.clock.now().getTime() - Date.parse(note.at) > trackedForMs;
  return {
    kind: 'tracked',
    shipments,
    cancelled: isGone ? { reason: 'Amazon canceled the order.' } : null,
    // What Amazon didn't sell was never charged, so there is nothing to refund.
    partlyCancelled: (note?.short ?? []).map(({ lineId, quantity }) => ({
      id: `short-${lineId}`,
      lines: [{ lineId, quantity }],
      refunded: zeroCents,
      reason: 'Amazon could not deliver this part of the order, and did not charge for it.',
    })),
    pollAfterMs: isGone || isDelivered || isOld ? null : needs.store.trackEveryMs,
  };
}

const artifactsOf = (answer: OrderAnswer) =>
  answer.lines.flatMap((line) =>
    line.accepted.flatMap((portion) => portion.artifacts.map((artifact) => ({ line, portion, artifact }))),
  );

/** Whether every accepted unit is in a shipment. */
function isAllShipped(answer: OrderAnswer): boolean {
  const groups = artifactsOf(answer).filter(({ artifact }) => artifact.type === 'ShipmentGroup');
  return answer.lines.every((line) => {
    const shipped = groups
      .filter((group) => group.line === line)
      .reduce((sum, { artifact }) => sum + (Number(artifact.fields.quantity) || 0), 0);
    return shipped >= acceptedQuantity(line);
  });
}

function packagesIn({ artifacts }: OrderAnswer): Package[] {
  return artifacts
    .filter(({ type }) => type === 'Shipment')
    .flatMap(({ fields }) =>
      listOf(fields.packages).map((entry): Package => {
        const { packageReference, packageAttributes } = fieldsOf(entry);
        const attribute = fieldsOf(
          listOf(packageAttributes).find((one) => fieldsOf(one).packageAttributeType === 'PackageTrackingAttribute'),
        );
        return {
          shipmentId: textOf(fields.identifier) ?? '',
          packageId: textOf(attribute.packageId) ?? null,
          trackingNumber: textOf(fieldsOf(packageReference).value) ?? null,
          carrier: textOf(attribute.carrierName) ?? null,
          estimated: dateIn(fieldsOf(attribute.deliveryDateRange).endDateTime),
        };
      }),
    );
}

/** The lines and the order number of a parcel. */
function contentOf(answer: OrderAnswer | null, purchase: PurchaseRecord, { trackingNumber }: Package) {
  const inside =
    answer === null
      ? []
      : artifactsOf(answer).filter(
          ({ artifact: { type, fields } }) =>
            type === 'ShipmentGroup' &&
            listOf(fields.packageReferences).some((entry) => fieldsOf(entry).value === trackingNumber),
        );
  const lineIds = inside.flatMap(({ line }) =>
    purchase.lines.filter((_line, index) => externalIdAt(index) === line.externalId).map(({ lineId }) => lineId),
  );
  const [orderId] = inside.flatMap(({ portion }) => orderIdsOf(portion));
  return { lineIds: [...new Set(lineIds)], orderId: orderId ?? purchase.merchantOrderIds[0] ?? null };
}

async function readParcel(
  { api, options, clock }: BuyingNeeds,
  purchase: PurchaseRecord,
  answer: OrderAnswer | null,
  parcel: Package,
  call: Call,
): Promise<{ kind: 'parcel'; shipment: Shipment } | Unreachable> {
  const { lineIds, orderId } = contentOf(answer, purchase, parcel);
  const plain: Shipment = {
    parcelId: parcel.packageId ?? parcel.trackingNumber ?? parcel.shipmentId,
    carrier: parcel.carrier,
    trackingNumber: parcel.trackingNumber,
    status: 'in_transit',
    estimatedDeliveryDate: parcel.estimated && utcDay(parcel.estimated),
    merchantOrderId: orderId,
    lineIds,
    checkpoints: [],
  };
  if (parcel.packageId === null || orderId === null) return { kind: 'parcel', shipment: plain };
  const parts = ['orders', orderId, 'shipments', parcel.shipmentId, 'packages', parcel.packageId];
  const path = `/ab-tracking/2025-07-02/${parts.map(encodeURIComponent).join('/')}`;
  const query = { region: options.market.code, locale: options.language.replace('_', '-') };
  const reply = await api.ask({ operation: 'tracking', path, query }, call);
  if (reply.kind === 'failed') return unreachableFrom(reply.problem);
  // If the parcel is too old or unknown, show what the order says.
  if (reply.kind === 'error') return { kind: 'parcel', shipment: plain };
  const details = fieldsOf(reply.data.packageTrackingDetails);
  const status = statuses[String(details.trackingStatus)] ?? plain.status;
  const carrier = fieldsOf(details.carrierDetails);
  const due = dateIn(fieldsOf(details.deliveryWindow).endDate) ?? parcel.estimated;
  return {
    kind: 'parcel',
    shipment: {
      ...plain,
      status,
      carrier: textOf(carrier.localizedCarrierName) ?? plain.carrier,
      trackingNumber: textOf(carrier.carrierTrackingId) ?? plain.trackingNumber,
      estimatedDeliveryDate: due && utcDay(due),
      checkpoints: checkpointsIn(details.packageMilestones, clock.now()),
    },
  };
}

/** Events have dates without a year, so use milestones and skip future ones. Newest first. */
function checkpointsIn(milestones: unknown, now: Date): Checkpoint[] {
  return listOf(milestones)
    .toReversed()
    .flatMap((entry) => {
      const { milestoneType, milestoneWindow } = fieldsOf(entry);
      const window = fieldsOf(milestoneWindow);
      const time = dateIn(window.startDate) ?? dateIn(window.endDate);
      const type = textOf(milestoneType);
      if (type === undefined || time === null || time > now) return [];
      const place = { city: null, state: null, country: null, zip: null, location: null };
      const message = type.replaceAll('_', ' ').toLowerCase();
      return [
        {
          time,
          status: statuses[type] ?? 'in_transit',
          message,
          ...place,
          outForDelivery: type === 'OUT_FOR_DELIVERY',
        },
      ];
    });
}
