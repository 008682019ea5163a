import { dayMs, hourMs, plusMs } from '../../../../kit/clock.ts';
import type { Executor } from '../../../../platform/database/index.ts';
import { daysBefore, windowDaysMax } from './model.ts';
import { deleteCallsBefore, deleteCountsBefore, deleteSurplusCalls } from './sql.ts';

/** Since the last run, with some overlap. */
const newCallsMs = 3 * hourMs;

/** Deletes what no report can show. A window also compares with the period before it. */
export async function pruneUsage(executor: Executor, now: Date): Promise<void> {
  await deleteCallsBefore(executor, plusMs(now, -(windowDaysMax + 1) * dayMs));
  await deleteSurplusCalls(executor, plusMs(now, -newCallsMs));
  await deleteCountsBefore(executor, daysBefore(now, 2 * windowDaysMax + 1));
}
