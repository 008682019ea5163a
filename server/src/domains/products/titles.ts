import type { World } from '../../kit/world.ts';
import type { ProductNeeds } from './answer.ts';
import { getProduct } from './get-product.ts';

/** What products are called, from what is kept or from their store; null when one of them cannot be told. */
export async function titlesOf(
  needs: ProductNeeds,
  world: World,
  refs: readonly { retailer: string; productId: string }[],
): Promise<string[] | null> {
  const titles = await Promise.all(
    refs.map(async ({ retailer, productId }) => {
      const reply = await getProduct(needs, { world, retailer, productId, isAsync: false }).catch(() => null);
      return reply?.kind === 'found' && typeof reply.payload.title === 'string' ? reply.payload.title : null;
    }),
  );
  const known = titles.filter((title) => title !== null);
  return known.length === refs.length ? known : null;
}
