import { minuteMs, secondMs } from '../../../kit/clock.ts';
import type { OpenActionRow } from './actions/index.ts';
import type { FullOrder } from './rows.ts';

const finalItemStatuses = new Set<FullOrder['items'][number]['status']>(['delivered', 'cancelled', 'failed']);

/** Nothing more will happen to it by itself. */
export function isFinal(order: Pick<FullOrder, 'status' | 'items'>): boolean {
  if (order.status === 'pending' || order.status === 'in_progress') return false;
  return order.status !== 'order_placed' || order.items.every(({ status }) => finalItemStatuses.has(status));
}

/** When looking again is worth it; null when nothing more will happen. */
export function pollAfterMs(order: FullOrder, now: Date): number | null {
  if (isFinal(order)) return null;
  if (order.status === 'order_placed') return order.world === 'test' ? 2 * secondMs : 15 * minuteMs;
  if (order.questions.some(({ state }) => state === 'open')) return 5 * secondMs;
  const retryMs = msUntilRetry(order, now);
  if (retryMs !== null) return Math.max(retryMs, secondMs);
  if (order.waiting_for !== null) return 5 * secondMs;
  return order.world === 'test' ? secondMs : 2 * secondMs;
}

/** How long until the next attempt starts; null for an order that waits for none. */
function msUntilRetry(order: FullOrder, now: Date): number | null {
  if (order.status !== 'pending' || order.waiting_for !== 'retry' || !order.last_attempt) return null;
  return Math.max(0, new Date(order.last_attempt.next_at).getTime() - now.getTime());
}

/** `40 s`, `2 min`. */
const durationText = (ms: number): string =>
  ms < 90 * secondMs ? `${Math.ceil(ms / secondMs)} s` : `${Math.round(ms / minuteMs)} min`;

const answerHints: Record<OpenActionRow['kind'], string> = {
  approve: 'Ask a person of the account to open next_action.url and approve this order.',
  review: 'Look at the quote in next_action.details and approve or decline it.',
  choose_variant: 'Choose one of next_action.details.choices and answer with its id.',
  enter_code: 'Answer with the code that the store sent.',
  open_url: 'Open next_action.url, finish what the page asks, then answer that it is done.',
  buy: 'An operator buys this order by hand. Nothing is needed from you.',
};

/** One sentence on what the client does next with this order. */
export function nextStep(order: FullOrder, now: Date): string {
  const question = order.questions.find(({ state }) => state === 'open');
  switch (order.status) {
    case 'pending':
    case 'in_progress':
      return question ? stepFor(question) : stepWhileOpen(order, now);
    case 'order_placed':
      return isFinal(order)
        ? 'Nothing to do: everything has arrived. Ask for a return if something is wrong.'
        : 'Wait for the parcels: tracking_numbers shows them as they are known.';
    case 'order_failed':
      return 'Read job_result.error_type, correct what it names, and place a new order. Nothing was charged.';
    case 'cancelled':
      return 'Nothing to do: the order was cancelled and everything that was held is free again.';
    case 'cancelled_by_retailer':
      return 'Nothing was delivered and the money is back on the wallet. Place a new order if you still want it.';
  }
}

function stepWhileOpen(order: FullOrder, now: Date): string {
  const retryMs = msUntilRetry(order, now);
  if (retryMs === null) return 'Wait: the order is being bought. Look again after poll_after_ms.';
  const when = retryMs < secondMs ? 'now' : `in ${durationText(retryMs)}`;
  return `Wait: the order is retried ${when}. The last attempt failed: ${order.last_attempt?.message}`;
}

function stepFor(question: OpenActionRow): string {
  if (question.asked_of === 'operator' && question.kind !== 'buy') {
    return 'Wait: an operator of the service has to answer a question about this order.';
  }
  return answerHints[question.kind];
}
