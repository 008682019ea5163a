import { sql } from 'kysely';
import { minuteMs, plusMs } from '../../../kit/clock.ts';
import { canMove } from '../../../kit/moves.ts';
import type { Page } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import {
  type Database,
  type Executor,
  type Row,
  relation,
  runNamed,
  type Tables,
} from '../../../platform/database/index.ts';
import { agentsAccountId } from '../../access/accounts/index.ts';
import { paidCallCte } from '../../money/wallet/index.ts';
import { type PaymentStatus, paymentMoves } from './model.ts';

export interface PaymentRow extends Omit<Tables['agent_payments'], 'looked_at' | 'last_answer'> {
  status: PaymentStatus;
  /** Number of times the provider was asked. */
  looks: Tables['agent_payments']['looks'];
}

export interface NewPayment {
  id: string;
  challengeId: string;
  method: string;
  world: World;
  cents: number;
  idempotencyKey: string | null;
}

const paidCallStatement = {
  name: 'agent-paid-call',
  text: `
  with paid as (
    insert into agent_payments (id, challenge_id, method, world, amount_cents, status, reference, idempotency_key, answer, claimed_at, settled_at)
    values ($1, $2, $3, $4, $5, 'settled', $6, $7, $8, $9, $9)
    on conflict do nothing
    returning id, world, method, amount_cents, settled_at
  ),
  ${paidCallCte(agentsAccountId, relation('paid'))}
  select id from paid`,
};

export interface PaidCall extends NewPayment, Row<'agent_payments', 'reference' | 'answer'> {
  reference: string;
  now: Date;
}

export async function insertPaidCall(database: Database, call: PaidCall): Promise<'paid' | 'used'> {
  const rows = await runNamed(database, paidCallStatement, [
    call.id,
    call.challengeId,
    call.method,
    call.world,
    call.cents,
    call.reference,
    call.idempotencyKey,
    call.answer,
    call.now,
  ]);
  return rows.length === 1 ? 'paid' : 'used';
}

/** A charge: the provider's reference, and its time. */
export interface Paid {
  reference: string;
  at: Date;
}

export interface NewOrderPayment extends NewPayment {
  proof: Buffer | null;
  /** Null until it is charged. */
  paid: Paid | null;
  accountId: string;
  orderId: string | null;
  now: Date;
}

/** False if the challenge was used, also by a concurrent transaction, which this waits for. */
export async function insertOrderPayment(executor: Executor, payment: NewOrderPayment): Promise<boolean> {
  const { paid } = payment;
  const { rows } = await sql`
    insert into agent_payments (id, challenge_id, method, world, amount_cents, status, proof, reference,
      idempotency_key, account_id, order_id, claimed_at, settled_at)
    values (${payment.id}, ${payment.challengeId}, ${payment.method}, ${payment.world}, ${payment.cents},
      ${paid ? 'settled' : 'claimed'}, ${payment.proof}, ${paid?.reference ?? null}, ${payment.idempotencyKey},
      ${payment.accountId}, ${payment.orderId}, ${payment.now}, ${paid?.at ?? null})
    on conflict do nothing returning id`.execute(executor);
  return rows.length === 1;
}

/** Changes the status if it is still the expected one. Deletes the credential once it is not needed. */
export async function movePayment(
  executor: Executor,
  id: string,
  move: { from: PaymentStatus; to: PaymentStatus; paid?: Paid },
): Promise<boolean> {
  if (!canMove(paymentMoves, move.from, move.to))
    throw new Error(`A payment cannot go from ${move.from} to ${move.to}.`);
  const keepsProof = move.to === 'abandoned' && !move.paid;
  const { rows } = await sql`
    update agent_payments set status = ${move.to}, reference = coalesce(${move.paid?.reference ?? null}::text, reference),
      settled_at = ${move.paid?.at ?? null}, proof = case when ${keepsProof}::boolean then proof end
    where id = ${id} and status = ${move.from} returning id`.execute(executor);
  return rows.length === 1;
}

/** Stores the provider's response about a charge that is not final, and its reference once known. */
export async function recordChargeCheck(
  executor: Executor,
  id: string,
  look: { reference: string | null; answer: string; at: Date },
): Promise<void> {
  await sql`
    update agent_payments set looks = looks + 1, looked_at = ${look.at}, last_answer = ${look.answer.slice(0, 500)},
      reference = coalesce(reference, ${look.reference}::text)
    where id = ${id} and settled_at is null`.execute(executor);
}

