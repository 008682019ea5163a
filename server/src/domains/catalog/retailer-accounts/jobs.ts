import { dayMs, plusMs } from '../../../kit/clock.ts';
import type { Db, Executor } from '../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import { queueJobs } from './account-queue.ts';
import { type RevokeJobNeeds, revokeJobs } from './revoke-link.ts';
import { eraseCodes, pruneEvents } from './sql-events.ts';
import { pruneLinkRequests } from './sql-links.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'managed-accounts.erase-codes': Record<string, never>;
  }
}

const eraseKind = 'managed-accounts.erase-codes';
const eventRetentionMs = 90 * dayMs;

/** Erases expired codes. */
export async function eraseCodesAt(executor: Executor, at: Date): Promise<void> {
  await enqueue(executor, { kind: eraseKind, payload: {}, runAt: at, dedupeKey: eraseKind });
}

export async function pruneAccountEvents(db: Db, now: Date): Promise<void> {
  await pruneLinkRequests(db, now);
  await pruneEvents(db, plusMs(now, -eventRetentionMs));
}

export function retailerAccountJobs(
  needs: RevokeJobNeeds,
): Pick<JobHandlers, typeof eraseKind | 'managed-accounts.dispatch' | 'managed-accounts.revoke-link'> {
  return {
    ...queueJobs(needs),
    ...revokeJobs(needs),
    [eraseKind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        const next = await eraseCodes(needs.db, needs.clock.now());
        if (next) await control.rescheduleAt(needs.db, next);
      },
    },
  };
}
