-- Email preferences, low-wallet thresholds, and unsubscribe tokens. A token can only turn emails off.
alter table people
  add column mails_off text[] not null default '{}',
  add column low_wallet_cents bigint not null default 5000 check (low_wallet_cents >= 0),
  add column mail_token uuid not null default gen_random_uuid();
create unique index people_by_mail_token on people (mail_token);

-- Failed orders not emailed yet, and when an account was last emailed, so that several failures share one email.
create table failed_order_notices (
  order_id uuid primary key references orders (id),
  created_at timestamptz not null
);
create table failed_order_mails (
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  told_at timestamptz not null,
  primary key (account_id, world)
);

-- The last case message that the customer was emailed about.
alter table cases add column told_message_id bigint not null default 0;
update cases set told_message_id = coalesce((select max(m.id) from case_messages m where m.order_id = cases.order_id), 0);

-- People whose wallet was above their threshold. They get one email when it falls below.
create table low_wallet_marks (
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  person_id uuid not null references people (id),
  is_armed boolean not null,
  primary key (account_id, world, person_id)
);
