import { type Brand, brandOfHost, productIdIn, productUrlOf } from '../../brands.ts';
import type { ProductRef } from '../../contract.ts';
import { currencyOfScenario, scenarioOfSlug } from '../scenarios.ts';
import { addressStyles } from './addresses.ts';
import type { Product } from './product.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { createStoreProducts, type Store } from './store-products.ts';

export interface FoundProduct {
  store: Store;
  product: Product;
  /** The ID was replaced by this product. */
  isRetired: boolean;
}

/** All simulated stores, created on first use. */
export interface SimulatorCatalog {
  readonly retailers: readonly string[];
  store(retailer: string): Store | null;
  find(ref: ProductRef): FoundProduct | null;
  search(retailer: string, query: string): Product[];
  locate(url: URL): ProductRef | null;
  addressOf(ref: ProductRef): string | null;
  /** Currency of these lines. */
  currencyOf(lines: readonly { ref: ProductRef; url: string }[]): string;
}

/** Domains of a brand that sell in another currency. */
const currencyByDomain: Readonly<Record<string, string>> = { '.de': 'EUR', '.it': 'EUR', '.co.jp': 'JPY' };

export function currencyAt(hostname: string): string | null {
  const domain = Object.keys(currencyByDomain).find((end) => hostname.endsWith(end));
  return domain === undefined ? null : (currencyByDomain[domain] ?? null);
}

export function createSimulatorCatalog(brands: readonly Brand[], testShop: Store, publicUrl: string): SimulatorCatalog {
  const served = brands.filter((brand) => addressStyles[brand.id]);
  const stores = new Map<string, Store | null>([[testShop.brand.id, testShop]]);
  const indexes = new Map<string, SearchIndex>();
  const testHost = new URL(publicUrl).host;

  const store = (retailer: string): Store | null => {
    const known = stores.get(retailer);
    if (known !== undefined) return known;
    const brand = served.find((candidate) => candidate.id === retailer);
    if (!brand) return null;
    const stocked = createStoreProducts(brand);
    stores.set(retailer, stocked);
    return stocked;
  };

  const indexOf = (retailer: string): SearchIndex => {
    const index = indexes.get(retailer) ?? createSearchIndex(store(retailer)?.products ?? []);
    indexes.set(retailer, index);
    return index;
  };

  const find = (ref: ProductRef): FoundProduct | null => {
    const shelves = store(ref.retailer);
    if (!shelves) return null;
    const current = shelves.byId.get(ref.productId);
    const product = current ?? shelves.retired.get(ref.productId);
    return product ? { store: shelves, product, isRetired: !current } : null;
  };

  return {
    retailers: served.map((brand) => brand.id),
    store,
    find,
    search: (retailer, query) => (store(retailer) ? indexOf(retailer).search(query) : []),
    locate(url) {
      if (url.host === testHost) return locateTestProduct(url, testShop.brand.id);
      const brand = brandOfHost(served, url.hostname);
      const productId = brand && productIdIn(brand, url);
      const currency = brand && currencyAt(url.hostname);
      const domain = url.hostname.replace(/^www\./, '');
      return brand && productId ? { retailer: brand.id, productId, ...(currency ? { currency, domain } : {}) } : null;
    },
    currencyOf(lines) {
      const [first] = lines;
      if (!first) return 'USD';
      if (first.ref.retailer === testShop.brand.id)
        return currencyOfScenario(scenarioOfSlug(first.ref.productId)) ?? 'USD';
      return currencyAt(new URL(first.url).hostname) ?? 'USD';
    },
    addressOf({ retailer, productId }) {
      if (retailer === testShop.brand.id) return testShop.byId.get(productId)?.url ?? null;
      const brand = served.find((candidate) => candidate.id === retailer);
      const page = brand && productUrlOf(brand, productId);
      const id = page && productIdIn(brand, new URL(page));
      return id ? (store(retailer)?.byId.get(id)?.url ?? page) : null;
    },
  };
}

function locateTestProduct(url: URL, retailer: string): ProductRef | null {
  const productId = /\/shop\/products\/([A-Za-z0-9-]+)\/?$/.exec(url.pathname)?.[1];
  if (!productId) return null;
  const slug = productId.toLowerCase();
  const currency = currencyOfScenario(scenarioOfSlug(slug));
  return { retailer, productId: slug, ...(currency ? { currency } : {}) };
}
