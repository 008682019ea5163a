import { type RawBuilder, sql } from 'kysely';
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

/** Whether the title that is kept of the product of `i`, an item of the order `o`, has this part (in lower case). */
export const hasTitlePart = (part: string): RawBuilder<unknown> => sql`exists (
  select from product_answers p
  where p.world = o.world and p.retailer = o.retailer and p.product_id = i.product_id and p.topic = 'details'
    and position(${part} in lower(p.answer ->> 'title')) > 0)`;
