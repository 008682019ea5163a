-- Files on a case. The bytes are in blob storage.
create table case_attachments (
  id uuid primary key,
  order_id uuid not null references cases (order_id),
  author text not null check (author in ('customer', 'operator')),
  name text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes int not null check (bytes > 0),
  blob text not null,
  created_at timestamptz not null
);
create index case_attachments_by_case on case_attachments (order_id, created_at, id);
