-- Named filters, sort and columns of the order list, shared by everyone on the account.
create table saved_views (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  -- Query string of the page's URL.
  query text not null,
  created_at timestamptz not null,
  unique (account_id, name)
);
