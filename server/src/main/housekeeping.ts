import { deleteStoredAnswersBefore } from '../domains/access/accounts/index.ts';
import { deleteRequestsBefore, pruneUsage } from '../domains/access/activity/index.ts';
import { pruneProducts } from '../domains/catalog/products/index.ts';
import { pruneAccountEvents } from '../domains/catalog/retailer-accounts/index.ts';
import { deleteWalksBefore, pruneBrowserSessions, pruneRecordings } from '../domains/catalog/stores/index.ts';
import { pruneAgent, prunePayments } from '../domains/channels/agent/core.ts';
import { pruneApprovals } from '../domains/channels/mcp/core.ts';
import { pruneCheckouts, pruneSignatures } from '../domains/channels/ucp/core.ts';
import { pruneWebhooks, startOutageMails } from '../domains/channels/webhooks/index.ts';
import { checkpointLedger, startNotices } from '../domains/money/wallet/index.ts';
import { pruneAlerts, pruneMonitoring } from '../domains/operations/monitoring/index.ts';
import { prunePresence } from '../domains/operations/operator/index.ts';
import { deleteOldBatches } from '../domains/orders/bulk/index.ts';
import { markDeskDone } from '../domains/orders/orders/index.ts';
import { pruneQuotes } from '../domains/orders/placement/index.ts';
import { deleteDevicesBefore, pruneOauth, prunePeople } from '../domains/people/index.ts';
import { deleteMintCounts, mintCountRetentionMs } from '../domains/sandbox/index.ts';
import { type Clock, dayMs, hourMs, minuteMs, plusMs, utcDay } from '../kit/clock.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/index.ts';
import type { Limiter } from '../platform/limiter.ts';
import { enqueue, type JobHandlers } from '../platform/queue/index.ts';
import { sweepErasableKeys, type Vault } from '../platform/secrets/index.ts';
import { createTurnQueue } from '../platform/turn-queue.ts';
import { deleteOldOrders } from './retention.ts';
import { everySealedColumn } from './sealed-columns.ts';

declare module '../platform/queue/kinds.ts' {
  interface JobPayloads {
    housekeeping: Record<string, never>;
    'ledger.sums': Record<string, never>;
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  limiter: Limiter;
  vault: Vault;
  config: Pick<Config, 'requestLogDays' | 'kept'>;
  blobs: Blobs;
}

const kind = 'housekeeping';
const sumsKind = 'ledger.sums';
/** A shorter interval leaves less of the ledger outside the stored sums. */
const sumsEveryMs = 5 * minuteMs;
/** Idempotency keys are promised for 24 hours. The extra day is for clients that retry late. */
const answerRetentionMs = 2 * dayMs;

/** Deletes old data every hour, and checks for low wallets and failing endpoints every minute. */
export async function startHousekeeping({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<void> {
  for (const each of [kind, sumsKind] as const) {
    await enqueue(database.db, { kind: each, payload: {}, runAt: clock.now(), dedupeKey: each });
  }
  await startNotices(database.db, clock.now());
  await startOutageMails(database.db, clock.now());
}

export function housekeepingJobs(needs: Needs): Pick<JobHandlers, typeof kind | typeof sumsKind> {
  return {
    [sumsKind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        await checkpointLedger(needs.database.db);
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), sumsEveryMs));
      },
    },
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        const { db } = needs.database;
        const now = needs.clock.now();
        await needs.limiter.sweep();
        await createTurnQueue({ db }).sweep();
        await deleteStoredAnswersBefore(db, plusMs(now, -answerRetentionMs));
        await deleteMintCounts(db, utcDay(plusMs(now, -mintCountRetentionMs)));
        await pruneUsage(db, now);
        await deleteRequestsBefore(db, plusMs(now, -needs.config.requestLogDays * dayMs));
        await pruneProducts(db, now);
        await pruneWebhooks(db, now);
        await pruneAccountEvents(db, now);
        await pruneAgent(db, now);
        await prunePeople(db, now);
        await pruneCheckouts(db, now);
        await pruneSignatures(db, now);
        await pruneRecordings(needs, now);
        await pruneBrowserSessions(db, now);
        await deleteWalksBefore(db, plusMs(now, -90 * dayMs));
        await pruneApprovals(db, plusMs(now, -answerRetentionMs));
        await pruneOauth(db, { requests: plusMs(now, -dayMs), clients: plusMs(now, -30 * dayMs), refreshTokens: now });
        await deleteDevicesBefore(db, plusMs(now, -hourMs));
        await prunePayments(db, now);
        await pruneMonitoring(db, now);
        await prunePresence(db, now);
        await pruneAlerts(db, plusMs(now, -365 * dayMs));
        await pruneQuotes(db, plusMs(now, -dayMs));
        await markDeskDone(db);
        await sweepErasableKeys(db, needs.vault, everySealedColumn);
        await deleteOld(needs, now);
        await control.rescheduleAt(db, plusMs(now, hourMs));
      },
    },
  };
}

/** Deletes old data as configured. Without a number of days, data is kept. */
async function deleteOld({ database: { db }, blobs, config: { kept } }: Needs, now: Date): Promise<void> {
  const before = (days: number) => plusMs(now, -days * dayMs);
  if (kept.batchDays > 0) await deleteOldBatches(db, before(kept.batchDays));
  if (kept.sandboxOrderDays > 0) await deleteOldOrders({ db, blobs }, 'test', before(kept.sandboxOrderDays));
  if (kept.orderDays > 0) await deleteOldOrders({ db, blobs }, 'live', before(kept.orderDays));
}
