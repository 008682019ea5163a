import type { Checkout } from '../../../connectors/contract.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { PlacementItem } from '../orders/index.ts';

/** What a store wants for a cart, as a quote says it and a review asks about it. A checkout has a price for every line. */
export function presentCart(
  items: readonly Pick<PlacementItem, 'id' | 'url' | 'quantity' | 'variant'>[],
  { lines, price: { subtotal, shipping, tax, fees, total } }: Pick<Checkout, 'lines' | 'price'>,
) {
  return {
    items: items.map(({ id, url, quantity, variant }) => {
      const { title = null, unitPrice } = assertDefined(lines.find(({ lineId }) => lineId === id));
      return { url, title, quantity, variant, unit_price_cents: unitPrice, available: true };
    }),
    price_components: { subtotal, shipping, tax, fees, total },
  };
}
