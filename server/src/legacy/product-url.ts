import type { Registry } from '../connectors/registry.ts';
import type { World } from '../kit/world.ts';
import { mismatchingRetailer, unsupportedProductId } from './failures.ts';

export const isUrl = (productId: string): boolean => /^https?:/i.test(productId);

/** The page of a product that a client names by the retailer's id or by URL. */
export function productUrlFrom(registry: Registry, world: World, retailer: string, productId: string): string {
  const unsupported = () => unsupportedProductId(productId, retailer, registry.exampleIdOf(retailer));
  if (isUrl(productId)) {
    const route = registry.forUrl(world, productId);
    if (route && route.ref.retailer !== retailer) throw mismatchingRetailer(productId, retailer);
    if (!route) throw unsupported();
    return productId;
  }
  const route = registry.forProduct(world, { retailer, productId });
  if (!route) throw unsupported();
  return route.url;
}
