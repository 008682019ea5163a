-- A connector's record of a checkout contains session tokens. It is encrypted, and deleted once the outcome is known.
alter table orders add column checkout_sealed bytea;
-- What a connector needs to track a purchase.
alter table orders add column purchase_note_sealed bytea;
update orders set checkout_handle = null where checkout_handle is not null and status <> 'in_progress';
