import { sql } from 'kysely';
import { minuteMs, plusMs } from '../../../kit/clock.ts';
import type { Page } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';

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
