import type { CallToolResult } from '@modelcontextprotocol/server';
import { Failure, Invalid } from '../../kit/failure.ts';
import { presentTestProduct } from '../orders/index.ts';
import {
  getProduct,
  type ProductNeeds,
  presentProduct,
  presentSearch,
  presentSearchOfAll,
  searchEverywhere,
  searchProducts,
} from '../products/index.ts';
import { done, type Json, refusalOf } from './call.ts';
import type { ToolNeeds } from './tools.ts';

interface OpenNeeds {
  publicUrl: string;
  products: ProductNeeds;
  testProducts: readonly Parameters<typeof presentTestProduct>[0][];
}

const world = 'test';

/** What anybody may look at: the sandbox's stores. The live ones are asked for key holders only. */
export function createOpenTools({ products, testProducts, publicUrl }: OpenNeeds): ToolNeeds['open'] {
  const answered = (find: () => Promise<unknown>) => answerOf(find, publicUrl);
  return {
    search_products: (given) => answered(() => search(products, given)),
    get_product: (given) => answered(() => details(products, given)),
    list_test_products: async () => done({ products: testProducts.map(presentTestProduct) }),
  };
}

async function search(products: ProductNeeds, given: Json): Promise<unknown> {
  const { query, retailer, page = 1, min_price: minPrice, max_price: maxPrice } = given as unknown as Given;
  if (retailer !== undefined) {
    return presentSearch(await searchProducts(products, { world, query, retailer, page, freeShipping: false }));
  }
  return presentSearchOfAll(query, await searchEverywhere(products, { world, query, minPrice, maxPrice }));
}

interface Given {
  query: string;
  retailer?: string;
  page?: number;
  min_price?: number;
  max_price?: number;
}

async function details(products: ProductNeeds, given: Json): Promise<unknown> {
  const { retailer, product_id: productId } = given as { retailer: string; product_id: string };
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

async function answerOf(find: () => Promise<unknown>, publicUrl: string): Promise<CallToolResult> {
  try {
    return done(await find());
  } catch (error) {
    if (error instanceof Failure || error instanceof Invalid) return refusalOf(error, publicUrl);
    throw error;
  }
}
