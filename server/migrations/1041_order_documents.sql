-- Invoices and credit notes from a store or an operator. The bytes are in blob storage.
create table order_documents (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  name text not null,
  content_type text not null,
  bytes int not null,
  blob text not null,
  -- The store's ID for it. Null if an operator uploaded it.
  store_document_id text,
  filed_by text,
  created_at timestamptz not null,
  unique (order_id, store_document_id)
);
