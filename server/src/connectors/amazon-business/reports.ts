import { type Clock, dayMs, plusMs } from '../../kit/clock.ts';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { formatMoney, toCents, zeroCents } from '../../kit/money.ts';
import { unsureAnswer } from '../answers.ts';
import type {
  Call,
  FindAnswer,
  FindQuery,
  HistoryEntry,
  HistoryPage,
  HistoryQuery,
  PriceComponents,
} from '../contract.ts';
import type { AmazonApi, AmazonRequest } from './api.ts';
import { handleIn } from './handle.ts';
import { dateIn, moneyIn } from './order-answer.ts';
import type { AmazonOptions } from './settings.ts';

interface Needs {
  api: AmazonApi;
  options: AmazonOptions;
}

const reportsPath = '/reports/2025-06-09';
/** More pages than any account has. Stops an endless list. */
const pagesMax = 200;

interface ReportedOrder {
  orderId: string;
  orderNumber: string | null;
  status: string;
  placedAt: Date;
  charges: { type: string; cents: number }[];
}

type Report = { kind: 'orders'; orders: ReportedOrder[] } | { kind: 'failed'; message: string };

/** All pages of a report. */
async function readReport(
  { api, options }: Needs,
  request: Pick<AmazonRequest, 'path' | 'query'>,
  call: Call,
): Promise<Report> {
  const orders: ReportedOrder[] = [];
  let nextPageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { ...request.query, region: options.market.code, nextPageToken };
    const reply = await api.ask({ operation: 'reports', path: request.path, query }, call);
    if (reply.kind === 'failed') return { kind: 'failed', message: reply.problem.message };
    if (reply.kind === 'error') {
      // A page that is gone says nothing about the orders on it.
      const isNone = page === 0 && reply.status === 404 && reply.codes.length > 0;
      return isNone ? { kind: 'orders', orders } : { kind: 'failed', message: reply.message };
    }
    const read = listOf(reply.data.ordersReport).map((entry) => reportedOrderIn(entry, options.market.currency));
    if (!Array.isArray(reply.data.ordersReport) || read.some((order) => order === null)) {
      return { kind: 'failed', message: 'Amazon did not return an order report.' };
    }
    orders.push(...read.filter((order) => order !== null));
    nextPageToken = textOf(reply.data.nextPageToken);
    if (nextPageToken === undefined || nextPageToken === '') return { kind: 'orders', orders };
  }
  return { kind: 'failed', message: "Amazon's order report has too many pages." };
}

function reportedOrderIn(value: unknown, currency: string): ReportedOrder | null {
  const entry = fieldsOf(value);
  const { orderId, orderDate } = fieldsOf(entry.orderMetadata);
  const placedAt = dateIn(orderDate);
  if (typeof orderId !== 'string' || placedAt === null) return null;
  return {
    orderId,
    orderNumber: textOf(entry.purchaseOrderNumber) ?? null,
    status: textOf(entry.orderStatus) ?? '',
    placedAt,
    charges: listOf(entry.charges)
      .map(fieldsOf)
      .flatMap(({ type, amount }) => {
        const cents = moneyIn(amount, currency);
        return typeof type === 'string' && cents !== null ? [{ type, cents }] : [];
      }),
  };
}

const chargeOf = (orders: readonly ReportedOrder[], type: string): number =>
  orders
    .flatMap(({ charges }) => charges)
    .filter((charge) => charge.type === type)
    .reduce((sum, { cents }) => sum + cents, 0);

/** The price components if they add up, otherwise only the total. */
function priceOf(orders: readonly ReportedOrder[], { market }: AmazonOptions): PriceComponents {
  const total = toCents(chargeOf(orders, 'NET_TOTAL'));
  const shared = { currency: market.currency, basis: market.hasTaxInPrices === true ? 'gross' : 'net', total } as const;
  const subtotal = chargeOf(orders, 'SUBTOTAL') + chargeOf(orders, 'PROMOTION');
  const shipping = chargeOf(orders, 'SHIPPING_AND_HANDLING');
  const tax = chargeOf(orders, 'TAX');
  const isWhole = subtotal + shipping + tax === total && Math.min(subtotal, shipping, tax) >= 0;
  return isWhole
    ? { ...shared, subtotal: toCents(subtotal), shipping: toCents(shipping), tax: toCents(tax), fees: zeroCents }
    : { ...shared, subtotal: total, shipping: zeroCents, tax: zeroCents, fees: zeroCents };
}

