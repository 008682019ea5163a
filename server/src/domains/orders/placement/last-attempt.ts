import { plusMs } from '../../../kit/clock.ts';
import type { LastAttempt, PlacementRow } from '../orders/index.ts';

/** What an order shows about an attempt that is retried. */
export function lastAttemptOf(
  { last_attempt: before }: PlacementRow,
  { reason, message }: Pick<LastAttempt, 'reason' | 'message'>,
  now: Date,
  delayMs: number,
): LastAttempt {
  return {
    at: now.toISOString(),
    reason,
    message,
    next_at: plusMs(now, delayMs).toISOString(),
    refusals: before?.refusals ?? 0,
  };
}
