import { pruneAgent } from '../domains/agent/index.ts';
import { deleteDevicesBefore } from '../domains/devices/index.ts';
import { forgetRemembered } from '../domains/idempotency/index.ts';
import { pruneAccountEvents } from '../domains/managed-accounts/index.ts';
import { pruneApprovals } from '../domains/mcp/index.ts';
import { startNotices } from '../domains/notices/index.ts';
import { pruneOauth } from '../domains/oauth/index.ts';
import { prunePayments } from '../domains/payments/index.ts';
import { prunePeople } from '../domains/people/index.ts';
import { pruneProducts } from '../domains/products/index.ts';
import { pruneQuotes } from '../domains/quotes/index.ts';
import { deleteRequestsBefore } from '../domains/requests/index.ts';
import { forgetMintCounts, mintCountsKeptMs } from '../domains/sandbox/index.ts';
import { pruneFilms, pruneVisits } from '../domains/stores/index.ts';
import { pruneCheckouts } from '../domains/ucp/index.ts';
import { pruneUsage } from '../domains/usage/index.ts';
import { pruneWebhooks } from '../domains/webhooks/index.ts';
import { type Clock, dayMs, hourMs, plusMs, utcDay } from '../kit/clock.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Limiter } from '../platform/limiter.ts';
import { enqueue, type JobHandlers } from '../platform/queue/index.ts';
import { sweepErasableKeys, type Vault } from '../platform/secrets/index.ts';
import { everySealedColumn } from './sealed-columns.ts';

declare module '../platform/queue/kinds.ts' {
  interface JobPayloads {
    housekeeping: Record<string, never>;
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  limiter: Limiter;
  vault: Vault;
  requestLogDays: number;
  blobs: Blobs;
}

const kind = 'housekeeping';
/** Idempotency keys are promised for 24 hours; the extra day is for clients in doubt. */
const rememberedMs = 2 * dayMs;

/** Sweeps up once an hour and looks for low wallets every minute, by whichever worker gets to it. */
export async function startHousekeeping({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<void> {
  await enqueue(database.db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
  await startNotices(database.db, clock.now());
}

export function housekeepingJobs(needs: Needs): Pick<JobHandlers, typeof kind> {
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        const { db } = needs.database;
        const now = needs.clock.now();
        await needs.limiter.sweep();
        await forgetRemembered(db, plusMs(now, -rememberedMs));
        await forgetMintCounts(db, utcDay(plusMs(now, -mintCountsKeptMs)));
        await pruneUsage(db, now);
        await deleteRequestsBefore(db, plusMs(now, -needs.requestLogDays * dayMs));
        await pruneProducts(db, now);
        await pruneWebhooks(db, now);
        await pruneAccountEvents(db, now);
        await pruneAgent(db, now);
        await prunePeople(db, now);
        await pruneCheckouts(db, now);
        await pruneFilms(needs, now);
        await pruneVisits(db, now);
        await pruneApprovals(db, plusMs(now, -rememberedMs));
        await pruneOauth(db, { requests: plusMs(now, -dayMs), clients: plusMs(now, -30 * dayMs), refreshTokens: now });
        await deleteDevicesBefore(db, plusMs(now, -hourMs));
        await prunePayments(db, now);
        await pruneQuotes(db, plusMs(now, -dayMs));
        await sweepErasableKeys(db, needs.vault, everySealedColumn);
        await control.rescheduleAt(db, plusMs(now, hourMs));
      },
    },
  };
}
