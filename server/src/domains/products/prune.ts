import { dayMs, plusMs } from '../../kit/clock.ts';
import type { Executor } from '../../platform/database/index.ts';
import { deleteAnswersBefore } from './store.ts';

/** Forgets answers that few would still take. A caller who would gets a new one instead. */
export async function pruneProducts(executor: Executor, now: Date): Promise<void> {
  await deleteAnswersBefore(executor, plusMs(now, -dayMs));
}
