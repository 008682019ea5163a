import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { deleteAnswersBefore } from './sql.ts';
import { deleteTitlesBefore } from './sql-titles.ts';

/** Orders are kept at least this long. */
const titlesMs = 32 * dayMs;

/** Deletes old answers, and titles without orders. */
export async function pruneProducts(executor: Executor, now: Date): Promise<void> {
  await deleteAnswersBefore(executor, plusMs(now, -dayMs));
  await deleteTitlesBefore(executor, plusMs(now, -titlesMs));
}
