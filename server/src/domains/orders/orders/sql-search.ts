import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import {
  begins,
  type Executor,
  folded,
  foldText,
  hasPart,
  hasTrigram,
  idBegins,
  planned,
  relation,
} from '../../../platform/database/index.ts';
import { hasTitlePart, productsWithTitlePart } from '../../catalog/products/index.ts';

/** With more matches of one kind, the newest orders are scanned instead and soon fill a page. */
const collectedMax = 1_000;
/** Matches of each kind that an operator sees. */
const rowsRead = 20;
/** Newest orders to scan for text that is too short for an index. */
const newestOrders = 600;

/** Recipient and PO number, as in the index orders_by_folded_recipient. */
const recipient =
  folded(sql`coalesce(o.shipping_address ->> 'first_name', '') || ' ' || coalesce(o.shipping_address ->> 'last_name', '')
  || E'\n' || coalesce(o.po_number, '')`);
const hasRecipientPart = (text: string, column = recipient): RawBuilder<unknown> => hasPart(column, foldText(text));

const first = sql`lower(o.merchant_order_ids[1])`;
const second = sql`lower(o.merchant_order_ids[2])`;
/** Purchases with more than two numbers are few and have their own index. */
const isLong = sql`cardinality(o.merchant_order_ids) > 2`;

/** Orders `o` with one of these numbers at the store. */
export function hasMerchantOrderId(merchantOrderIds: readonly string[]): RawBuilder<unknown> {
  const texts = sql`array[${sql.join(merchantOrderIds.map((id) => sql`lower(${id}::text)`))}]::text[]`;
  return sql`(${first} = any (${texts}) or ${second} = any (${texts}) or ${isLong})
    and o.merchant_order_ids && ${merchantOrderIds}::text[]`;
}

/** A way to find orders `o`: by an index, or by a condition on one order. */
interface SearchPath {
  from: RawBuilder<unknown>;
  is: RawBuilder<unknown>;
}

/** Read with the match, to save another lookup. */
const foundColumns = sql`o.id, o.account_id, o.world, o.created_at`;

/** IDs and numbers of the order itself. */
const numberMatches = (text: string): RawBuilder<unknown>[] => [
  ...idBegins(sql`o.id`, text),
  begins(first, text),
  begins(second, text),
  sql`(${isLong} and exists (select from unnest(o.merchant_order_ids) m where ${begins(sql`lower(m)`, text)}))`,
];

/** Text of the order itself. */
const ownMatches = (text: string): RawBuilder<unknown>[] => [...numberMatches(text), hasRecipientPart(text)];

/** Without it, the planner reads all parcels or products. */
const perOrderHint = sql`offset 0`;

const ownFrom = (is: RawBuilder<unknown>) => sql`from orders o where ${is}`;

function searchPathsOf(world: World, text: string): SearchPath[] {
  const number = sql`lower(s.tracking_number)`;
  return [
    ...ownMatches(text).map((is) => ({ from: ownFrom(is), is })),
    {
      from: sql`from shipments s join orders o on o.id = s.order_id where ${begins(number, text)}`,
      is: sql`exists (select from shipments s where s.order_id = o.id and ${begins(number, text)} ${perOrderHint})`,
    },
    {
      from: sql`from (${productsWithTitlePart(world, text)}) p join order_items i on i.product_id = p.product_id
        join orders o on o.id = i.order_id and o.retailer = any (p.retailers) and o.world = ${world}`,
      is: sql`exists (select from order_items i where i.order_id = o.id and ${hasTitlePart(text, { order: relation('o'), item: relation('i') })} ${perOrderHint})`,
    },
  ];
}

/** Whether an order `o` matches in any way. */
export function isLike(world: World, search: string): RawBuilder<unknown> {
  const ways = searchPathsOf(world, search.toLowerCase()).map(({ is }) => is);
  return sql`(${sql.join(ways, sql` or `)})`;
}

interface Match {
  is: RawBuilder<unknown>;
  /** The owner's matches, newest first; null if there are too many to collect. */
  own: string[] | null;
}

/**
 * Finds orders by the start of an ID or number, or by part of the recipient, the PO number or a product title. Each way has an
 * index over all accounts. A way with very many matches is left to the order of the list.
 */
export async function matchOf(
  executor: Executor,
  { accountId, world, search }: { accountId: string; world: World; search: string },
): Promise<Match> {
  const ways = searchPathsOf(world, search.toLowerCase());
  const collected = ways.map(
    ({ from }, way) => sql`(select ${sql.lit(way)} as way, ${foundColumns} ${from} limit ${collectedMax + 1})`,
  );
  const { rows } = await sql<Found>`${planned}
    select way, case when account_id = ${accountId} and world = ${world} then id end as id, date_part('epoch', created_at) as at
    from (${sql.join(collected, sql` union all `)}) found`.execute(executor);
  const isCommon = ways.map((_, way) => rows.filter((row) => row.way === way).length > collectedMax);
  const own = newestFirst(rows.filter((row) => !isCommon[row.way]));
  const common = ways.filter((_, way) => isCommon[way]).map(({ is }) => is);
  const is = sql`(${sql.join([sql`o.id = any (${own}::uuid[])`, ...common], sql` or `)})`;
  return { is, own: common.length === 0 ? own : null };
}

interface Found {
  way: number;
  /** Null: another account's. */
  id: string | null;
  /** In seconds, with microseconds. */
  at: number;
}

function newestFirst(rows: Found[]): string[] {
  const found = new Map(rows.flatMap(({ id, at }) => (id === null ? [] : [[id, at] as const])));
  const order = ([id, at]: readonly [string, number], [otherId, otherAt]: readonly [string, number]) =>
    otherAt - at || (id < otherId ? -1 : 1);
  return [...found].sort(order).map(([id]) => id);
}

/**
 * Newest matching orders of any account, for operators. If very many match, the newest of some of them. One or two letters of a
 * recipient are only matched among the newest orders.
 */
export async function findOrdersLike(executor: Executor, search: string, limit: number): Promise<string[]> {
  const text = search.toLowerCase();
  const newestOf = (world: World) => sql`(select o.id, o.created_at, ${recipient} as recipient from orders o
    where o.world = ${sql.lit(world)} order by o.created_at desc limit ${newestOrders})`;
  const named = hasTrigram(text)
    ? ownFrom(hasRecipientPart(text))
    : sql`from (${newestOf('live')} union all ${newestOf('test')}) o
        where ${hasRecipientPart(text, sql`o.recipient`)}`;
  const collected = [...numberMatches(text).map(ownFrom), named].map(
    (from) => sql`(select o.id, o.created_at ${from} limit ${rowsRead})`,
  );
  const { rows } = await sql<{ id: string }>`${planned}
    select id from (${sql.join(collected, sql` union `)}) found order by created_at desc, id limit ${limit}`.execute(
    executor,
  );
  return rows.map((row) => row.id);
}
