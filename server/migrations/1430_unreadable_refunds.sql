-- Why a store's refund of an approved return cannot be read. Operators see it at once.
alter table return_requests add column refund_problem text;
