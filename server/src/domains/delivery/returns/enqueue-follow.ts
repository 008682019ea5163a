import type { Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

/** Has the retailer asked about this return. Each return has one such job. */
export const enqueueFollow = (tx: Tx, returnId: string, now: Date): Promise<void> =>
  enqueue(tx, { kind: 'returns.follow', payload: { returnId }, runAt: now, dedupeKey: returnId });
