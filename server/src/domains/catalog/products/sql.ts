import { sql } from 'kysely';
import type { Offer } from '../../../connectors/contract.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row } from '../../../platform/database/index.ts';
import type { ProductKey } from './model.ts';

/** A cacheable answer. Details have no offers. */
export type StoreAnswer =
  | { kind: 'found'; payload: Record<string, unknown>; offers: Offer[] }
  | { kind: 'missing'; message: string };

export interface AnswerRow
  extends Row<'product_answers', 'answer' | 'retrieved_at' | 'failure' | 'failed_at' | 'fetching_until'> {
  /** Null together with `retrieved_at`: nothing was retrieved yet. */
  answer: StoreAnswer | null;
}

export async function findAnswer(executor: Executor, key: ProductKey): Promise<AnswerRow | null> {
  const { rows } = await sql<AnswerRow>`
    select answer, retrieved_at, failure, failed_at, fetching_until from product_answers
    where world = ${key.world} and retailer = ${key.retailer} and product_id = ${key.productId}
      and topic = ${key.topic}`.execute(executor);
  return rows[0] ?? null;
}

/** Details of products that a store was asked about before. */
export async function findStoredDetails(
  executor: Executor,
  world: World,
  refs: readonly { retailer: string; productId: string }[],
) {
  const { rows } = await sql<{ retailer: string; product_id: string; payload: Record<string, unknown> }>`
    select retailer, product_id, answer -> 'payload' as payload from product_answers
    where world = ${world} and topic = 'details' and answer ->> 'kind' = 'found' and (retailer, product_id) in (
      select * from unnest(${refs.map(({ retailer }) => retailer)}::text[], ${refs.map(({ productId }) => productId)}::text[]))`.execute(
    executor,
  );
  return rows;
}

export interface Lease {
  token: string;
  now: Date;
  until: Date;
}

/**
 * Takes the lease to fetch. False if another holds it, or if a newer answer than `seen` arrived, which must be used
 * first.
 */
export async function claimLease(
  executor: Executor,
  key: ProductKey,
  lease: Lease,
  seen: Date | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into product_answers as p (world, retailer, product_id, topic, fetching_until, fetching_token)
    values (${key.world}, ${key.retailer}, ${key.productId}, ${key.topic}, ${lease.until}, ${lease.token})
    on conflict (world, retailer, product_id, topic) do update set
      fetching_until = excluded.fetching_until, fetching_token = excluded.fetching_token
      where (p.fetching_until is null or p.fetching_until <= ${lease.now})
        and p.retrieved_at is not distinct from ${seen}::timestamptz
    returning true`.execute(executor);
  return rows.length === 1;
}

/** Writes nothing if the lease was lost. */
export async function saveAnswer(
  executor: Executor,
  key: ProductKey,
  token: string,
  answer: StoreAnswer,
  now: Date,
): Promise<void> {
  await sql`
    update product_answers set answer = ${JSON.stringify(answer)}, retrieved_at = ${now}, failure = null,
      failed_at = null, fetching_until = null, fetching_token = null
    where world = ${key.world} and retailer = ${key.retailer} and product_id = ${key.productId}
      and topic = ${key.topic} and fetching_token = ${token}`.execute(executor);
}

/** Keeps the last good answer for callers that accept it. */
export async function saveFailure(
  executor: Executor,
  key: ProductKey,
  token: string,
  failure: string,
  now: Date,
): Promise<void> {
  await sql`
    update product_answers set failure = ${failure}, failed_at = ${now}, fetching_until = null, fetching_token = null
    where world = ${key.world} and retailer = ${key.retailer} and product_id = ${key.productId}
      and topic = ${key.topic} and fetching_token = ${token}`.execute(executor);
}

export async function deleteAnswersBefore(executor: Executor, before: Date): Promise<void> {
  await sql`
    delete from product_answers where greatest(retrieved_at, failed_at, fetching_until) < ${before}`.execute(executor);
}
