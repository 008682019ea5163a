import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { type Database, type Executor, relation, runNamed, type Tables } from '../../../platform/database/index.ts';
import { coveringWalletCte, prepaidCallCtes } from '../../money/wallet/index.ts';
import type { PaidCall } from './sql.ts';

export interface CreditRow extends Omit<Tables['agent_credits'], 'secret_hash'> {
  available_cents: number;
  refunded_cents: number;
}

export interface NewCredit {
  id: string;
  paymentId: string;
  accountId: string;
  world: World;
  secretHash: Buffer;
  cents: number;
  now: Date;
  expiresAt: Date;
}

export async function insertCredit(executor: Executor, credit: NewCredit): Promise<void> {
  await sql`
    insert into agent_credits (id, payment_id, account_id, world, secret_hash, amount_cents, created_at, expires_at)
    values (${credit.id}, ${credit.paymentId}, ${credit.accountId}, ${credit.world}, ${credit.secretHash}, ${credit.cents},
      ${credit.now}, ${credit.expiresAt})`.execute(executor);
}

const view = sql`
  select c.id, c.payment_id, c.account_id, c.world, c.amount_cents, c.created_at, c.expires_at, c.closed_at,
    coalesce(w.available_cents, 0) as available_cents,
    (select coalesce(sum(r.amount_cents), 0)::bigint from agent_refunds r where r.payment_id = c.payment_id) as refunded_cents
  from agent_credits c left join wallet_balances w on w.account_id = c.account_id and w.world = c.world`;

export async function findCreditBySecret(executor: Executor, secretHash: Buffer): Promise<CreditRow | null> {
  const { rows } = await sql<CreditRow>`${view} where c.secret_hash = ${secretHash}`.execute(executor);
  return rows[0] ?? null;
}

export async function findCredit(executor: Executor, id: string): Promise<CreditRow | null> {
  const { rows } = await sql<CreditRow>`${view} where c.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** False if it is already closed. */
export async function closeCreditRow(executor: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update agent_credits set closed_at = ${now} where id = ${id} and closed_at is null returning id`.execute(executor);
  return rows.length === 1;
}

const drawStatement = {
  name: 'agent-prepaid-call',
  text: `
  with credit as (
    select account_id, world from agent_credits
    where secret_hash = $10 and world = $4 and closed_at is null and expires_at > $9
  ),
  ${coveringWalletCte('purse', relation('credit'), '$5')},
  paid as (
    insert into agent_payments (id, challenge_id, method, world, amount_cents, status, reference, idempotency_key, answer, claimed_at, settled_at)
    select $1::uuid, $2, $3, $4, $5::bigint, 'settled', $6, $7, $8, $9::timestamptz, $9::timestamptz from purse
    on conflict do nothing
    returning id, world, amount_cents, settled_at
  ),
  ${prepaidCallCtes({ paid: relation('paid'), purse: relation('purse') })}
  select (select count(*) from purse) as purses, (select count(*) from paid) as payments`,
};

/**
 * Draws on a credit and records the call in one statement. The credit is locked, so two draws never share a cent, and
 * the debit depends on the payment, so a challenge draws once.
 */
export async function insertPrepaidCall(
  database: Database,
  call: PaidCall & { secretHash: Buffer },
): Promise<'paid' | 'used' | 'empty'> {
  const rows = await runNamed<{ purses: number; payments: number }>(database, drawStatement, [
    call.id,
    call.challengeId,
    call.method,
    call.world,
    call.cents,
    call.reference,
    call.idempotencyKey,
    call.answer,
    call.now,
    call.secretHash,
  ]);
  const [counted] = rows;
  if (!counted || counted.purses === 0) return 'empty';
  return counted.payments === 1 ? 'paid' : 'used';
}
