import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { deleteAnswersBefore } from './sql.ts';
import { deleteTitlesBefore } from './sql-titles.ts';

/** Orders are kept at least this long. */
const titlesMs = 32 * dayMs;

/** Forgets answers that few would still take: a caller who would gets a new one instead. And the titles of what no order has any more. */
export async function pruneProducts(executor: Executor, now: Date): Promise<void> {
  await deleteAnswersBefore(executor, plusMs(now, -dayMs));
  await deleteTitlesBefore(executor, plusMs(now, -titlesMs));
}
