import type { CancellationRow } from './sql.ts';

export const presentCancellation = (row: CancellationRow) => ({
  id: row.id,
  order_id: row.order_id,
  merchant_order_id: row.merchant_order_id,
  status: row.status,
  message: row.message,
  created_at: row.created_at.toISOString(),
});
