import { sql } from 'kysely';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';

/** A payment with our metadata that nothing in this database explains. */
export interface StrayPayment {
  method: string;
  world: World;
  /** The provider's ID. */
  reference: string;
  /** Our ID in its metadata. */
  namedId: string | null;
  accountId: string | null;
  cents: number;
  /** Defaults to USD. */
  currency?: string;
  reason: string;
  paidAt: Date;
}

/** Once per payment. An operator decides: its purchase may exist, so it is never refunded automatically. */
export async function insertStray(executor: Executor, stray: StrayPayment, now: Date): Promise<void> {
  await sql`
    insert into stray_payments (id, method, world, reference, named_id, account_id, amount_cents, currency, reason, paid_at, found_at)
    values (${newId()}, ${stray.method}, ${stray.world}, ${stray.reference}, ${stray.namedId}, ${stray.accountId},
      ${stray.cents}, ${stray.currency ?? 'USD'}, ${stray.reason}, ${stray.paidAt}, ${now})
    on conflict (reference) do nothing`.execute(executor);
}

/** The payment's subject was found. */
export async function closeStrayOf(executor: Executor, reference: string, now: Date): Promise<void> {
  await sql`
    update stray_payments set closed_at = ${now}, note = 'Its order is known again.'
    where reference = ${reference} and closed_at is null`.execute(executor);
}

/** False if there is no such open payment. */
export async function closeStray(executor: Executor, id: string, note: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update stray_payments set closed_at = ${now}, note = ${note} where id = ${id} and closed_at is null
    returning id`.execute(executor);
  return rows.length === 1;
}
