import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import {
  type Database,
  type Executor,
  folded,
  foldText,
  hasPart,
  type Relation,
  runNamed,
} from '../../../platform/database/index.ts';

export const titleMax = 500;

/** An ordered product and its title in the cart, or null. */
export interface TitledProduct {
  world: World;
  retailer: string;
  productId: string;
  title: string | null;
  /** Where the store shows it. */
  image?: string | null | undefined;
}

/** Longer addresses are not kept. */
const imageMax = 2000;

/**
 * Stores titles from the cart, or from product details of the last day. Skips known ones. Ordered by key to avoid
 * deadlocks.
 */
const saveTitlesStatement = {
  name: 'keep-titles',
  text: `
    insert into product_titles as kept (world, retailer, product_id, title, ordered_at, image)
    select distinct on (given.world, given.retailer, given.id) given.world, given.retailer, given.id, coalesce(given.title, said.title), $5::timestamptz,
      coalesce(given.image, said.image)
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $6::text[]) as given (world, retailer, id, title, image)
    left join lateral (select left(answer -> 'payload' ->> 'title', ${titleMax}) as title, left(answer -> 'payload' ->> 'main_image', ${imageMax}) as image from product_answers a
      where a.world = given.world and a.retailer = given.retailer and a.product_id = given.id and a.topic = 'details') said on true
    where coalesce(given.title, said.title) is not null order by given.world, given.retailer, given.id
    on conflict (world, retailer, product_id) do update set title = excluded.title, ordered_at = excluded.ordered_at,
        image = coalesce(excluded.image, kept.image)
      where kept.title <> excluded.title or (kept.image is null and excluded.image is not null) or kept.ordered_at < excluded.ordered_at - interval '1 day'`,
};

export async function writeTitles(database: Database, products: readonly TitledProduct[], now: Date): Promise<void> {
  await runNamed(database, saveTitlesStatement, [
    products.map(({ world }) => world),
    products.map(({ retailer }) => retailer),
    products.map(({ productId }) => productId),
    products.map(({ title }) => title),
    now,
    products.map(({ image }) => (image != null && image.length <= imageMax ? image : null)),
  ]);
}

/** Deletes titles without orders. */
export async function deleteTitlesBefore(executor: Executor, before: Date): Promise<void> {
  await sql`
    delete from product_titles t where ordered_at < ${before}
      and not exists (select from ordered_items i where i.product_id = t.product_id)`.execute(executor);
}

/** The items of each order as "2 × Coffee mug", or with the product ID. */
export async function listItemTexts(executor: Executor, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ order_id: string; items: string[] }>`
    select i.order_id, array_agg(i.quantity || ' × ' || coalesce(t.title, a.answer -> 'payload' ->> 'title', i.product_id) order by i.position) as items
    from ordered_items i join order_summaries o on o.id = i.order_id
      left join product_titles t on t.world = o.world and t.retailer = o.retailer and t.product_id = i.product_id
      left join product_answers a on a.world = o.world and a.retailer = o.retailer and a.product_id = i.product_id and a.topic = 'details'
    where i.order_id = any (${[...orderIds]}::uuid[]) group by i.order_id`.execute(executor);
  return new Map(rows.map((row) => [row.order_id, row.items]));
}

export interface OrderedProducts {
  order_id: string;
  products: { title: string | null; image: string | null }[];
}

/** Titles and images of an account's order items. */
export async function listOrderedProducts(
  executor: Executor,
  { accountId, world }: { accountId: string; world: World },
  orderIds: string[],
): Promise<OrderedProducts[]> {
  const { rows } = await sql<OrderedProducts>`
    select i.order_id, json_agg(json_build_object('title', coalesce(t.title, a.answer -> 'payload' ->> 'title'),
      'image', coalesce(t.image, a.answer -> 'payload' ->> 'main_image')) order by i.position) as products
    from ordered_items i join order_summaries o on o.id = i.order_id
      left join product_titles t on t.world = o.world and t.retailer = o.retailer and t.product_id = i.product_id
      left join product_answers a on a.world = o.world and a.retailer = o.retailer and a.product_id = i.product_id and a.topic = 'details'
    where i.order_id = any (${orderIds}::uuid[]) and o.account_id = ${accountId} and o.world = ${world} group by i.order_id`.execute(
    executor,
  );
  return rows;
}

/** SQL: whether an item's product title contains this text. */
export const hasTitlePart = (
  part: string,
  { order, item }: { order: Relation<'world' | 'retailer'>; item: Relation<'product_id'> },
): RawBuilder<unknown> => sql`exists (
  select from product_titles p
  where p.world = ${sql.raw(order.column('world'))} and p.retailer = ${sql.raw(order.column('retailer'))}
    and p.product_id = ${sql.raw(item.column('product_id'))} and ${hasPart(folded(sql`p.title`), foldText(part))})`;

/** Product titles that contain this text, with their retailers. */
export const productsWithTitlePart = (world: World, part: string): RawBuilder<unknown> => sql`
  select p.product_id, array_agg(p.retailer) as retailers from product_titles p
  where p.world = ${world} and ${hasPart(folded(sql`p.title`), foldText(part))} group by p.product_id`;
