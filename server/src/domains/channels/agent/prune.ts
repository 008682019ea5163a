import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { deletePaidCalls } from './sql.ts';

/** Responses are promised for 24 hours; one more day for clients that are unsure. */
const retentionMs = 2 * dayMs;

export const pruneAgent = (db: Db, now: Date): Promise<void> => deletePaidCalls(db, plusMs(now, -retentionMs));
