import { dayMs, hourMs, minuteMs } from '../../../../kit/clock.ts';
import type { Moves } from '../../../../kit/moves.ts';

export type CancellationStatus = 'pending' | 'cancelled' | 'refused';

export const cancellationMoves: Moves<CancellationStatus> = {
  pending: ['cancelled', 'refused'],
  cancelled: [],
  refused: [],
};

const cancellationTimeoutMs = dayMs;

/** When to ask a store again; null after the last time. */
export function nextCheckMs(requestedAt: Date, now: Date): number | null {
  const age = now.getTime() - requestedAt.getTime();
  if (age >= cancellationTimeoutMs) return null;
  return Math.min(Math.max(age, minuteMs), hourMs);
}
