import { Failure, Invalid } from '../../../kit/failure.ts';
import { textOf } from '../../../kit/fields.ts';
import {
  getProduct,
  type ProductNeeds,
  presentProduct,
  presentSearch,
  presentSearchOfAll,
  searchAllStores,
  searchProducts,
} from '../../catalog/products/index.ts';
import { presentTestProduct } from '../../orders/orders/index.ts';
import { failureOutcome, type Json, type Outcome, succeed } from './call.ts';
import type { ToolNeeds } from './tool.ts';

interface OpenNeeds {
  publicUrl: string;
  products: ProductNeeds;
  testProducts: readonly Parameters<typeof presentTestProduct>[0][];
}

const world = 'test';

/** Anyone can search the sandbox's stores. Live stores need a key. */
export function createKeylessTools({ products, testProducts, publicUrl }: OpenNeeds): ToolNeeds['open'] {
  const answered = (find: () => Promise<unknown>) => toOutcome(find, publicUrl);
  return {
    search_products: (given) => answered(() => search(products, given)),
    get_product: (given) => answered(() => readDetails(products, given)),
    list_test_products: async () => ({ body: { products: testProducts.map(presentTestProduct) } }),
  };
}

async function search(products: ProductNeeds, given: Json): Promise<unknown> {
  const [query, retailer] = [String(given.query), textOf(given.retailer)];
  const [page = 1, minPrice, maxPrice] = [given.page, given.min_price, given.max_price].map(numberOf);
  if (retailer !== undefined) {
    return presentSearch(await searchProducts(products, { world, query, retailer, page, freeShipping: false }));
  }
  return presentSearchOfAll(query, await searchAllStores(products, { world, query, minPrice, maxPrice }));
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

async function readDetails(products: ProductNeeds, given: Json): Promise<unknown> {
  const [retailer, productId] = [String(given.retailer), String(given.product_id)];
  const question = {
    world,
    retailer,
    productId,
    maxAgeSeconds: undefined,
    newerThan: undefined,
    isAsync: false,
  } as const;
  return presentProduct(await getProduct(products, question), question);
}

async function toOutcome(find: () => Promise<unknown>, publicUrl: string): Promise<Outcome> {
  try {
    return succeed(await find());
  } catch (error) {
    if (error instanceof Failure || error instanceof Invalid) return failureOutcome(error, publicUrl);
    throw error;
  }
}
