-- The store's picture of an ordered product, from its cart or details.
alter table product_titles add column image text;
