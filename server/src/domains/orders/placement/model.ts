import { hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';
import type { Cents } from '../../../kit/money.ts';

export const attemptsMax = 5;
const retryWithinMs = 4 * hourMs;
const backoffMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, 45 * minuteMs];
/** Short, so that sandbox users don't wait for minutes. Multiplied by SANDBOX_TIME_SCALE. */
const sandboxBackoffMs = [1000, 1500, 2000, 2500];

export interface RetryInput {
  attempts: number;
  createdAt: Date;
  now: Date;
  /** Null for live orders. */
  sandboxTimeScale: number | null;
  retryAfterMs: number | undefined;
}

/** Wait before a blocked order is retried; null after the last attempt. */
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

/** How long an order may still wait; forever without its own limit. */
export function queueTimeLeftMs(order: { options: Record<string, unknown>; created_at: Date }, now: Date): number {
  const { queueTimeoutSeconds } = order.options;
  if (typeof queueTimeoutSeconds !== 'number') return Number.POSITIVE_INFINITY;
  return order.created_at.getTime() + queueTimeoutSeconds * secondMs - now.getTime();
}

/** Checks an unknown outcome often at first, then less often. */
export function reconcileDelayMs(tries: number, sandboxTimeScale: number | null): number {
  const scale = sandboxTimeScale ?? 1;
  const base = sandboxTimeScale === null ? 5 * secondMs : secondMs;
  return Math.min(base * 2 ** Math.min(tries, 12), 15 * minuteMs) * scale;
}

export function isWithinMaxPrice(total: Cents, maxPrice: Cents): boolean {
  return total <= maxPrice;
}

/** An order that could not be claimed, with what decides the next step. */
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

/** What an order's job does if it could not claim the order. */
export function nextStep(
  order: UnclaimedOrder,
  step: { isLeased: boolean; isOutOfTime: boolean },
  now: Date,
): StepKind {
  if (order.status !== 'pending' && order.status !== 'in_progress') return 'stop';
  if (order.phase === 'submitting') {
    // The history belongs to the account that pressed the button. After a restore that account is unknown, so an order that needs
    // an account waits for one.
    const isAccountUsed = order.managed_account_id !== null || (order.restored_at !== null && order.is_account_needed);
    return step.isLeased || !isAccountUsed ? 'reconcile' : 'wait_for_account';
  }
  if (order.is_retailer_off || order.is_frozen || order.is_held) {
    if (queueTimeLeftMs(order, now) > 0) return 'wait_for_retailer';
    return step.isOutOfTime ? 'look_again' : 'give_up_waiting';
  }
  // Nothing blocks it anymore: another worker had it for a moment.
  return step.isLeased || !order.is_account_needed ? 'look_again' : 'wait_for_account';
}
