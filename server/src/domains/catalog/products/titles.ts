import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import type { ProductNeeds } from './answer.ts';
import { getProduct } from './get-product.ts';
import { findKeptDetails } from './sql.ts';

/** What is known of a product before it is bought; null where it is not. */
export interface KnownProduct {
  title: string | null;
  priceCents: number | null;
}

/** Titles and prices of products, from what is kept or from their store, in the order in which they are asked for. */
export function knownProducts(
  needs: ProductNeeds,
  world: World,
  refs: readonly { retailer: string; productId: string }[],
): Promise<KnownProduct[]> {
  return Promise.all(
    refs.map(async ({ retailer, productId }) => {
      const reply = await getProduct(needs, { world, retailer, productId, isAsync: false }).catch(() => null);
      return reply?.kind === 'found' ? knownFrom(reply.payload) : unknownProduct;
    }),
  );
}

/** The same from what is kept alone, for thousands at once: no store is asked. */
export async function keptProducts(
  executor: Executor,
  world: World,
  refs: readonly { retailer: string; productId: string }[],
): Promise<KnownProduct[]> {
  const rows = await findKeptDetails(executor, world, refs);
  const byName = new Map(rows.map((row) => [`${row.retailer} ${row.product_id}`, knownFrom(row.payload)]));
  return refs.map(({ retailer, productId }) => byName.get(`${retailer} ${productId}`) ?? unknownProduct);
}

const unknownProduct: KnownProduct = { title: null, priceCents: null };

function knownFrom({ title, price }: Record<string, unknown>): KnownProduct {
  return {
    title: typeof title === 'string' ? title : null,
    priceCents: typeof price === 'number' && Number.isSafeInteger(price) ? price : null,
  };
}
