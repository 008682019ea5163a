import { minuteMs, secondMs } from '../../../kit/clock.ts';
import type { OpenActionRow } from './actions/index.ts';
import type { FullOrder } from './rows.ts';

const finalItemStatuses = new Set<FullOrder['items'][number]['status']>(['delivered', 'cancelled', 'failed']);

/** Whether nothing more happens by itself. */
export function isFinal(order: Pick<FullOrder, 'status' | 'items'>): boolean {
  if (order.status === 'pending' || order.status === 'in_progress') return false;
  return order.status !== 'order_placed' || order.items.every(({ status }) => finalItemStatuses.has(status));
}

/** When to read the order again; null if it won't change. */
export function pollAfterMs(order: FullOrder, now: Date): number | null {
  if (isFinal(order)) return null;
  if (order.status === 'order_placed') return order.world === 'test' ? 2 * secondMs : 15 * minuteMs;
  if (order.questions.some(({ state }) => state === 'open')) return 5 * secondMs;
  const retryMs = msUntilRetry(order, now);
  if (retryMs !== null) return Math.max(retryMs, secondMs);
  if (order.waiting_for !== null) return 5 * secondMs;
  return order.world === 'test' ? secondMs : 2 * secondMs;
}

/** Time until the next attempt; null if none is planned. */
function msUntilRetry(order: FullOrder, now: Date): number | null {
  if (order.status !== 'pending' || order.waiting_for !== 'retry' || !order.last_attempt) return null;
  // Its clock moves only when somebody advances it.
  if (order.test_clock !== null) return null;
  return Math.max(0, new Date(order.last_attempt.next_at).getTime() - now.getTime());
}

/** `40 s`, `2 min`. */
const durationText = (ms: number): string =>
  ms < 90 * secondMs ? `${Math.ceil(ms / secondMs)} s` : `${Math.round(ms / minuteMs)} min`;

const answerHints: Record<OpenActionRow['kind'], string> = {
  approve: 'Ask a member of the account to open next_action.url and approve this order.',
  review: 'Review the quote in next_action.details and approve or decline it.',
  choose_variant: 'Choose one of next_action.details.choices and answer with its ID.',
  enter_code: 'Answer with the code from the store.',
  open_url: 'Open next_action.url, complete the steps on the page, then confirm that you are done.',
  buy: "An operator is placing this order. You don't need to do anything.",
};

export function nextStep(order: FullOrder, now: Date): string {
  const question = order.questions.find(({ state }) => state === 'open');
  switch (order.status) {
    case 'pending':
    case 'in_progress':
      return question ? stepFor(question) : stepWhileOpen(order, now);
    case 'order_placed':
      return isFinal(order)
        ? 'Everything has arrived. Request a return if something is wrong.'
        : order.late_since !== null
          ? 'A package is late. Wait, or open a case to have the package traced.'
          : 'Wait for delivery. Tracking numbers appear in tracking_numbers.';
    case 'order_failed':
      return 'See job_result.error_type, fix the cause, and place a new order. Nothing was charged.';
    case 'cancelled':
      return 'The order was canceled and its hold was released.';
    case 'cancelled_by_retailer':
      return 'The store canceled the order and the charge was refunded. Place a new order if you still want the items.';
  }
}

function stepWhileOpen(order: FullOrder, now: Date): string {
  const retryMs = msUntilRetry(order, now);
  if (retryMs === null) return 'The order is being placed. Check again after poll_after_ms.';
  const when = retryMs < secondMs ? 'now' : `in ${durationText(retryMs)}`;
  return `Errand will retry the order ${when}. The last attempt failed: ${order.last_attempt?.message}`;
}

function stepFor(question: OpenActionRow): string {
  if (question.asked_of === 'operator' && question.kind !== 'buy') {
    return 'An operator needs to act on this order. Check again after poll_after_ms.';
  }
  return answerHints[question.kind];
}
