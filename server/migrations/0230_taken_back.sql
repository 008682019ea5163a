-- Top-up money that left without Errand: refunded at the payment provider, or disputed. Each is written once, under the
-- provider's ID.
create table top_up_reversals (
  id uuid primary key,
  top_up_id uuid not null references top_ups (id),
  reference text not null unique,
  kind text not null check (kind in ('refund', 'dispute')),
  amount_cents bigint not null check (amount_cents > 0),
  -- What the wallet has paid so far. The rest was already spent, and is deducted as money comes in.
  taken_cents bigint not null default 0 check (taken_cents between 0 and amount_cents),
  -- open: may still come back (an undecided dispute). final: stays gone. returned: came back.
  state text not null check (state in ('open', 'final', 'returned')),
  created_at timestamptz not null
);
create index top_up_reversals_by_top_up on top_up_reversals (top_up_id);
create index top_up_reversals_unsettled on top_up_reversals (created_at)
  where state = 'open' or (state = 'final' and taken_cents < amount_cents);
create index top_ups_by_payment on top_ups (payment_reference) where payment_reference is not null;
