-- The VAT or tax number of the business that an order is for.
alter table orders add column tax_id text;
