import { sql } from 'kysely';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import type { Page } from '../../../../kit/page.ts';
import type { World } from '../../../../kit/world.ts';
import { type Executor, earliestBefore, type Row } from '../../../../platform/database/index.ts';
import type { JobResult, LastAttempt } from '../rows.ts';
import { hasMerchantOrderId } from '../sql-search.ts';

/** What the reconciler knew when it gave up. */
export interface Doubt {
  /** The last response or error of the store. */
  message: string;
  /** How often it asked. */
  asked: number;
}

export async function markNeedsReview(
  executor: Executor,
  order: { id: string; epoch: number },
  doubt: Doubt,
  now: Date,
): Promise<void> {
  await sql`
    update orders set needs_review_at = ${now}, doubt = ${JSON.stringify(doubt)}::jsonb, updated_at = ${now}
    where id = ${order.id} and epoch = ${order.epoch} and status = 'in_progress' and needs_review_at is null`.execute(
    executor,
  );
}

interface UnknownOutcomeRow
  extends Row<
    'orders',
    | 'id'
    | 'world'
    | 'retailer'
    | 'max_price_cents'
    | 'submitted_at'
    | 'needs_review_at'
    | 'managed_account_id'
    | 'doubt'
  > {
  submitted_at: Date;
  needs_review_at: Date;
  is_checkout_kept: boolean;
  doubt: Doubt | null;
}

const needsReview = sql`needs_review_at is not null and outcome is null`;

/** Orders that wait for an operator, oldest first. */
export async function listUnknownOutcomes(
  executor: Executor,
  page: Page = { limit: 200, offset: 0 },
): Promise<UnknownOutcomeRow[]> {
  const { rows } = await sql<UnknownOutcomeRow>`
    select id, world, retailer, max_price_cents, submitted_at, needs_review_at, managed_account_id,
      (checkout_sealed is not null or checkout_handle is not null) as is_checkout_kept, doubt
    from orders where ${needsReview} order by needs_review_at, id limit ${page.limit} offset ${page.offset}`.execute(
    executor,
  );
  return rows;
}

export async function countUnknownOutcomes(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from orders where ${needsReview}`.execute(executor);
  return assertDefined(rows[0]).n;
}

export async function loadStatuses(executor: Executor, world: World, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<Row<'orders', 'id' | 'status'>>`
    select id, status from orders where world = ${world} and id = any (${ids}::uuid[])`.execute(executor);
  return new Map(rows.map((row) => [row.id, row.status]));
}

/** The earliest time a restored order can have been bought. */
export async function findEarliestPurchase(executor: Executor, order: { id: string; created_at: Date }): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ${earliestBefore(sql`created_at`)} as at from orders where id = ${order.id}`.execute(executor);
  return rows[0]?.at ?? order.created_at;
}

type OrderInReview = { id: string; world: World; retailer: string };

/**
 * The ID of another order that owns one of these order numbers. Two stores of one brand may each use the same number.
 */
export async function findPurchaseOwner(
  executor: Executor,
  order: OrderInReview,
  merchantOrderIds: readonly string[],
): Promise<string | null> {
  // By number first: an index of the retailer or time would read all its orders.
  const { rows } = await sql<{ id: string }>`
    with numbered as materialized (
      select id, world, retailer, store from orders o where ${hasMerchantOrderId(merchantOrderIds)})
    select other.id from numbered other join orders own on own.id = ${order.id}
    where other.world = ${order.world} and other.retailer = ${order.retailer} and other.id <> own.id
      and (other.store is null or own.store is null or other.store = own.store)
    limit 1`.execute(executor);
  return rows[0]?.id ?? null;
}

export const isPurchaseRecorded = async (
  executor: Executor,
  order: OrderInReview,
  merchantOrderId: string,
): Promise<boolean> => (await findPurchaseOwner(executor, order, [merchantOrderId])) !== null;

