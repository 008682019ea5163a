-- A payment in another currency that nothing explains: an operator must not take yen for cents.
alter table stray_payments add column currency text not null default 'USD';
