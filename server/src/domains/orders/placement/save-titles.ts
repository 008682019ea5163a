import type { Prepared } from '../../../connectors/contract.ts';
import { saveTitles } from '../../catalog/products/index.ts';
import type { PlacementRow } from '../orders/index.ts';
import type { PlacementNeeds } from './step.ts';

/** Saves product titles from the cart, for search. An error here doesn't stop the purchase. */
export async function savePurchasedTitles(
  { database, clock, logger }: PlacementNeeds,
  order: PlacementRow,
  prepared: Prepared,
): Promise<void> {
  const lines = prepared.kind === 'ready' ? prepared.checkout.lines : [];
  const products = order.items.map(({ id, product_id: productId }) => {
    const line = lines.find(({ lineId }) => lineId === id);
    return { world: order.world, retailer: order.retailer, productId, title: line?.title ?? null, image: line?.image };
  });
  try {
    await saveTitles(database, products, clock.now());
  } catch (error) {
    logger.warn({ orderId: order.id, err: error }, 'the titles of an order were not kept');
  }
}
