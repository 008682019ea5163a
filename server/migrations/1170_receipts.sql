-- A receipt for a purchase is a document that the customer can see.
alter table order_documents drop constraint order_documents_kind_check,
  add constraint order_documents_kind_check check (kind in ('invoice', 'credit_note', 'receipt')) not valid;

-- The operators' queue doesn't list purchases that the store tracks itself, as in the sandbox.
create or replace view order_actions as
  select id, order_id, kind, asked_of, message, state, asked_at, expires_at,
    kind = 'approve' and answer -> 'approved' = 'true'::jsonb as is_approved,
    sealed_resume is not null as is_followed_by_store
  from questions;
