import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Executor, Relation, Row } from '../../../platform/database/index.ts';
import type { Json, NewJob } from '../../../platform/queue/index.ts';
import { type AccountQueue, serviceQueueParts } from './model.ts';

export interface Waiter {
  queue: AccountQueue;
  /** The waiting order. In one queue at most. */
  subjectId: string;
  isUrgent: boolean;
  queuedAt: Date;
  /** When it stops waiting, or null. */
  expiresAt: Date | null;
  /** Job to run with the lease. */
  wake: Pick<NewJob, 'kind' | 'payload'>;
}

// The table is called account_line, and its column line, from before it was a queue: renaming them would stop workers of the version before.

/** Locks a queue. */
export async function lockQueue(executor: Executor, queue: AccountQueue): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account_line ${queue}`}, 0))`.execute(executor);
}

export async function insertWaiter(executor: Executor, waiter: Waiter): Promise<void> {
  await sql`
    insert into account_line (line, subject_id, is_urgent, queued_at, give_up_at, wake_kind, wake_payload)
    values (${waiter.queue}, ${waiter.subjectId}, ${waiter.isUrgent}, ${waiter.queuedAt}, ${waiter.expiresAt},
      ${waiter.wake.kind},
      ${JSON.stringify(waiter.wake.payload)}::jsonb)
    on conflict (subject_id) do nothing`.execute(executor);
}

export interface WaiterRow
  extends Row<'account_line', 'id' | 'subject_id' | 'is_urgent' | 'wake_kind' | 'wake_payload'> {
  wake_payload: { [key: string]: Json };
}

/** SQL: accounts of a queue. */
function candidates(queue: AccountQueue): RawBuilder<unknown> {
  const own = serviceQueueParts(queue);
  if (!own) return sql`a.id = ${queue}::uuid`;
  return sql`a.account_id is null and a.world = ${own.world} and (a.retailer = ${own.retailer} or a.retailer is null)`;
}

/** Ends expired leases, counts them as used, and puts their work back at its old place. */
export async function endExpiredLeases(executor: Executor, queue: AccountQueue, now: Date): Promise<void> {
  await sql`
    update managed_accounts a set locked_by_job_id = null, last_used_at = locked_until, locked_until = null
    where ${candidates(queue)} and locked_until <= ${now}`.execute(executor);
  await sql`
    update account_line w set lease_id = null
    where line = ${queue} and lease_id is not null
      and not exists (select from managed_accounts a where a.locked_by_job_id = w.lease_id)`.execute(executor);
}

export async function firstWaiter(executor: Executor, queue: AccountQueue): Promise<WaiterRow | null> {
  const { rows } = await sql<WaiterRow>`
    select id, subject_id, is_urgent, wake_kind, wake_payload from account_line
    where line = ${queue} and lease_id is null order by is_urgent desc, queued_at, id limit 1`.execute(executor);
  return rows[0] ?? null;
}

const hasCooledDown = (now: Date): RawBuilder<unknown> =>
  sql`(a.last_used_at is null or a.cooldown_minutes is null
    or a.last_used_at + a.cooldown_minutes * interval '1 minute' <= ${now})`;

export interface LeaseRow extends Row<'managed_accounts', 'id' | 'locked_by_job_id' | 'lock_epoch'> {
  locked_by_job_id: string;
}

/** Leases the least recently used account, retailer-specific ones first. */
export async function leaseAccount(
  executor: Executor,
  queue: AccountQueue,
  lease: { id: string; isUrgent: boolean; now: Date; until: Date },
): Promise<LeaseRow | null> {
  const { rows } = await sql<LeaseRow>`
    update managed_accounts set locked_by_job_id = ${lease.id}, locked_until = ${lease.until}, lock_epoch = lock_epoch + 1
    where id = (
      select a.id from managed_accounts a
      where ${candidates(queue)} and a.locked_by_job_id is null
        and (${lease.isUrgent} or (not a.is_paused and ${hasCooledDown(lease.now)}))
      order by a.retailer is null, a.last_used_at nulls first, a.created_at, a.id limit 1 for update skip locked)
    returning id, locked_by_job_id, lock_epoch`.execute(executor);
  return rows[0] ?? null;
}

/** Leases an account regardless of queue, cooldown and pause, for its owner. */
export async function leaseAccountNow(executor: Executor, id: string, leaseId: string, now: Date, until: Date) {
  const { rows } = await sql<LeaseRow>`
    update managed_accounts set locked_by_job_id = ${leaseId}, locked_until = ${until}, lock_epoch = lock_epoch + 1
    where id = ${id} and (locked_by_job_id is null or locked_until <= ${now})
    returning id, locked_by_job_id, lock_epoch`.execute(executor);
  return rows[0] ?? null;
}

export async function markLeased(executor: Executor, waiterId: number, leaseId: string): Promise<void> {
  await sql`update account_line set lease_id = ${leaseId} where id = ${waiterId}`.execute(executor);
}

