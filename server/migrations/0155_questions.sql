-- What an order asks a person, and what was answered. An order asks one thing at a time.
create table questions (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('approve', 'review', 'choose_variant', 'enter_code', 'open_url', 'buy')),
  asked_of text not null check (asked_of in ('customer', 'operator')),
  message text not null,
  details jsonb not null default '{}',
  answer_schema jsonb not null,
  url text,
  -- What an approval is bound to: another digest needs another approval.
  digest text,
  state text not null default 'open' check (state in ('open', 'answered', 'used', 'expired', 'closed')),
  -- A secret answer is sealed and goes when it is used; every other answer is kept as it was given.
  is_secret boolean not null default false,
  answer jsonb,
  sealed_answer bytea,
  answered_by text,
  -- Where the connector goes on once it has the answer; sealed, and erased with the end of the order.
  sealed_resume bytea,
  asked_at timestamptz not null,
  -- Null while a person works on it: it cannot run out in their hands.
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

-- With a sealed record its key goes, so that no copy of it opens any more.
create trigger erase_key after delete or update of sealed_answer, sealed_resume on questions
  for each row execute function erase_key('sealed_answer', 'sealed_resume');
