import { sql } from 'kysely';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import type { World } from '../../../../kit/world.ts';
import { deleteInPortions, type Executor, type Row } from '../../../../platform/database/index.ts';

export type StoredAnswerRow = Row<
  'idempotency_keys',
  'body_hash' | 'status' | 'answer' | 'packed' | 'resource' | 'resource_id'
>;

export interface IdempotencyScope {
  accountId: string;
  world: World;
  operation: string;
  key: string;
}

export async function findStoredAnswer(executor: Executor, scope: IdempotencyScope): Promise<StoredAnswerRow | null> {
  const { rows } = await sql<StoredAnswerRow>`
    select body_hash, status, answer, packed, resource, resource_id from idempotency_keys
    where account_id = ${scope.accountId} and world = ${scope.world} and operation = ${scope.operation}
      and key = ${scope.key}`.execute(executor);
  return rows[0] ?? null;
}

export async function insertStoredAnswer(
  executor: Executor,
  scope: IdempotencyScope,
  row: Omit<StoredAnswerRow, 'packed'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into idempotency_keys (account_id, world, operation, key, body_hash, status, answer, resource, resource_id, created_at)
    values (${scope.accountId}, ${scope.world}, ${scope.operation}, ${scope.key}, ${row.body_hash}, ${row.status},
            ${row.answer}, ${row.resource}, ${row.resource_id}, ${now})`.execute(executor);
}

/** Null if the caller may carry out the request now; otherwise the stored row. A claim has status 0. */
export async function claimIdempotencyKey(
  executor: Executor,
  scope: IdempotencyScope,
  claim: { token: string; bodyHash: Buffer; now: Date; staleBefore: Date },
): Promise<StoredAnswerRow | null> {
  const { rows } = await sql`
    insert into idempotency_keys (account_id, world, operation, key, body_hash, status, answer, resource, resource_id, created_at)
    values (${scope.accountId}, ${scope.world}, ${scope.operation}, ${scope.key}, ${claim.bodyHash}, 0, '', 'request',
            ${claim.token}, ${claim.now})
    on conflict (account_id, world, operation, key) do update
      set resource_id = excluded.resource_id, created_at = excluded.created_at
      where idempotency_keys.status = 0 and idempotency_keys.created_at < ${claim.staleBefore}
        and idempotency_keys.body_hash = excluded.body_hash
    returning key`.execute(executor);
  return rows.length === 1 ? null : findStoredAnswer(executor, scope);
}

export async function saveClaimedAnswer(
  executor: Executor,
  scope: IdempotencyScope,
  done: { token: string; status: number; answer: string },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${done.status}, answer = ${done.answer}
    where account_id = ${scope.accountId} and world = ${scope.world} and operation = ${scope.operation} and key = ${scope.key}
      and status = 0 and resource_id = ${done.token}`.execute(executor);
}

export async function dropClaim(executor: Executor, scope: IdempotencyScope, token: string): Promise<void> {
  await sql`
    delete from idempotency_keys
    where account_id = ${scope.accountId} and world = ${scope.world} and operation = ${scope.operation} and key = ${scope.key}
      and status = 0 and resource_id = ${token}`.execute(executor);
}

export async function tryLockIdempotencyKey(executor: Executor, scope: IdempotencyScope): Promise<boolean> {
  const name = `${scope.accountId} ${scope.world} ${scope.operation} ${scope.key}`;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(executor);
  return assertDefined(rows[0]).locked;
}

/** Milliseconds until responses or events may be packed, by the database's clock. */
export async function findPackingDelay(executor: Executor, kind: 'answer' | 'event'): Promise<number> {
  const beginsAt = sql.ref(kind === 'event' ? 'events_begin_at' : 'begins_at');
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, 1000 * extract(epoch from ${beginsAt} - now()))::float8 as ms from answer_packing`.execute(
    executor,
  );
  return assertDefined(rows[0]).ms;
}

export async function deleteStoredAnswersBefore(executor: Executor, before: Date): Promise<void> {
  await deleteInPortions(executor, 'idempotency_keys', sql`created_at < ${before} and resource <> 'order'`);
}

/** Keys move with the account, so a repeated request is still recognized. */
export async function moveStoredAnswersToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`
    update idempotency_keys k set account_id = ${to} where account_id = ${from} and not exists (
      select from idempotency_keys other where (other.account_id, other.world, other.operation, other.key)
        = (${to}, k.world, k.operation, k.key))`.execute(executor);
}

/** A deleted account has no valid key left. */
export async function eraseStoredAnswersOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from idempotency_keys where account_id = ${accountId}`.execute(executor);
}

/** An order's idempotency key lives as long as the order. The mode is a literal, to use its index. */
export async function forgetKeysOfDeletedOrders(executor: Executor, world: World, before: Date): Promise<void> {
  await sql`
    delete from idempotency_keys k where created_at < ${before} and world = ${sql.lit(world)} and resource = 'order'
      and not exists (select from order_summaries o where o.id = k.resource_id)`.execute(executor);
}
