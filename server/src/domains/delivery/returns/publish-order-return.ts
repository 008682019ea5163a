import { publish } from '../../../events/index.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { writeOrderReturn } from '../../orders/orders/index.ts';
import { findOwnReturn, type ReturnRow } from './sql.ts';

interface Resolved {
  status: Exclude<ReturnRow['status'], 'open'>;
  wasApproved: boolean;
}

/** Writes the order's summary of the return, and the event, in the caller's transaction. */
export async function publishOrderReturn(
  tx: Tx,
  row: ReturnRow,
  event: { type: 'return.requested' } | ({ type: 'return.resolved' } & Resolved),
  now: Date,
): Promise<void> {
  await writeSummary(tx, row);
  await publish(tx, { ...event, orderId: row.order_id, returnId: row.id }, now);
}

export const writeSummary = (tx: Tx, row: ReturnRow): Promise<void> =>
  writeOrderReturn(tx, row.order_id, {
    id: row.id,
    status: row.status,
    reason: row.reason,
    credited_cents: row.credited_cents,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });

/** Answers 404 for returns of another account or world, as for unknown ones. */
export async function readOwnReturn(executor: Executor, caller: Caller, id: string): Promise<ReturnRow> {
  const row = await findOwnReturn(executor, caller, id);
  if (!row) throw notFound();
  return row;
}

/** Each return has one job that asks the retailer. */
export const enqueueFollow = (tx: Tx, returnId: string, now: Date): Promise<void> =>
  enqueue(tx, { kind: 'returns.follow', payload: { returnId }, runAt: now, dedupeKey: returnId });
