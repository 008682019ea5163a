import { assertDefined } from '../../../../kit/assert-defined.ts';
import { type Clock, dayMs, hourMs, plusMs } from '../../../../kit/clock.ts';
import type { World } from '../../../../kit/world.ts';
import type { Db, Executor } from '../../../../platform/database/index.ts';
import { presentAs } from '../../../../platform/http/index.ts';
import { daysBefore, daysOf, measure, startOfDay, windowDaysMax } from './model.ts';
import type { UsageRecorder } from './record.ts';
import { RecentCall } from './schema.ts';
import { deleteCallsBefore, deleteCountsBefore, deleteSurplusCalls, listCalls, listCounts } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  usage: Pick<UsageRecorder, 'flush'>;
}

interface UsageRequest {
  accountId: string;
  world: World;
  windowDays: number;
  recent: number;
}

/** Flushes first, so that callers see their latest calls. */
export async function reportUsage({ db, clock, usage }: Needs, asked: UsageRequest) {
  await usage.flush();
  const now = clock.now();
  const days = daysOf(now, asked.windowDays);
  const since = startOfDay(assertDefined(days[0]));
  const counts = await listCounts(db, asked, daysBefore(since, asked.windowDays), assertDefined(days.at(-1)));
  const recent = asked.recent === 0 ? [] : await listCalls(db, asked, since, asked.recent);
  return {
    window_days: asked.windowDays,
    since: since.toISOString(),
    metrics: measure(counts, days),
    recent: recent.map((call) => presentAs(RecentCall, call)),
  };
}

/** Since the last run, with some overlap. */
const newCallsMs = 3 * hourMs;

/** Deletes what no report can show. A window also compares with the period before it. */
export async function pruneUsage(executor: Executor, now: Date): Promise<void> {
  await deleteCallsBefore(executor, plusMs(now, -(windowDaysMax + 1) * dayMs));
  await deleteSurplusCalls(executor, plusMs(now, -newCallsMs));
  await deleteCountsBefore(executor, daysBefore(now, 2 * windowDaysMax + 1));
}