/** The lease that an order keeps during an action, or null. */
export async function findHeldLease(
  executor: Executor,
  subjectId: string,
  now: Date,
): Promise<{ accountId: string; leaseId: string } | null> {
  const { rows } = await sql<{ accountId: string; leaseId: string }>`
    select a.id as "accountId", a.locked_by_job_id as "leaseId"
    from account_line w join managed_accounts a on a.locked_by_job_id = w.lease_id
    where w.subject_id = ${subjectId} and a.locked_until > ${now}`.execute(executor);
  return rows[0] ?? null;
}

/** Takes over a lease. The new epoch locks out the previous worker. */
export async function resumeLease(executor: Executor, lease: { accountId: string; leaseId: string }, until: Date) {
  const { rows } = await sql<LeaseRow>`
    update managed_accounts set lock_epoch = lock_epoch + 1, locked_until = ${until}
    where id = ${lease.accountId} and locked_by_job_id = ${lease.leaseId}
    returning id, locked_by_job_id, lock_epoch`.execute(executor);
  return rows[0] ?? null;
}

const isHeld = (lease: LeaseRow): RawBuilder<unknown> =>
  sql`id = ${lease.id} and locked_by_job_id = ${lease.locked_by_job_id} and lock_epoch = ${lease.lock_epoch}`;

export async function extendLease(executor: Executor, lease: LeaseRow, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update managed_accounts set locked_until = ${until} where ${isHeld(lease)} returning id`.execute(executor);
  return rows.length === 1;
}

export async function saveSession(executor: Executor, lease: LeaseRow, sealed: Buffer): Promise<void> {
  await sql`update managed_accounts set session_sealed = ${sealed} where ${isHeld(lease)}`.execute(executor);
}

/** Releases the account and the place in the queue. Null if the lease was lost. */
export async function releaseLease(
  executor: Executor,
  lease: LeaseRow,
  usedAt: Date | null,
): Promise<{ id: string; isOwn: boolean; world: string; retailer: string | null } | null> {
  const { rows } = await sql<{ id: string; isOwn: boolean; world: string; retailer: string | null }>`
    update managed_accounts set locked_by_job_id = null, locked_until = null,
      last_used_at = coalesce(${usedAt}, last_used_at)
    where ${isHeld(lease)} returning id, account_id is null as "isOwn", world, retailer`.execute(executor);
  if (rows.length === 0) return null;
  await sql`delete from account_line where lease_id = ${lease.locked_by_job_id}`.execute(executor);
  return assertDefined(rows[0]);
}

/** Waiting queues for the service's own accounts. */
export async function listWaitingServiceQueues(
  executor: Executor,
  world: string,
  retailer: string | null,
): Promise<AccountQueue[]> {
  const prefix = `own/${world}/`;
  const { rows } = await sql<{ line: AccountQueue }>`
    select distinct line from account_line
    where lease_id is null and starts_with(line, ${prefix})
      and (${retailer}::text is null or line = ${prefix} || ${retailer})`.execute(executor);
  return rows.map((row) => row.line);
}

/** When the next lease or cooldown ends. */
export async function findNextChange(
  executor: Executor,
  queue: AccountQueue,
  leasedLookAt: Date,
): Promise<{ isWaiting: boolean; at: Date | null }> {
  const { rows } = await sql<{ waiting: boolean; at: Date | null }>`
    select exists (select from account_line where line = ${queue}) as waiting,
      least(
        (select min(give_up_at) from account_line where line = ${queue} and lease_id is null),
        (select min(case when a.locked_until is null
            then a.last_used_at + coalesce(a.cooldown_minutes, 0) * interval '1 minute'
            else least(a.locked_until, ${leasedLookAt}) end)
          from managed_accounts a where ${candidates(queue)} and not (a.is_paused and a.locked_until is null))) as at`.execute(
    executor,
  );
  return { isWaiting: assertDefined(rows[0]).waiting, at: assertDefined(rows[0]).at };
}

/** Removes expired waiters. */
export async function removeExpiredWaiters(executor: Executor, queue: AccountQueue, now: Date): Promise<WaiterRow[]> {
  const { rows } = await sql<WaiterRow>`
    delete from account_line where line = ${queue} and lease_id is null and give_up_at <= ${now}
    returning id, subject_id, is_urgent, wake_kind, wake_payload`.execute(executor);
  return rows;
}

/** Removes all waiters of a deleted account. */
export async function removeWaiters(executor: Executor, queue: AccountQueue): Promise<WaiterRow[]> {
  const { rows } = await sql<WaiterRow>`
    delete from account_line where line = ${queue}
    returning id, subject_id, is_urgent, wake_kind, wake_payload`.execute(executor);
  return rows;
}

export async function hasUrgentWaiter(executor: Executor, queue: AccountQueue): Promise<boolean> {
  const { rows } = await sql`select from account_line where line = ${queue} and is_urgent limit 1`.execute(executor);
  return rows.length > 0;
}

/** SQL: whether the service has a fitting account, paused or not. */
export const hasFittingServiceAccount = (order: Relation<'world' | 'retailer'>): string => `exists (
  select from managed_accounts own where own.account_id is null and own.world = ${order.column('world')}
    and (own.retailer = ${order.column('retailer')} or own.retailer is null))`;

/** SQL: whether the order waits in the queue of an account. */
export const isQueued = (order: Relation<'id'>): string =>
  `exists (select from account_line where subject_id = ${order.column('id')})`;
