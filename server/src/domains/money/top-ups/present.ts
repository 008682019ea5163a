import type { TopUpRow } from './sql.ts';

export function presentTopUp(row: TopUpRow, publicUrl: string) {
  const isPaid = row.paid_at !== null;
  return {
    id: row.id,
    status: row.status,
    amount_cents: row.amount_cents,
    refunded_cents: row.refunded_cents,
    currency: row.currency,
    pay_url: row.status === 'requires_action' ? row.pay_url : null,
    return_url: row.return_url,
    expires_at: row.expires_at.toISOString(),
    receipt_url: isPaid ? `${publicUrl}/wallet/top-ups/${row.id}/receipt.pdf` : null,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