/** Until the transaction ends, no other order gets one of these numbers. */
export async function lockOrderNumbers(
  executor: Executor,
  { retailer }: OrderInReview,
  merchantOrderIds: readonly string[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from (
      select distinct ${`order number ${retailer} `} || number as name from unnest(${merchantOrderIds}::text[]) number
      order by 1) names`.execute(executor);
}

/** SQL: whether an order may be bought in part. */
const mayBePartialSql = (table: string) =>
  sql.raw(
    `coalesce(${table}.fulfillment ->> 'items' = 'best_effort' or ${table}.fulfillment ->> 'quantity' = 'best_effort', false)`,
  );

/**
 * Whether another open order at this store is for the same products and address. A purchase recognized by its content
 * may belong to that order. If one of them may be bought in part, one product in common is enough.
 */
export async function hasOpenDuplicate(executor: Executor, order: OrderInReview): Promise<boolean> {
  const contents = sql`(
    select jsonb_agg(jsonb_build_array(url, quantity, variant) order by url, quantity, variant::text)
    from order_items where order_id = orders.id)`;
  const { rows } = await sql<{ hasTwin: boolean }>`
    with own as (select id, shipping_address, fulfillment, ${contents} as contents from orders where id = ${order.id})
    select exists (
      select from orders, own
      where orders.world = ${order.world} and orders.retailer = ${order.retailer} and orders.id <> ${order.id}
        and orders.status = 'in_progress' and orders.shipping_address = own.shipping_address
        and (${contents} = own.contents or ((${mayBePartialSql('orders')} or ${mayBePartialSql('own')}) and exists (
          select from order_items one join order_items other on other.url = one.url
          where one.order_id = own.id and other.order_id = orders.id)))
    ) as "hasTwin"`.execute(executor);
  return assertDefined(rows[0]).hasTwin;
}

export interface AttemptsRow
  extends Row<'orders', 'status' | 'started_at' | 'ended_at' | 'submitted_at' | 'needs_review_at'> {
  failed_attempts: LastAttempt[] | null;
  doubt: Doubt | null;
  job_result: JobResult | null;
}

export async function findAttempts(executor: Executor, orderId: string): Promise<AttemptsRow | null> {
  const { rows } = await sql<AttemptsRow>`
    select status, started_at, ended_at, submitted_at, needs_review_at, failed_attempts, doubt, job_result
    from orders where id = ${orderId}`.execute(executor);
  return rows[0] ?? null;
}

/** Why it is uncertain what a store sold for an order. */
export const questions = ['needs_review', 'unknown_outcome', 'restored', 'assumed_absent'] as const;
export type Question = (typeof questions)[number];

export interface UncertainOrder {
  id: string;
  world: World;
  retailer: string;
  /** The store of its brand that it was sent to. */
  store: string | null;
  status: string;
  question: Question;
  since: Date;
}

/** The store showed no purchase, and only time rules out that it records one late. */
export async function markAssumedAbsent(
  executor: Executor,
  order: { id: string; epoch: number },
  now: Date,
): Promise<void> {
  await sql`update orders set assumed_absent_at = ${now} where id = ${order.id} and epoch = ${order.epoch}`.execute(
    executor,
  );
}

/**
 * Orders that wait for an operator, have an unknown outcome, or must be looked up after a restore. Also those that
 * counted as not bought since then because enough time had passed.
 */
export async function listUncertainOrders(executor: Executor, since: Date): Promise<UncertainOrder[]> {
  const { rows } = await sql<UncertainOrder>`
    select id, world, retailer, store, status,
      case when needs_review_at is not null then 'needs_review' when restored_at is not null or looks_first then 'restored'
        else 'unknown_outcome' end as question,
      coalesce(needs_review_at, submitted_at, created_at) as since
    from orders
    where outcome is null and ((status = 'in_progress' and phase = 'submitting') or (status = 'pending' and (restored_at is not null or looks_first)))
    union all
    select id, world, retailer, store, status, 'assumed_absent', assumed_absent_at
    from orders where assumed_absent_at >= ${since} and outcome is not null
    order by since, id`.execute(executor);
  return rows;
}
