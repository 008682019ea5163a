import { type RawBuilder, sql } from 'kysely';
import { sourcesOf } from '../../../kit/moves.ts';
import type { Page } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row } from '../../../platform/database/index.ts';
import { type TopUpStatus, topUpMoves } from './model.ts';

export interface TopUpRow extends Row<'top_ups'> {
  status: TopUpStatus;
}

export interface NewTopUp {
  id: string;
  accountId: string;
  world: World;
  cents: number;
  currency: string;
  provider: TopUpRow['provider'];
  payUrl: string | null;
  returnUrl: string | null;
  now: Date;
  expiresAt: Date;
}

export async function insertTopUp(executor: Executor, topUp: NewTopUp): Promise<void> {
  await sql`
    insert into top_ups (id, account_id, world, amount_cents, currency, status, provider, pay_url, return_url, created_at, expires_at)
    values (${topUp.id}, ${topUp.accountId}, ${topUp.world}, ${topUp.cents}, ${topUp.currency}, 'requires_action', ${topUp.provider},
      ${topUp.payUrl}, ${topUp.returnUrl}, ${topUp.now}, ${topUp.expiresAt})`.execute(executor);
}

/** A top-up that Stripe knows and this database lost. False if it exists, or its account doesn't. */
export async function insertLostTopUp(
  executor: Executor,
  topUp: Omit<NewTopUp, 'provider'> & { sessionId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into top_ups (id, account_id, world, amount_cents, currency, status, provider, session_id, pay_url, return_url, created_at, expires_at)
    select ${topUp.id}, a.id, ${topUp.world}, ${topUp.cents}, ${topUp.currency}, 'requires_action', 'stripe', ${topUp.sessionId},
      ${topUp.payUrl}, ${topUp.returnUrl}, ${topUp.now}, ${topUp.expiresAt}
    from account_summaries a where a.id = ${topUp.accountId} and a.erased_at is null
    on conflict do nothing returning id`.execute(executor);
  return rows.length === 1;
}

export async function findTopUp(executor: Executor, id: string): Promise<TopUpRow | null> {
  const { rows } = await sql<TopUpRow>`select * from top_ups where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Locked until the transaction ends, so that one at a time decides about a top-up. */
export async function lockTopUp(executor: Executor, id: string): Promise<TopUpRow | null> {
  const { rows } = await sql<TopUpRow>`select * from top_ups where id = ${id} for update`.execute(executor);
  return rows[0] ?? null;
}

/** By ID and owner: another account's top-up is neither locked nor read. */
export async function lockOwnTopUp(
  executor: Executor,
  { accountId, world }: { accountId: string; world: World },
  id: string,
): Promise<TopUpRow | null> {
  const { rows } = await sql<TopUpRow>`
    select * from top_ups where id = ${id} and account_id = ${accountId} and world = ${world} for update`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function findTopUpOf(
  executor: Executor,
  owner: { accountId: string; world: World },
  id: string,
): Promise<TopUpRow | null> {
  const { rows } = await sql<TopUpRow>`
    select * from top_ups where id = ${id} and account_id = ${owner.accountId} and world = ${owner.world}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function listTopUps(executor: Executor, owner: { accountId: string; world: World }, page: Page) {
  const { rows } = await sql<TopUpRow>`
    select * from top_ups where account_id = ${owner.accountId} and world = ${owner.world}
    order by created_at desc, id limit ${page.limit} offset ${page.offset}`.execute(executor);
  const counted = await sql<{ total: number }>`
    select count(*) as total from top_ups where account_id = ${owner.accountId} and world = ${owner.world}`.execute(
    executor,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function saveSession(
  executor: Executor,
  id: string,
  session: { sessionId: string; payUrl: string | null },
): Promise<void> {
  await sql`
    update top_ups set session_id = ${session.sessionId}, pay_url = ${session.payUrl}
    where id = ${id} and session_id is null`.execute(executor);
}

/** False if the table of moves forbids it. */
export async function moveTopUp(
  executor: Executor,
  id: string,
  move: { to: TopUpStatus; paidAt?: Date; reference?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update top_ups set status = ${move.to}, paid_at = coalesce(${move.paidAt ?? null}::timestamptz, paid_at),
      payment_reference = coalesce(${move.reference ?? null}::text, payment_reference), last_answer = null
    where id = ${id} and status = any (${sourcesOf(topUpMoves, move.to)}::text[]) returning id`.execute(executor);
  return rows.length === 1;
}

export async function recordTopUpCheck(executor: Executor, id: string, answer: string | null): Promise<void> {
  await sql`update top_ups set looks = looks + 1, last_answer = ${answer?.slice(0, 500) ?? null} where id = ${id}`.execute(
    executor,
  );
}

export async function writeExpectedArrival(executor: Executor, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update top_ups set arrives_at = ${at} where id = ${id} and status = 'requires_action' and arrives_at is null
    returning id`.execute(executor);
  return rows.length === 1;
}

export type RefundRow = Row<'top_up_refunds', 'id' | 'top_up_id' | 'amount_cents' | 'status' | 'attempt' | 'reference'>;

/** Adds a refund. If everything is refunded, so is the top-up. The caller has its lock. */
export async function insertRefund(
  executor: Executor,
  refund: { id: string; topUpId: string; cents: number; now: Date },
): Promise<void> {
  await sql`
    with refunded as (
      update top_ups set refunded_cents = refunded_cents + ${refund.cents},
        status = case when refunded_cents + ${refund.cents} = amount_cents then 'refunded' else status end
      where id = ${refund.topUpId} returning id
    )
    insert into top_up_refunds (id, top_up_id, amount_cents, status, created_at)
    select ${refund.id}::uuid, id, ${refund.cents}::bigint, 'pending', ${refund.now}::timestamptz from refunded`.execute(
    executor,
  );
}

export async function findRefund(executor: Executor, id: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`select * from top_up_refunds where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function completeRefund(executor: Executor, id: string, reference: string, now: Date): Promise<void> {
  await sql`
    update top_up_refunds set status = 'completed', reference = ${reference}, completed_at = ${now}, last_answer = null
    where id = ${id} and status = 'pending'`.execute(executor);
}

export async function recordRefundAttempt(
  executor: Executor,
  id: string,
  note: { attempt: number; reference: string | null; answer: string },
): Promise<void> {
  await sql`
    update top_up_refunds set attempt = ${note.attempt}, reference = ${note.reference}, last_answer = ${note.answer.slice(0, 500)}
    where id = ${id} and status = 'pending'`.execute(executor);
}

export async function findBySession(executor: Executor, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from top_ups where session_id = ${sessionId}`.execute(executor);
  return rows[0]?.id ?? null;
}

export async function moveTopUpsToAccount(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`update top_ups set account_id = ${to} where account_id = ${from} and world = ${world}`.execute(executor);
}

/** SQL: time of the last top-up before then. */
export const lastTopUpBefore = (before: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select max(created_at) from top_ups where created_at < ${before})`;

/** Payments and refunds stay, with the provider's IDs, so that charges can be looked up. */
export async function eraseTopUpsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update top_ups set return_url = null, pay_url = null, last_answer = null where account_id = ${accountId}`.execute(
    executor,
  );
}
