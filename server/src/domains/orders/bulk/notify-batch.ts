import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Mailer } from '../../../platform/mailer/index.ts';
import { mailTeam } from '../../access/accounts/index.ts';
import { isFinished } from './model.ts';
import { type BatchRow, findBatch, markCompleted, markNotified } from './sql.ts';

export interface NotifyNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
}

type Next = { kind: 'done' } | { kind: 'later'; ageMs: number };

const done: Next = { kind: 'done' };

/**
 * Publishes that a batch is complete, and emails the members who asked. The mail's ID is the batch's, so a second mail after a
 * crash has the same ID.
 */
export async function notifyBatch(needs: NotifyNeeds, batchId: string): Promise<Next> {
  const { db } = needs.database;
  const batch = await findBatch(db, batchId);
  if (!batch || (batch.completed_at !== null && (batch.notified_at !== null || !batch.notify_on_complete))) return done;
  if (!isFinished({ ...batch, rows: batch.row_count })) {
    return { kind: 'later', ageMs: needs.clock.now().getTime() - batch.created_at.getTime() };
  }
  const now = needs.clock.now();
  await inTransaction(db, async (tx) => {
    if (await markCompleted(tx, batch, now)) await publish(tx, { type: 'bulk.completed', batchId }, now);
  });
  if (!batch.notify_on_complete || batch.notified_at !== null) return done;
  const mailed = await mailTeam({ ...needs, db }, batch.account_id, composeBatchMail(batch, needs.publicUrl));
  if (mailed > 0) await markNotified(db, batchId, needs.clock.now());
  return done;
}

function composeBatchMail(batch: BatchRow, publicUrl: string) {
  // The file name comes from outside: its line breaks must not get into a header.
  const name = batch.filename?.replaceAll(/\p{Cc}+/gu, ' ').trim() || 'Your bulk order';
  const rows = batch.row_count === 1 ? '1 row' : `${batch.row_count} rows`;
  return {
    kind: 'batches' as const,
    subject: `${name}: ${batch.placed} of ${rows} placed`,
    messageId: `bulk-${batch.id}`,
    intro: [batch.filename ? `The bulk order ${name} is complete.` : 'Your bulk order is complete.'],
    button: { label: 'View results', url: `${publicUrl}/app/bulk/${batch.id}` },
    details: [`Placed: ${batch.placed}`, `Failed: ${batch.failed}`, `Canceled: ${batch.cancelled}`],
    notes: [`Download the results as CSV (requires an API key): ${publicUrl}/orders/bulk/${batch.id}/results.csv`],
  };
}
