import { failureReasons, type Order } from '../sdk/src/index.ts';
import { type Context, exitCodes } from './command.ts';
import { money, paint, plain } from './format.ts';

const colors: Partial<Record<Order['status'], 'green' | 'red'>> = {
  order_placed: 'green',
  order_failed: 'red',
  cancelled_by_retailer: 'red',
};

function waitText({ waiting_for: waitsFor, last_attempt: last, poll_after_ms: pollMs }: Order): string | null {
  if (waitsFor !== 'retry') return waitsFor && `waiting for ${waitsFor}`;
  return `retries in ${Math.ceil((pollMs ?? 0) / 1000)} s: ${last?.message ?? ''}`;
}

/** What the store said, and what to do. */
function failureText({ job_result: result }: Order): string | null {
  if (!result?.error) return null;
  return result.error_type ? `${result.error} ${failureReasons[result.error_type].advice}` : result.error;
}

/** The status of an order on one line. */
export function orderLine(context: Context, order: Order): string {
  const colour = colors[order.status] ?? 'yellow';
  const items = [...new Set(order.items.map(({ status }) => status))].join(', ');
  const paid = order.job_result?.price_components;
  const price = paid ? money(paid.total, paid.currency) : `at most ${money(order.max_price)}`;
  const words = [
    `${order.id}  ${paint(context, colour, order.status)}`,
    `items ${items}`,
    plain(order.retailer),
    price,
  ];
  const missing = order.fulfillment.concessions.map(({ message }) => message).join(' ') || null;
  const why = failureText(order) ?? waitText(order) ?? missing;
  return `${[...words, ...(why === null ? [] : [plain(why)])].join('  ')}\n`;
}

export const exitCodeFor = ({ status }: Order): number =>
  ['order_failed', 'cancelled', 'cancelled_by_retailer'].includes(status) ? exitCodes.refused : exitCodes.fine;
