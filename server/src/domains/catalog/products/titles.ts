import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import type { ProductNeeds } from './answer.ts';
import { getProduct } from './get-product.ts';
import { findStoredDetails } from './sql.ts';

/** What is known about a product, or null. */
export interface KnownProduct {
  title: string | null;
  priceCents: number | null;
}

/** Titles and prices from the cache or the store, in request order. */
export function readProducts(
  needs: ProductNeeds,
  world: World,
  refs: readonly { retailer: string; productId: string }[],
): Promise<KnownProduct[]> {
  return Promise.all(
    refs.map(async ({ retailer, productId }) => {
      const reply = await getProduct(needs, { world, retailer, productId, isAsync: false }).catch(() => null);
      return reply?.kind === 'found' ? knownProductFrom(reply.payload) : unknownProduct;
    }),
  );
}

/** As above, from the cache only. */
export async function readStoredProducts(
  executor: Executor,
  world: World,
  refs: readonly { retailer: string; productId: string }[],
): Promise<KnownProduct[]> {
  const rows = await findStoredDetails(executor, world, refs);
  const byName = new Map(rows.map((row) => [`${row.retailer} ${row.product_id}`, knownProductFrom(row.payload)]));
  return refs.map(({ retailer, productId }) => byName.get(`${retailer} ${productId}`) ?? unknownProduct);
}

const unknownProduct: KnownProduct = { title: null, priceCents: null };

function knownProductFrom({ title, price }: Record<string, unknown>): KnownProduct {
  return {
    title: typeof title === 'string' ? title : null,
    priceCents: typeof price === 'number' && Number.isSafeInteger(price) ? price : null,
  };
}
