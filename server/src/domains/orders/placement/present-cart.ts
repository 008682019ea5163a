import type { Checkout, PriceComponents } from '../../../connectors/contract.ts';
import { type PlacementItem, shownPrice } from '../orders/index.ts';

/** A price as orders store it. */
export const storedPrice = ({ basis, ...price }: PriceComponents) => ({ ...price, tax_included: basis === 'gross' });

/** A cart's price, for quotes and reviews. An item that is left out has no price. */
export function presentCart(
  items: readonly Pick<PlacementItem, 'id' | 'url' | 'quantity' | 'variant'>[],
  { lines, price }: Pick<Checkout, 'lines' | 'price'>,
) {
  return {
    items: items.map(({ id, url, quantity, variant }) => {
      const line = lines.find(({ lineId }) => lineId === id);
      return {
        url,
        title: line?.title ?? null,
        quantity: line?.quantity ?? quantity,
        variant,
        unit_price_cents: line?.unitPrice ?? null,
        available: line !== undefined,
      };
    }),
    price_components: shownPrice(storedPrice(price)),
  };
}
