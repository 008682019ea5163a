import { labelUrl } from './label-link.ts';
import type { ReturnRow } from './sql.ts';

/** Signed at each fetch, so reading the return again gives another seven days. */
export function labelUrlsOf(row: ReturnRow, publicUrl: string, now: Date): string[] {
  return row.labels.map((label) => labelUrl(publicUrl, label, now));
}

export function presentReturn(row: ReturnRow, publicUrl: string, now: Date) {
  return {
    id: row.id,
    order_id: row.order_id,
    status: row.status,
    reason: row.reason,
    notes: row.notes,
    items: row.items.map((item) => ({ order_item_id: item.order_item_id, quantity: item.quantity })),
    label_urls: labelUrlsOf(row, publicUrl, now),
    merchant_return_id: row.merchant_return_id,
    resolution_notes: row.resolution_notes,
    refund: presentRefundState(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Where the money is; null if the return was denied. */
function presentRefundState(row: ReturnRow) {
  if (row.status === 'denied') return null;
  const isCredited = row.status === 'credited';
  const status = isCredited ? 'credited' : row.is_paid_by_retailer ? 'paid_by_retailer' : 'waiting';
  return {
    status,
    expected_cents: row.expected_cents,
    credited_cents: row.credited_cents,
    credited_at: isCredited ? (row.resolved_at?.toISOString() ?? null) : null,
  } as const;
}

export const presentRefund = (row: ReturnRow) => ({
  return_id: row.id,
  paid_by: row.is_paid_by_retailer ? ('retailer' as const) : ('wallet' as const),
  credited_cents: row.credited_cents,
  currency: 'USD',
  resolved_at: row.resolved_at?.toISOString() ?? null,
});
