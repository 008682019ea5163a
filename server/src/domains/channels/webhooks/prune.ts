import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { deleteDeliveriesEndedBefore } from './sql.ts';
import { deleteEventsBefore } from './sql-events.ts';
import { deleteHealthBefore } from './sql-health.ts';
import { deleteSecretsEndedBefore } from './sql-secrets.ts';

/** How long deliveries are kept. They contain addresses. */
const retentionMs = 30 * dayMs;

export async function pruneWebhooks(db: Db, now: Date): Promise<void> {
  await deleteDeliveriesEndedBefore(db, plusMs(now, -retentionMs));
  await deleteHealthBefore(db, plusMs(now, -retentionMs));
  await deleteEventsBefore(db, plusMs(now, -retentionMs));
  await deleteSecretsEndedBefore(db, now);
}
