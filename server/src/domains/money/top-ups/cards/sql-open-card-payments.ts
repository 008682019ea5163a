import { sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import type { Executor } from '../../../../platform/database/index.ts';

export interface OpenCardPayment {
  id: string;
  kind: 'charge' | 'refund';
  world: World;
  account_id: string;
  method: string;
  reference: string | null;
  amount_cents: number;
  since: Date;
  looks: number;
  last_answer: string | null;
}

/** Captures that Stripe refused or did not confirm, and refunds that did not reach their card. Longest waiting first. */
export async function listOpenCardPayments(executor: Executor): Promise<OpenCardPayment[]> {
  const { rows } = await sql<OpenCardPayment>`
    select order_id as id, case when state = 'captured' then 'refund' else 'charge' end as kind, world, account_id, 'card' as method,
      reference, case when state = 'refused' then debt_cents else amount_cents end as amount_cents,
      coalesce(settled_at, claimed_at) as since, looks, last_answer
    from card_payments
    where last_answer is not null and closed_at is null and state in ('capturing', 'captured', 'refused', 'releasing')
      and (state <> 'refused' or debt_cents > 0)
    order by since, id limit 1000`.execute(executor);
  return rows;
}

/** An operator settled a debt otherwise. False if there is no such debt. */
export async function closeCardDebt(executor: Executor, orderId: string, note: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update card_payments set closed_at = ${now}, note = ${note}
    where order_id = ${orderId} and state = 'refused' and closed_at is null returning order_id`.execute(executor);
  return rows.length === 1;
}
