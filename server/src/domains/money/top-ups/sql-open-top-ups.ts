import { sql } from 'kysely';
import { minuteMs, plusMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';

export interface OpenTopUp {
  id: string;
  kind: 'charge' | 'refund';
  world: World;
  account_id: string;
  method: string;
  reference: string | null;
  /** In the minor unit of its currency. */
  amount_cents: number;
  currency: string;
  since: Date;
  looks: number;
  last_answer: string | null;
}

const usualMs = 10 * minuteMs;

/** Open or wrong payments, open refunds, and payments without a row. Longest waiting first. */
export async function listOpenTopUps(executor: Executor, now: Date): Promise<OpenTopUp[]> {
  const { rows } = await sql<OpenTopUp>`
    select id, 'charge' as kind, world, account_id, provider as method, coalesce(payment_reference, session_id) as reference, amount_cents,
      currency, created_at as since, looks, last_answer
    from top_ups where status = 'requires_action' and last_answer is not null
    union all
    select r.id, 'refund', t.world, t.account_id, t.provider, coalesce(r.reference, t.payment_reference), r.amount_cents, t.currency, r.created_at,
      r.attempt, r.last_answer
    from top_up_refunds r join top_ups t on t.id = r.top_up_id
    where r.status = 'pending' and (r.last_answer is not null or r.created_at < ${plusMs(now, -usualMs)})
    union all
    select v.id, 'charge', t.world, t.account_id, t.provider, v.reference, v.amount_cents - v.taken_cents, t.currency, v.created_at, 0,
      'Taken back at the provider (' || v.kind || '), and not on the wallet any more'
    from top_up_reversals v join top_ups t on t.id = v.top_up_id
    where v.state <> 'returned' and v.taken_cents < v.amount_cents
    union all
    select s.id, 'charge', s.world, s.account_id, s.method, s.reference, s.amount_cents, s.currency, s.paid_at, 0, s.reason
    from stray_payments s
    where s.closed_at is null
      and not exists (select from agent_charges p where p.id = s.named_id)
      and not exists (select from top_ups t where t.id = s.named_id)
    order by 9, 1 limit 1000`.execute(executor);
  return rows;
}
