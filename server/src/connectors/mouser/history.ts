import type { Clock } from '../../kit/clock.ts';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { unreachableFrom, unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery, PurchaseRecord, TrackAnswer } from '../contract.ts';
import type { Store } from '../store.ts';
import type { MouserApi } from './api.ts';
import { type Handle, handleIn, purchaseOf } from './handle.ts';
import { lookUpOrders } from './look-up.ts';
import { orderIn } from './order.ts';

interface Needs {
  api: MouserApi;
  clock: Clock;
  store: Store;
}

export async function find(needs: Needs, query: FindQuery, call: Call): Promise<FindAnswer> {
  const listed = await lookUpOrders(needs, query.reference, query.since, call);
  if (listed.kind === 'failed') return unsureAnswer(listed.trouble.message);
  const [only, another] = listed.orders;
  if (!only) return { kind: 'absent' };
  if (another) return unsureAnswer('Mouser lists more than one order under this purchase order number.');
  if (only.webOrderNumber === '') return unsureAnswer('Mouser lists the order without its number.');
  const path = `/order/${encodeURIComponent(only.webOrderNumber)}`;
  const reply = await needs.api.ask({ key: 'order_key', path }, call);
  if (reply.kind === 'failed') return unsureAnswer(reply.trouble.message);
  const order = orderIn(reply.data, needs.store.currency);
  const handle = handleIn(query.handle);
  const wanted: Handle['wanted'] = query.lines.map(({ lineId, ref, quantity }) => ({
    lineId,
    variantId: ref.productId.toUpperCase(),
    quantity,
  }));
  const at = new Date(handle?.at ?? query.since);
  const purchase = order && purchaseOf(order, only.webOrderNumber, { wanted }, at);
  return purchase
    ? { kind: 'found', purchase }
    : unsureAnswer(`Mouser's order ${only.webOrderNumber} could not be read.`);
}

/** One parcel for each tracking number. Mouser does not say what is in it, nor that it arrived. */
export async function track({ api, store }: Needs, purchase: PurchaseRecord, call: Call): Promise<TrackAnswer> {
  const shipments = [];
  for (const webOrderNumber of purchase.merchantOrderIds) {
    const path = '/orderhistory/webOrderNumber';
    const reply = await api.ask({ key: 'order_key', path, query: { webOrderNumber } }, call);
    if (reply.kind === 'failed') return unreachableFrom(reply.trouble);
    if (reply.errors.length > 0) return { kind: 'unreachable', message: 'Mouser did not show the order.' };
    const { DeliveryDetail } = reply.data;
    const carrier = textOf(fieldsOf(DeliveryDetail).ShippingMethodName) ?? null;
    for (const entry of listOf(fieldsOf(DeliveryDetail).TrackingDetails)) {
      const number = textOf(fieldsOf(entry).Number);
      if (number === undefined) continue;
      shipments.push({
        parcelId: number,
        carrier,
        trackingNumber: number,
        status: 'in_transit' as const,
        estimatedDeliveryDate: null,
        merchantOrderId: webOrderNumber,
        lineIds: [],
        checkpoints: [],
      });
    }
  }
  return { kind: 'tracked', shipments, cancelled: null, partlyCancelled: [], pollAfterMs: store.trackEveryMs };
}
