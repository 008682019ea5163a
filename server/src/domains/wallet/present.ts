import type { TransferRow, WalletRow } from './store.ts';

export function presentWallet(row: WalletRow) {
  return {
    balance_cents: row.available_cents + row.held_cents,
    held_cents: row.held_cents,
    available_cents: row.available_cents,
    currency: 'USD',
  };
}

export function presentTransfer(row: TransferRow) {
  return {
    id: String(row.id),
    type: row.kind,
    amount_cents: row.amount_cents,
    from: row.debit,
    to: row.credit,
    order_id: row.cause === 'order' ? row.cause_id : null,
    batch_id: row.cause === 'batch' ? row.cause_id : null,
    return_id: row.cause === 'return' ? row.cause_id : null,
    note: row.note,
    created_at: row.created_at.toISOString(),
  };
}
