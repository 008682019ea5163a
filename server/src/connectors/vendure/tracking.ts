import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { unreachableFrom } from '../answers.ts';
import type { Call, PartialCancellation, PurchaseRecord, Shipment, TrackAnswer, TrackingStatus } from '../contract.ts';
import type { Store } from '../store.ts';
import { type Note, noteFrom } from './handle.ts';
import { amountIn } from './order.ts';
import { customerFields, queryAsCustomer } from './session.ts';
import { settingsOf } from './settings.ts';
import type { ShopApi } from './shop-api.ts';

const text = Type.Union([Type.String(), Type.Null()]);

const TrackedOrder = Type.Object({
  code: Type.String(),
  state: Type.String(),
  lines: Type.Array(
    Type.Object({
      id: Type.String(),
      quantity: Type.Integer(),
      orderPlacedQuantity: Type.Integer(),
      proratedUnitPriceWithTax: Type.Integer(),
      productVariant: Type.Object({ id: Type.String() }),
    }),
  ),
  fulfillments: Type.Union([
    Type.Null(),
    Type.Array(
      Type.Object({
        id: Type.String(),
        state: Type.String(),
        method: text,
        trackingCode: text,
        updatedAt: Type.String(),
        lines: Type.Array(Type.Object({ orderLineId: Type.String(), quantity: Type.Integer() })),
      }),
    ),
  ]),
});
type TrackedOrder = Static<typeof TrackedOrder>;

const trackDocument = `query Track($code: String!) {
  ${customerFields}
  orderByCode(code: $code) {
    code state
    lines { id quantity orderPlacedQuantity proratedUnitPriceWithTax productVariant { id } }
    fulfillments { id state method trackingCode updatedAt lines { orderLineId quantity } }
  }
}`;

const statusByState: Readonly<Record<string, TrackingStatus>> = {
  Created: 'pending',
  Pending: 'pending',
  Shipped: 'in_transit',
  Delivered: 'delivered',
};

export async function track(
  { api, store }: { api: ShopApi; store: Store },
  purchase: PurchaseRecord,
  call: Call,
): Promise<TrackAnswer> {
  const [code] = purchase.merchantOrderIds;
  if (code === undefined) return { kind: 'unreachable', message: 'The order has no order number.' };
  const saved = (await purchase.account?.session.load()) ?? null;
  const question = { document: trackDocument, variables: { code } };
  const seen = await queryAsCustomer(api, { account: purchase.account, tokens: [saved] }, question, call);
  if (seen.kind !== 'data') return unreachableFrom(seen);
  const order = seen.data.orderByCode;
  if (!Value.Check(TrackedOrder, order)) {
    const message = `Errand cannot view order ${code}. The store lets guests view an order for only two hours.`;
    return { kind: 'unreachable', message: purchase.account ? (seen.problem?.message ?? message) : message };
  }
  return report(order, noteFrom(purchase.note), store);
}

function report(order: TrackedOrder, note: Note | null, store: Store): TrackAnswer {
  const isCancelled = order.state === 'Cancelled';
  const isOver = isCancelled || order.state === 'Delivered';
  return {
    kind: 'tracked',
    shipments: shipmentsOf(order, note),
    cancelled: isCancelled ? { reason: 'The store canceled the order.' } : null,
    partlyCancelled: isCancelled ? [] : partlyCancelled(order, note, store),
    pollAfterMs: isOver ? null : store.trackEveryMs,
  };
}

const linesOf = (order: TrackedOrder, note: Note | null, orderLineId: string): Note['wanted'] => {
  const line = order.lines.find(({ id }) => id === orderLineId);
  return note?.wanted.filter(({ variantId }) => variantId === line?.productVariant.id) ?? [];
};

function shipmentsOf(order: TrackedOrder, note: Note | null): Shipment[] {
  const kept = (order.fulfillments ?? []).filter(({ state }) => state !== 'Cancelled');
  return kept.map((parcel) => {
    const status = statusByState[parcel.state] ?? 'pending';
    const lineIds = parcel.lines.flatMap(({ orderLineId }) =>
      linesOf(order, note, orderLineId).map((line) => line.lineId),
    );
    return {
      parcelId: parcel.id,
      carrier: parcel.method || null,
      trackingNumber: parcel.trackingCode || null,
      status,
      estimatedDeliveryDate: null,
      merchantOrderId: order.code,
      lineIds: [...new Set(lineIds)],
      checkpoints: [
        {
          time: new Date(parcel.updatedAt),
          status,
          message: parcel.state,
          city: null,
          state: null,
          country: null,
          zip: null,
          location: null,
          outForDelivery: false,
        },
      ],
    };
  });
}

/** One entry per canceled unit, so that IDs stay stable. */
function partlyCancelled(order: TrackedOrder, note: Note | null, store: Store): PartialCancellation[] {
  return order.lines.flatMap((line) => {
    const missing = Math.max(0, line.orderPlacedQuantity - line.quantity);
    const pieces = linesOf(order, note, line.id).flatMap(({ lineId, quantity }) =>
      Array<string>(quantity).fill(lineId),
    );
    const unit = amountIn(line.proratedUnitPriceWithTax, store.currency, settingsOf(store).priceDecimals);
    return pieces.slice(0, missing).map((lineId, index) => ({
      id: `${line.id}-${index + 1}`,
      lines: [{ lineId, quantity: 1 }],
      refunded: unit,
      reason: 'The store removed this item from the order.',
    }));
  });
}
