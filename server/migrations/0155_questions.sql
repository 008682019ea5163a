-- Actions that an order requires from a person, with their answers. An order has one open action at a time.
create table questions (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('approve', 'review', 'choose_variant', 'enter_code', 'open_url', 'buy')),
  asked_of text not null check (asked_of in ('customer', 'operator')),
  message text not null,
  details jsonb not null default '{}',
  answer_schema jsonb not null,
  url text,
  -- The digest that an approval is bound to. A different digest needs a new approval.
  digest text,
  state text not null default 'open' check (state in ('open', 'answered', 'used', 'expired', 'closed')),
  -- A secret answer is encrypted and deleted once used. Every other answer is kept.
  is_secret boolean not null default false,
  answer jsonb,
  sealed_answer bytea,
  answered_by text,
  -- State that the connector needs to continue after the answer. Encrypted, and erased when the order ends.
  sealed_resume bytea,
  asked_at timestamptz not null,
  -- Null while a person works on it, so that it doesn't expire in the meantime.
  expires_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  check (not is_secret or answer is null),
  check (is_secret or sealed_answer is null),
  check (state <> 'open' or (answer is null and sealed_answer is null))
);
create unique index questions_open on questions (order_id) where state = 'open';
create index questions_by_order on questions (order_id, asked_at);
create index questions_of_operators on questions (asked_at) where state = 'open' and asked_of = 'operator';

alter table orders drop constraint orders_waiting_for_check,
  add constraint orders_waiting_for_check check (waiting_for in ('account', 'code', 'retailer', 'action'));

-- Deleting an encrypted record deletes its key, so no copy can be decrypted.
create trigger erase_key after delete or update of sealed_answer, sealed_resume on questions
  for each row execute function erase_key('sealed_answer', 'sealed_resume');
