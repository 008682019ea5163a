-- Each time the database was found, or declared, to be an older copy, and how far the copy reaches.
create table restores (
  id bigint generated always as identity primary key,
  noticed_at timestamptz not null,
  -- Payments, purchases and returns after this time may be missing from this copy.
  known_until timestamptz not null,
  -- The copy's last event. Clients may have cursors of later events that were lost.
  last_event_seq bigint not null
);

-- Payments at a provider that have our metadata but no match in this database. An operator decides.
create table stray_payments (
  id uuid primary key,
  method text not null,
  world text not null check (world in ('test', 'live')),
  -- The provider's ID of the payment.
  reference text not null unique,
  -- Our ID in the provider's metadata: a top-up or an agent's payment.
  named_id uuid,
  account_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  paid_at timestamptz not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  note text
);
create index stray_payments_open on stray_payments (paid_at) where closed_at is null;
