import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { deletePaidCalls } from './sql.ts';

/** Answers are promised for 24 hours; the extra day is for clients in doubt. */
const retentionMs = 2 * dayMs;

export const pruneAgent = (db: Db, now: Date): Promise<void> => deletePaidCalls(db, plusMs(now, -retentionMs));
