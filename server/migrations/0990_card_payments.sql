-- An order can be paid with one of the account's saved cards instead of the wallet.
alter table orders add column if not exists paid_by_card boolean not null default false;

-- Cards that a person saved on Stripe's page. Only what Stripe shows of them is stored.
create table saved_cards (
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  -- Stripe's IDs of the payment method and its customer.
  id text not null,
  customer text,
  brand text not null,
  last4 text not null,
  exp_month int not null,
  exp_year int not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, world, id)
);
create unique index saved_cards_default on saved_cards (account_id, world) where is_default;

-- A page where a person saves a card.
create table card_setups (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  status text not null check (status in ('requires_action', 'succeeded', 'expired')),
  session_id text,
  url text,
  return_url text,
  card_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index card_setups_by_account on card_setups (account_id, world);

-- An order's card authorization. The row is committed before Stripe is called.
create table card_payments (
  order_id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  card_id text not null,
  customer text,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in
    ('authorizing', 'authorized', 'declined', 'capturing', 'captured', 'refused', 'releasing', 'released')),
  -- The authorization in use, and the highest number sent to Stripe: each renewal has its own.
  number int not null default 1,
  last_number int not null default 1,
  -- Stripe's ID of the payment intent.
  reference text,
  expires_at timestamptz,
  -- Whether the order exists. If not, the authorization is released.
  is_accepted boolean not null default false,
  captured_cents bigint not null default 0,
  refunded_cents bigint not null default 0 check (refunded_cents <= captured_cents),
  -- What Stripe refused to capture, for the operator.
  debt_cents bigint not null default 0,
  claimed_at timestamptz not null,
  settled_at timestamptz,
  closed_at timestamptz,
  note text,
  looks int not null default 0,
  last_answer text
);
create index card_payments_by_account on card_payments (account_id, world);
create index card_payments_open on card_payments (claimed_at) where last_answer is not null and closed_at is null;

-- Refunds to a card. The row is written with the ledger entry; a job pays it.
create table card_refunds (
  id uuid primary key,
  order_id uuid not null references card_payments (order_id),
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null
);
create index card_refunds_by_order on card_refunds (order_id);

create view order_card_payments as
  select order_id, card_id, state, amount_cents, captured_cents, refunded_cents, expires_at from card_payments;
