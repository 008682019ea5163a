import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

export async function eraseWebhooksOf(executor: Executor, accountId: string): Promise<void> {
  const tables = [
    'webhook_deliveries',
    'webhook_stops',
    'webhook_secrets',
    'webhook_endpoints',
    'webhook_credentials',
    'events',
  ];
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(executor);
  }
}
