-- VAT or tax ID of the business that the order is for.
alter table orders add column tax_id text;