const byOrderNumber = (reference: string) => ({
  path: `${reportsPath}/purchaseOrders/${encodeURIComponent(reference)}/orderReports`,
});

/** Looks in the account's report by purchase order number. */
export async function findInReport(needs: Needs, query: FindQuery, call: Call): Promise<FindAnswer> {
  const report = await readReport(needs, byOrderNumber(query.reference), call);
  if (report.kind === 'failed') return unsureAnswer(report.message);
  const [first] = report.orders;
  if (!first) return { kind: 'absent' };
  const ids = report.orders.map(({ orderId }) => orderId);
  const held = report.orders.find(({ status }) => status === 'PENDING_APPROVAL' || status === 'CANCELLED');
  if (held) return unsureAnswer(`Amazon lists order ${held.orderId} as ${held.status}.`);
  const price = priceOf(report.orders, needs.options);
  if (!report.orders.every(({ charges }) => charges.some(({ type }) => type === 'NET_TOTAL'))) {
    return unsureAnswer(`Amazon lists ${ids.join(', ')} without a total.`);
  }
  // The report has no lines. Amazon may have accepted only a part, or at another price.
  const { total: quoted = price.total } = handleIn(query.handle) ?? {};
  if (price.total !== quoted) {
    const text = (amount: number) => formatMoney({ amount, currency: price.currency });
    return unsureAnswer(`Amazon lists ${ids.join(', ')} with a total of ${text(price.total)}, not ${text(quoted)}.`);
  }
  const lines = query.lines.map(({ lineId, quantity }) => ({ lineId, quantity, unitPrice: null }));
  const { placedAt } = first;
  const purchase = { merchantOrderIds: ids, price, estimatedDelivery: null, placedAt, lines, shipTo: null, note: null };
  return { kind: 'found', purchase };
}

/** Whether every order of this purchase is canceled. */
export async function isCancelled(needs: Needs, reference: string, call: Call): Promise<boolean> {
  const report = await readReport(needs, byOrderNumber(reference), call);
  return (
    report.kind === 'orders' && report.orders.length > 0 && report.orders.every(({ status }) => status === 'CANCELLED')
  );
}

/** Amazon lists a year at a time. */
const rangeMostMs = 365 * dayMs;
/** How far back it asks, whatever is wanted. */
const listedMostMs = 10 * rangeMostMs;

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** Every purchase of the account, including those made outside Errand: one entry for each purchase order number. */
export async function listPurchases(
  needs: Needs & { clock: Clock; retailer: string },
  { since }: HistoryQuery,
  call: Call,
): Promise<HistoryPage> {
  const now = needs.clock.now();
  const orders = new Map<string, ReportedOrder>();
  for (let from = laterOf(since, plusMs(now, -listedMostMs)); from < now; from = plusMs(from, rangeMostMs)) {
    const until = plusMs(from, rangeMostMs);
    const query = { orderStartDate: from.toISOString(), orderEndDate: (until < now ? until : now).toISOString() };
    const report = await readReport(needs, { path: `${reportsPath}/orderReports`, query }, call);
    if (report.kind === 'failed') throw new Error(report.message);
    for (const order of report.orders) orders.set(order.orderId, order);
  }
  const bought = [...orders.values()].filter(({ status }) => status !== 'CANCELLED');
  const byNumber = Map.groupBy(bought, ({ orderNumber, orderId }) => orderNumber ?? orderId);
  const purchases = [...byNumber].map(([reference, orders]): HistoryEntry => {
    const placed = orders.map(({ placedAt }) => placedAt.getTime());
    return {
      reference,
      retailer: needs.retailer,
      merchantOrderIds: orders.map(({ orderId }) => orderId),
      total: toCents(chargeOf(orders, 'NET_TOTAL')),
      currency: needs.options.market.currency,
      placedAt: new Date(Math.min(...placed)),
    };
  });
  return { purchases, next: null };
}
