import { hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';
import type { Cents } from '../../../kit/money.ts';

export const attemptsMax = 5;
const retryWithinMs = 4 * hourMs;
const backoffMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, 45 * minuteMs];
/** A developer in the sandbox does not wait for minutes; these are multiplied by SANDBOX_TIME_SCALE. */
const sandboxBackoffMs = [1000, 1500, 2000, 2500];

export interface RetryInput {
  attempts: number;
  createdAt: Date;
  now: Date;
  /** Null in the live world. */
  sandboxTimeScale: number | null;
  retryAfterMs: number | undefined;
}

/** How long to wait before a blocked order is tried again, or null when it was tried often or long enough. */
export function retryDelayMs(question: RetryInput): number | null {
  const { retryAfterMs } = question;
  const age = question.now.getTime() - question.createdAt.getTime();
  if (retryAfterMs !== undefined && question.sandboxTimeScale === null) {
    return age + retryAfterMs > retryWithinMs ? null : Math.max(retryAfterMs, secondMs);
  }
  if (question.attempts >= attemptsMax) return null;
  const step = Math.max(0, question.attempts - 1);
  const scale = question.sandboxTimeScale;
  const planned = scale === null ? (backoffMs[step] ?? hourMs) : (sandboxBackoffMs[step] ?? 2500) * scale;
  return age + planned > retryWithinMs ? null : planned;
}

/** How long an order may still wait to be bought; without a limit of its own, for ever. */
export function queueTimeLeftMs(order: { options: Record<string, unknown>; created_at: Date }, now: Date): number {
  const { queueTimeoutSeconds } = order.options;
  if (typeof queueTimeoutSeconds !== 'number') return Number.POSITIVE_INFINITY;
  return order.created_at.getTime() + queueTimeoutSeconds * secondMs - now.getTime();
}

/** Doubt is asked about quickly at first, then ever less often. */
export function reconcileDelayMs(tries: number, sandboxTimeScale: number | null): number {
  const scale = sandboxTimeScale ?? 1;
  const base = sandboxTimeScale === null ? 5 * secondMs : secondMs;
  return Math.min(base * 2 ** Math.min(tries, 12), 15 * minuteMs) * scale;
}

/** The store may never be told to charge more than the customer allowed. */
export function isWithinMaxPrice(total: Cents, maxPrice: Cents): boolean {
  return total <= maxPrice;
}

/** An order that could not be claimed, as far as it matters to what comes next. */
export interface UnclaimedOrder {
  status: string;
  phase: 'intent' | 'submitting' | null;
  managed_account_id: string | null;
  restored_at: Date | null;
  is_account_needed: boolean;
  is_retailer_off: boolean;
  is_frozen: boolean;
  is_held: boolean;
  options: Record<string, unknown>;
  created_at: Date;
}

type StepKind = 'stop' | 'look_again' | 'reconcile' | 'wait_for_account' | 'wait_for_retailer' | 'give_up_waiting';

/** What the job of an order does when it could not claim the order for an attempt. */
export function nextStep(
  order: UnclaimedOrder,
  step: { isLeased: boolean; isOutOfTime: boolean },
  now: Date,
): StepKind {
  if (order.status !== 'pending' && order.status !== 'in_progress') return 'stop';
  if (order.phase === 'submitting') {
    // The history is asked with the account that pressed the button. After a restore it is not known which one did, so
    // an order that needs an account waits for it.
    const isAccountUsed = order.managed_account_id !== null || (order.restored_at !== null && order.is_account_needed);
    return step.isLeased || !isAccountUsed ? 'reconcile' : 'wait_for_account';
  }
  if (order.is_retailer_off || order.is_frozen || order.is_held) {
    if (queueTimeLeftMs(order, now) > 0) return 'wait_for_retailer';
    return step.isOutOfTime ? 'look_again' : 'give_up_waiting';
  }
  // Nothing stands in its way any more: another worker had it for a moment.
  return step.isLeased || !order.is_account_needed ? 'look_again' : 'wait_for_account';
}
