-- What a connector keeps about a checkout holds session tokens of stores: it is sealed, and goes when the outcome is known.
alter table orders add column checkout_sealed bytea;
-- What a connector has to remember about a purchase, to look after it.
alter table orders add column purchase_note_sealed bytea;
update orders set checkout_handle = null where checkout_handle is not null and status <> 'in_progress';
