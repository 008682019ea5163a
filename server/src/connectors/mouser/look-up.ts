import { type Clock, dayMs, plusMs } from '../../kit/clock.ts';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { Blocked, Call } from '../contract.ts';
import type { MouserApi } from './api.ts';
import { orderNumberOf } from './reference.ts';

type Listed = { kind: 'listed'; orders: { webOrderNumber: string }[] } | { kind: 'failed'; trouble: Blocked };

/** mm/dd/yyyy, as Mouser wants it. */
const dayOf = (date: Date): string => {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

/** Orders with our purchase order number. The time zone of the history is not known: one more day on both sides. */
export async function lookUpOrders(
  { api, clock }: { api: MouserApi; clock: Clock },
  reference: string,
  since: Date,
  call: Call,
): Promise<Listed> {
  const query = { startDate: dayOf(plusMs(since, -dayMs)), endDate: dayOf(plusMs(clock.now(), dayMs)) };
  const reply = await api.ask({ key: 'order_key', path: '/orderhistory/ByDateRange', query }, call);
  if (reply.kind === 'failed') return { kind: 'failed', trouble: reply.trouble };
  const { OrderHistoryItems: items } = reply.data;
  if (!Array.isArray(items) || reply.errors.length > 0) {
    const message = `Mouser did not list its orders. ${reply.errors.map((error) => error.message).join(' ')}`.trim();
    return { kind: 'failed', trouble: { kind: 'blocked', reason: 'retailer_unavailable', message } };
  }
  const wanted = orderNumberOf(reference);
  const orders = items.map(fieldsOf).flatMap(({ PoNumber, WebOrderNumber }) => {
    const number = typeof WebOrderNumber === 'number' ? String(WebOrderNumber) : textOf(WebOrderNumber);
    return textOf(PoNumber)?.trim().toUpperCase() === wanted ? [{ webOrderNumber: number ?? '' }] : [];
  });
  return { kind: 'listed', orders };
}
