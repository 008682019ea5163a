import { publish } from '../../../events/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { writeOrderReturn } from '../../orders/orders/index.ts';
import type { ReturnRow } from './sql.ts';

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
  await writeOrderReturn(tx, row.order_id, {
    id: row.id,
    status: row.status,
    reason: row.reason,
    credited_cents: row.credited_cents,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
  await publish(tx, { ...event, orderId: row.order_id, returnId: row.id }, now);
}
