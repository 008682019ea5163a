-- The recipe version that placed an order. Recordings expire; this stays.
create table recipe_purchases (
  reference text primary key,
  recipe text not null,
  version integer not null,
  pressed_at timestamptz not null
);
