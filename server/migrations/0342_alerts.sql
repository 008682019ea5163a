-- Alert rules as data: the metric, the threshold, how long it must be exceeded, and when the alert resolves.
create table alert_rules (
  id text primary key,
  title text not null,
  reading text not null,
  fires_when text not null check (fires_when in ('above', 'below')),
  threshold double precision not null,
  -- The alert resolves only at this value, so that it doesn't flap at the threshold.
  clears_at double precision not null,
  for_seconds int not null check (for_seconds between 0 and 86400),
  is_enabled boolean not null,
  -- Since when the metric is beyond the threshold. Null: it isn't.
  breached_since timestamptz,
  updated_at timestamptz not null default now(),
  updated_by text
);

insert into alert_rules (id, title, reading, fires_when, threshold, clears_at, for_seconds, is_enabled) values
  ('doubts-old', 'An order in doubt waits for a decision', 'doubts.oldest_minutes', 'above', 30, 0, 0, true),
  ('jobs-dead', 'Jobs were given up', 'queue.dead', 'above', 0, 0, 0, true),
  ('jobs-late', 'Work that is due is not done', 'queue.oldest_seconds', 'above', 120, 30, 60, true),
  ('store-closed', 'A store is left alone after failing again and again', 'stores.down', 'above', 0, 0, 900, true),
  ('mail-refused', 'Mail is refused', 'mail.refusing', 'above', 0, 0, 300, true),
  ('disk-low', 'The disk is nearly full', 'disk.free_bytes', 'below', 2147483648, 3221225472, 60, true),
  ('ledger-unsound', 'Wallets and ledger do not add up', 'ledger.problems', 'above', 0, 0, 0, true),
  ('float-low', 'Little money is left on live wallets', 'wallets.available_cents', 'below', 10000, 20000, 300, false);

-- Each time a rule fired, until it resolved. One at a time per rule, no matter which worker evaluates it.
create table alerts (
  id uuid primary key,
  rule_id text not null,
  title text not null,
  value double precision not null,
  detail text not null,
  fired_at timestamptz not null,
  resolved_at timestamptz
);
create unique index alerts_open on alerts (rule_id) where resolved_at is null;
create index alerts_by_age on alerts (fired_at desc);

-- Who gets alerts besides the operators.
create table alert_channels (
  id uuid primary key,
  kind text not null check (kind in ('mail', 'webhook')),
  target text not null,
  created_at timestamptz not null,
  created_by text not null
);
