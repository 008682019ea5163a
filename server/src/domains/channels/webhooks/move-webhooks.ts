import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { wakeSender } from './queue-webhook.ts';
import { overlapMs } from './secrets.ts';
import { deleteDeliveriesEndedBefore, moveDeliveries } from './sql.ts';
import { moveUrlCredentials } from './sql-credentials.ts';
import { moveEndpoints } from './sql-endpoints.ts';
import { deleteEventsBefore, moveEvents } from './sql-events.ts';
import { deleteHealthBefore } from './sql-health.ts';
import { deleteSecretsEndedBefore, moveSecrets } from './sql-secrets.ts';

/** Moves deliveries, endpoints and secrets to another account. */
export async function moveWebhooksToAccount(tx: Tx, from: string, to: string, world: World, now: Date): Promise<void> {
  await moveUrlCredentials(tx, from, to, world);
  await moveDeliveries(tx, from, to, world);
  await moveEndpoints(tx, from, to, world);
  await moveEvents(tx, from, to, world);
  await moveSecrets(tx, from, to, world, plusMs(now, overlapMs));
  await wakeSender(tx, { accountId: to, world });
}

/** How long deliveries are kept. They contain addresses. */
const retentionMs = 30 * dayMs;

export async function pruneWebhooks(db: Db, now: Date): Promise<void> {
  await deleteDeliveriesEndedBefore(db, plusMs(now, -retentionMs));
  await deleteHealthBefore(db, plusMs(now, -retentionMs));
  await deleteEventsBefore(db, plusMs(now, -retentionMs));
  await deleteSecretsEndedBefore(db, now);
}