/** Closes an open charge for an operator. False if there is none. */
export async function closePayment(executor: Executor, id: string, note: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update agent_payments set settled_at = ${now}, last_answer = ${note.slice(0, 500)}, proof = null
    where id = ${id} and status = 'abandoned' and settled_at is null returning id`.execute(executor);
  return rows.length === 1;
}

export async function saveAnswer(executor: Executor, id: string, answer: string, orderKey: Buffer): Promise<void> {
  await sql`update agent_payments set answer = ${answer}, order_key = ${orderKey} where id = ${id}`.execute(executor);
}

const columns = sql`id, challenge_id, method, world, amount_cents, status, proof, reference, idempotency_key, answer,
  order_key, account_id, order_id, claimed_at, settled_at, looks`;

export async function findByChallenge(executor: Executor, challengeId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from agent_payments where challenge_id = ${challengeId}`.execute(executor);
  return rows[0] ?? null;
}

export async function findPayment(executor: Executor, id: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select ${columns} from agent_payments where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function findByOrder(executor: Executor, orderId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from agent_payments where order_id = ${orderId}`.execute(executor);
  return rows[0] ?? null;
}

/** Which of these orders agents paid for. */
export async function ordersOfAgents(executor: Executor, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from agent_payments where order_id = any (${orderIds}::uuid[])`.execute(executor);
  return new Set(rows.map((row) => row.order_id));
}

/** Lock the payment before changing its refunds, so that the order shows all of them. */
export async function lockPayment(executor: Executor, id: string): Promise<void> {
  await sql`select from agent_payments where id = ${id} for update`.execute(executor);
}

export type RefundRow = Omit<Tables['agent_refunds'], 'completed_at' | 'last_answer'>;

export async function insertRefund(
  executor: Executor,
  refund: { id: string; paymentId: string; cents: number; now: Date },
): Promise<void> {
  await sql`
    insert into agent_refunds (id, payment_id, amount_cents, status, created_at)
    values (${refund.id}, ${refund.paymentId}, ${refund.cents}, 'pending', ${refund.now})`.execute(executor);
}

export async function completeRefund(executor: Executor, id: string, reference: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update agent_refunds set status = 'completed', reference = ${reference}, completed_at = ${now}
    where id = ${id} and status = 'pending' returning id`.execute(executor);
  return rows.length === 1;
}

/** A refund that is in progress, or failed and will be requested again. */
export async function recordRefundAttempt(
  executor: Executor,
  id: string,
  note: { attempt: number; reference: string | null; answer: string },
): Promise<void> {
  await sql`
    update agent_refunds set attempt = ${note.attempt}, reference = ${note.reference}, last_answer = ${note.answer.slice(0, 500)}
    where id = ${id} and status = 'pending'`.execute(executor);
}

export async function findRefund(executor: Executor, id: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`
    select id, payment_id, amount_cents, status, reference, created_at, attempt from agent_refunds where id = ${id}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function listRefunds(executor: Executor, paymentId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select id, payment_id, amount_cents, status, reference, created_at, attempt from agent_refunds
    where payment_id = ${paymentId} order by created_at, id`.execute(executor);
  return rows;
}

export async function findSecret(executor: Executor, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from agent_secrets where name = ${name}`.execute(
    executor,
  );
  return rows[0]?.sealed ?? null;
}

export async function insertSecret(executor: Executor, name: string, sealed: Buffer): Promise<void> {
  await sql`insert into agent_secrets (name, sealed) values (${name}, ${sealed}) on conflict (name) do nothing`.execute(
    executor,
  );
}

/** The ledger keeps the money of a data call. The row is needed only while its challenge or response is. */
export async function deletePaidCalls(executor: Executor, before: Date): Promise<void> {
  await sql`delete from agent_payments where order_id is null and account_id is null and claimed_at < ${before}`.execute(
    executor,
  );
}

/** A charge or refund that is not final at the payment provider. */
export interface OpenCharge {
  id: string;
  kind: 'charge' | 'refund';
  world: World;
  account_id: string | null;
  method: string;
  /** The provider's reference; null if its response was lost. */
  reference: string | null;
  amount_cents: number;
  since: Date;
  looks: number;
  last_answer: string | null;
}

/** A charge takes seconds, and its job runs after two minutes. Anything older is unresolved. */
const usualMs = 10 * minuteMs;

const openCharges = (now: Date) => sql`
  select id, 'charge' as kind, world, account_id, method, reference, amount_cents, claimed_at as since, looks, last_answer
  from agent_payments
  where settled_at is null and status in ('claimed', 'abandoned')
    and (looks > 0 or claimed_at < ${plusMs(now, -usualMs)})
  union all
  select r.id, 'refund', p.world, p.account_id, p.method, coalesce(r.reference, p.reference), r.amount_cents, r.created_at,
    r.attempt, r.last_answer
  from agent_refunds r join agent_payments p on p.id = r.payment_id
  where r.status = 'pending' and (r.last_answer is not null or r.created_at < ${plusMs(now, -usualMs)})`;

/** Longest waiting first. */
export async function listOpenCharges(executor: Executor, now: Date, page: Page): Promise<OpenCharge[]> {
  const { rows } = await sql<OpenCharge>`
    select * from (${openCharges(now)}) open order by since, id limit ${page.limit} offset ${page.offset}`.execute(
    executor,
  );
  return rows;
}
