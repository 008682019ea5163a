import { sql } from 'kysely';
import { type Database, type Executor, runNamed } from '../../../../platform/database/index.ts';

export interface SecretsRow {
  sealed: Buffer;
}

/** The client's own login and card, sealed; null if the service buys with its own. */
export async function loadSecrets(database: Database, orderId: string): Promise<SecretsRow | null> {
  const statement = {
    name: 'load-secrets',
    text: 'select sealed from order_secrets where order_id = $1',
  };
  return (await runNamed<SecretsRow>(database, statement, [orderId]))[0] ?? null;
}

/** The connector's sealed note about a purchase, and the retailer account that bought it. */
export interface AftercareRow {
  id: string;
  note: Buffer | null;
  account: string | null;
}

export async function findAftercare(executor: Executor, orderIds: readonly string[]): Promise<AftercareRow[]> {
  const { rows } = await sql<AftercareRow>`
    select id, purchase_note_sealed as note, managed_account_id as account from orders
    where id = any (${orderIds}::uuid[])`.execute(executor);
  return rows;
}
