import { type Clock, dayMs, plusMs } from '../../kit/clock.ts';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { foundAnswer, unreachableFrom, unsureAnswer } from '../answers.ts';
import type { Blocked, Call, FindAnswer, FindQuery, PurchaseRecord, TrackAnswer } from '../contract.ts';
import type { Store } from '../store.ts';
import type { MouserApi } from './api.ts';
import { type Handle, handleIn, purchaseOf } from './handle.ts';
import { orderIn } from './order.ts';

type Listed = { kind: 'listed'; orders: { webOrderNumber: string }[] } | { kind: 'failed'; problem: Blocked };

/** mm/dd/yyyy */
const dayOf = (date: Date): string => {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

/** The history's time zone is unknown, and Mouser's clock may be wrong. */
const dateSlackMs = 2 * dayMs;

/** Orders with our purchase order number. */
export async function lookUpOrders(
  { api, clock }: { api: MouserApi; clock: Clock },
  reference: string,
  since: Date,
  call: Call,
): Promise<Listed> {
  const query = { startDate: dayOf(plusMs(since, -dateSlackMs)), endDate: dayOf(plusMs(clock.now(), dateSlackMs)) };
  const reply = await api.ask({ key: 'order_key', path: '/orderhistory/ByDateRange', query }, call);
  if (reply.kind === 'failed') return { kind: 'failed', problem: reply.problem };
  const { OrderHistoryItems: items, NumberOfOrders: count } = reply.data;
  const numbers = listOf(items).map((item) => {
    const { PoNumber } = fieldsOf(item);
    return PoNumber === null ? '' : textOf(PoNumber)?.trim().toUpperCase();
  });
  const wanted = orderNumberOf(reference);
  // A number that cannot be read, or was cut off, may be ours.
  const isDoubtful = numbers.some(
    (number) => number === undefined || (number !== '' && number !== wanted && wanted.startsWith(number)),
  );
  const isWhole = typeof count === 'number' && Array.isArray(items) && count <= items.length;
  if (!isWhole || isDoubtful || reply.errors.length > 0) {
    const message = `Mouser did not list its orders. ${reply.errors.map((error) => error.message).join(' ')}`.trim();
    return { kind: 'failed', problem: { kind: 'blocked', reason: 'retailer_unavailable', message } };
  }
  const orders = items.map(fieldsOf).flatMap(({ WebOrderNumber }, index) => {
    const number = typeof WebOrderNumber === 'number' ? String(WebOrderNumber) : textOf(WebOrderNumber);
    return numbers[index] === wanted ? [{ webOrderNumber: number ?? '' }] : [];
  });
  return { kind: 'listed', orders };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Our reference in 20 characters: the first 100 bits of the order ID in base32. */
export function orderNumberOf(reference: string): string {
  const bits = BigInt(`0x${reference.replaceAll('-', '').slice(0, 25)}`);
  return Array.from({ length: 20 }, (_, index) => alphabet[Number((bits >> BigInt(95 - 5 * index)) & 31n)]).join('');
}

interface Needs {
  api: MouserApi;
  clock: Clock;
  store: Store;
}

export async function find(needs: Needs, query: FindQuery, call: Call): Promise<FindAnswer> {
  const listed = await lookUpOrders(needs, query.reference, query.since, call);
  if (listed.kind === 'failed') return unsureAnswer(listed.problem.message);
  const [only, another] = listed.orders;
  if (!only) return { kind: 'absent' };
  if (another) return unsureAnswer('Mouser lists more than one order with this purchase order number.');
  if (only.webOrderNumber === '') return unsureAnswer('Mouser lists the order without its number.');
  const path = `/order/${encodeURIComponent(only.webOrderNumber)}`;
  const reply = await needs.api.ask({ key: 'order_key', path }, call);
  if (reply.kind === 'failed') return unsureAnswer(reply.problem.message);
  const order = orderIn(reply.data, needs.store.currency);
  const handle = handleIn(query.handle);
  const wanted: Handle['wanted'] = query.lines.map(({ lineId, ref, quantity }) => ({
    lineId,
    variantId: ref.productId.toUpperCase(),
    quantity,
  }));
  const at = new Date(handle?.at ?? query.since);
  const purchase = order && purchaseOf(order, only.webOrderNumber, { wanted }, at);
  return foundAnswer(purchase, `Mouser's order ${only.webOrderNumber} could not be read.`);
}

/** One parcel per tracking number. Mouser reports neither contents nor delivery. */
export async function track({ api, store }: Needs, purchase: PurchaseRecord, call: Call): Promise<TrackAnswer> {
  const shipments = [];
  for (const webOrderNumber of purchase.merchantOrderIds) {
    const path = '/orderhistory/webOrderNumber';
    const reply = await api.ask({ key: 'order_key', path, query: { webOrderNumber } }, call);
    if (reply.kind === 'failed') return unreachableFrom(reply.problem);
    if (reply.errors.length > 0) return { kind: 'unreachable', message: 'Mouser did not return the order.' };
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
