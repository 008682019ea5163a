import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';
import type { FullOrder } from './rows.ts';

/** Keeps what the order tells about its payment, in the caller's transaction. */
export async function writeOrderPayment(
  executor: Executor,
  id: string,
  payment: NonNullable<FullOrder['payment']>,
): Promise<void> {
  await sql`update orders set payment = ${JSON.stringify(payment)}::jsonb where id = ${id}`.execute(executor);
}
