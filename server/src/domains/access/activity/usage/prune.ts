import { dayMs, hourMs, plusMs } from '../../../../kit/clock.ts';
import type { Executor } from '../../../../platform/database/index.ts';
import { daysBefore, windowDaysMax } from './model.ts';
import { deleteCallsBefore, deleteCountsBefore, deleteSurplusCalls } from './sql.ts';

/** What came since the last run, and a little more. */
const newCallsMs = 3 * hourMs;

/** Removes what no report can show any more. A window looks back twice its days, to compare with the time before. */
export async function pruneUsage(executor: Executor, now: Date): Promise<void> {
  await deleteCallsBefore(executor, plusMs(now, -(windowDaysMax + 1) * dayMs));
  await deleteSurplusCalls(executor, plusMs(now, -newCallsMs));
  await deleteCountsBefore(executor, daysBefore(now, 2 * windowDaysMax + 1));
}
