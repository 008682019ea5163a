import { minuteMs } from '../../../kit/clock.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import type { TeamMailNeeds } from '../../access/accounts/index.ts';
import { mailReplies } from './mail-replies.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'notices.case': { orderId: string };
  }
}

/** Has the account's people mailed what was replied on a case. */
export async function queueCaseNotice(executor: Executor, orderId: string, now: Date): Promise<void> {
  await enqueue(executor, { kind: 'notices.case', payload: { orderId }, runAt: now, dedupeKey: orderId });
}

export function caseJobs(needs: TeamMailNeeds): Pick<JobHandlers, 'notices.case'> {
  return {
    'notices.case': {
      concurrency: 2,
      maxAttempts: 20,
      backoffMs: (attempt: number) => minuteMs * 2 ** Math.min(attempt, 6),
      run: ({ payload }) => mailReplies(needs, payload.orderId),
    },
  };
}
