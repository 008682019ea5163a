import { type Clock, minuteMs, plusMs } from '../../../../kit/clock.ts';
import type { World } from '../../../../kit/world.ts';
import type { Db, Executor } from '../../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../../platform/queue/index.ts';
import type { StoreNames, TeamMailNeeds } from '../../../access/accounts/index.ts';
import { mailFailures, mailLowWallets } from './mail.ts';
import { insertFailure } from './sql.ts';

declare module '../../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'notices.failed-orders': { accountId: string; world: World };
    'notices.low-wallet': Record<string, never>;
  }
}

/** Failed orders share an email: the first is sent at once, the others after this time. */
const batchDelayMs = 15 * minuteMs;
const checkEveryMs = minuteMs;

/** Emails the account's people about a failed order. A batch sends its own email. */
export async function queueFailureNotice(executor: Executor, orderId: string, now: Date): Promise<void> {
  const noted = await insertFailure(executor, orderId, now);
  if (!noted) return;
  const { account_id: accountId, world, told_at: toldAt } = noted;
  const next = toldAt && plusMs(toldAt, batchDelayMs);
  await enqueue(executor, {
    kind: 'notices.failed-orders',
    payload: { accountId, world },
    runAt: next && next > now ? next : now,
    dedupeKey: `${accountId} ${world}`,
  });
}

/** Checks for low wallets every minute. */
export async function startNotices(executor: Executor, now: Date): Promise<void> {
  await enqueue(executor, { kind: 'notices.low-wallet', payload: {}, runAt: now, dedupeKey: 'low wallets' });
}

interface Needs extends TeamMailNeeds, StoreNames {
  db: Db;
  clock: Clock;
}

export function noticeJobs(needs: Needs): Pick<JobHandlers, 'notices.failed-orders' | 'notices.low-wallet'> {
  const { db, clock } = needs;
  return {
    'notices.failed-orders': {
      concurrency: 2,
      maxAttempts: 20,
      backoffMs: (attempt: number) => minuteMs * 2 ** Math.min(attempt, 6),
      async run({ payload: { accountId, world } }, control) {
        const isMore = await mailFailures(needs, accountId, world, clock.now());
        if (isMore) await control.rescheduleAt(db, plusMs(clock.now(), batchDelayMs));
      },
    },
    'notices.low-wallet': {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        await mailLowWallets(needs, clock.now());
        await control.rescheduleAt(db, plusMs(clock.now(), checkEveryMs));
      },
    },
  };
}
