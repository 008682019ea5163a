import { unreachableFrom } from './answers.ts';
import { type CatalogProduct, offersOf, offersPayload, productPayload } from './catalog-product.ts';
import type { Call, Connector, ProductRef, SearchHit, Unreachable } from './contract.ts';
import { addressOf } from './product-path.ts';
import type { StoreProblem } from './refuse.ts';
import type { Store } from './store.ts';

export type CatalogAnswer =
  | { kind: 'product'; product: CatalogProduct; more?: Record<string, unknown> }
  | { kind: 'missing'; message: string }
  | Unreachable
  | StoreProblem;

/** Product details and offers of a store that sells only its own goods. `more` adds fields of this store. */
export function createCatalogReader(
  store: Store,
  find: (ref: ProductRef, call: Call) => Promise<CatalogAnswer>,
): Required<Pick<Connector, 'product' | 'offers'>> {
  async function readProduct(ref: ProductRef, call: Call) {
    const found = await find(ref, call);
    return found.kind === 'blocked' || found.kind === 'refused' ? unreachableFrom(found) : found;
  }
  return {
    async product(ref, call) {
      const found = await readProduct(ref, call);
      if (found.kind !== 'product') return found;
      return { kind: 'found', payload: { ...productPayload(store, found.product), ...found.more } };
    },
    async offers(ref, _query, call) {
      const found = await readProduct(ref, call);
      if (found.kind !== 'product') return found;
      const { product } = found;
      return { kind: 'found', offers: offersOf(store, product), payload: offersPayload(store, product) };
    },
  };
}

/** A search result. Empty if no variant has a price. */
export function toSearchHits(store: Store, retailer: string, product: CatalogProduct): SearchHit[] {
  const shown = offersOf(store, product).find((offer) => offer.buyBox);
  if (!shown) return [];
  return [
    {
      productId: product.slug,
      title: product.title,
      url: addressOf(store, product.slug),
      retailer,
      image: product.images[0] ?? null,
      brand: null,
      price: shown.price,
      currency: shown.currency,
      stars: null,
      numReviews: null,
      available: shown.available,
      freeShipping: null,
      variantRequired: product.variants.length > 1,
    },
  ];
}
