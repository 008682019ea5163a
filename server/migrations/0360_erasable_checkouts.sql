-- In the live world, a connector's checkout handle and purchase note have their own keys, which are deleted with the
-- record. Most updates of an order change neither and skip this.
create trigger erase_key after update of checkout_sealed, purchase_note_sealed on orders
  for each row when (old.checkout_sealed is distinct from new.checkout_sealed
    and get_byte(old.checkout_sealed, 0) = 2 or old.purchase_note_sealed is distinct from new.purchase_note_sealed
    and get_byte(old.purchase_note_sealed, 0) = 2)
  execute function erase_key('checkout_sealed', 'purchase_note_sealed');
