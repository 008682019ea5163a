import type { Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

/** Each return has one job that asks the retailer. */
export const enqueueFollow = (tx: Tx, returnId: string, now: Date): Promise<void> =>
  enqueue(tx, { kind: 'returns.follow', payload: { returnId }, runAt: now, dedupeKey: returnId });
