import { hourMs, plusMs } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

export const sweepKind = 'top-ups.sweep';

/** Hourly, from the first payment on. */
export async function startSweep(tx: Tx, now: Date): Promise<void> {
  await enqueue(tx, { kind: sweepKind, payload: {}, runAt: plusMs(now, hourMs), dedupeKey: sweepKind });
}
