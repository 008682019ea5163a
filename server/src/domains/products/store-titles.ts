import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../kit/world.ts';
import type { Executor } from '../../platform/database/index.ts';

/** A product of an order, and what its store's cart calls it; null where the cart does not say. */
export interface TitledProduct {
  productId: string;
  title: string | null;
}

/**
 * Keeps what the products of an order are called, so that the order is found by it: as the store's cart says, else as its details said
 * when somebody looked at them within the last day. Writes nothing for what is known already.
 */
export async function keepTitles(
  executor: Executor,
  of: { world: World; retailer: string },
  products: readonly TitledProduct[],
  now: Date,
): Promise<void> {
  const ids = products.map(({ productId }) => productId);
  // PostgreSQL keeps every character but this one.
  const titles = products.map(({ title }) => title?.replaceAll('\0', '').trim().slice(0, titleMost) || null);
  await sql`
    insert into product_titles as kept (world, retailer, product_id, title, ordered_at)
    select distinct on (given.id) ${of.world}, ${of.retailer}, given.id, coalesce(given.title, said.title), ${now}::timestamptz
    from unnest(${ids}::text[], ${titles}::text[]) as given (id, title)
    left join lateral (select left(answer -> 'payload' ->> 'title', ${titleMost}) as title from product_answers
      where world = ${of.world} and retailer = ${of.retailer} and product_id = given.id and topic = 'details') said on true
    where coalesce(given.title, said.title) is not null order by given.id
    on conflict (world, retailer, product_id) do update set title = excluded.title, ordered_at = excluded.ordered_at
      where kept.title <> excluded.title or kept.ordered_at < excluded.ordered_at - interval '1 day'`.execute(executor);
}

const titleMost = 500;

/** Forgets titles that no order has any more. */
export async function deleteTitlesBefore(executor: Executor, before: Date): Promise<void> {
  await sql`
    delete from product_titles t where ordered_at < ${before}
      and not exists (select from order_items i where i.product_id = t.product_id)`.execute(executor);
}

/** Whether the title of the product of `i`, an item of the order `o`, has this part (in lower case). */
export const hasTitlePart = (part: string): RawBuilder<unknown> => sql`exists (
  select from product_titles p
  where p.world = o.world and p.retailer = o.retailer and p.product_id = i.product_id
    and position(${part} in lower(p.title)) > 0)`;

/** The products whose title is like `pattern` and has `part`, both in lower case; each once, with the retailers that sell one of that title. */
export const productsTitled = (world: World, pattern: string, part: string): RawBuilder<unknown> => sql`
  select p.product_id, array_agg(p.retailer) as retailers from product_titles p
  where p.world = ${world} and lower(p.title) like ${pattern} and position(${part} in lower(p.title)) > 0 group by p.product_id`;
