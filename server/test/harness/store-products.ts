import { type KnownOffer, offersOf } from '../../src/connectors/simulator/catalog/offers.ts';
import type { Product } from '../../src/connectors/simulator/catalog/product.ts';
import { createStoreProducts, type Store } from '../../src/connectors/simulator/catalog/store-products.ts';
import { loadRetailers } from '../../src/domains/catalog/stores/index.ts';
import { retailersFile } from '../../src/main/wiring.ts';

/** The products of a simulated store. */
export async function loadStoreProducts(retailer: string) {
  const brand = (await loadRetailers(retailersFile)).find((candidate) => candidate.id === retailer)!;
  const store: Store = createStoreProducts(brand)!;
  const plain = store.products.filter((product) => product.stock >= 12 && product.choices.length === 0);
  const offers = (product: Product): KnownOffer[] => offersOf(store, product);
  return {
    store,
    offers,
    find(test: (product: Product, offers: KnownOffer[]) => boolean): Product {
      const found = plain.find((product) => test(product, offers(product)));
      if (!found) throw new Error(`No product of ${retailer} is like that.`);
      return found;
    },
  };
}
