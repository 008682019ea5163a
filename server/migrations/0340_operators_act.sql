-- Money that an operator debits from a wallet, as its own kind of transfer.
alter table ledger_transfers drop constraint if exists ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('fund', 'hold', 'release', 'capture', 'fee', 'refund', 'refund_fee', 'credit', 'debit')) not valid;
alter table ledger_transfers validate constraint ledger_transfers_kind_check;

-- Operators' refunds: which transfer (its cause_id) belongs to which order.
create table order_refunds (
  id uuid primary key,
  order_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null
);
create index order_refunds_by_order on order_refunds (order_id);
