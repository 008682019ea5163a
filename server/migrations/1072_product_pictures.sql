-- The store's picture of a product that was ordered, where its cart or its details named one.
alter table product_titles add column image text;
