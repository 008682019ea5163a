import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

export async function eraseWebhooksOf(executor: Executor, accountId: string): Promise<void> {
  const ofAccount = sql`account_id = ${accountId}`;
  await sql`delete from webhook_deliveries where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_stops where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_secrets where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_outages where ${ofAccount}`.execute(executor);
  await sql`
    delete from webhook_endpoint_hours where endpoint_id in (select id from webhook_endpoints where ${ofAccount})`.execute(
    executor,
  );
  await sql`delete from webhook_endpoints where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_credentials where ${ofAccount}`.execute(executor);
  await sql`delete from events where ${ofAccount}`.execute(executor);
}
