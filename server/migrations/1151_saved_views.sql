-- Filters, sort and columns of the list of orders under a name, shared by everyone on the account.
create table saved_views (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  -- The query of the page's address.
  query text not null,
  created_at timestamptz not null,
  unique (account_id, name)
);
