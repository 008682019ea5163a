import { minuteMs } from '../../../kit/clock.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import type { StoreNames, TeamMailNeeds } from '../../access/accounts/index.ts';
import { mailRefund, mailReplies } from './mail-customer.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'notices.case': { orderId: string };
    'notices.refund': { orderId: string; refundId: string };
  }
}

/** Emails replies on a case to the account's people. */
export async function queueCaseNotice(executor: Executor, orderId: string, now: Date): Promise<void> {
  await enqueue(executor, { kind: 'notices.case', payload: { orderId }, runAt: now, dedupeKey: orderId });
}

/** Emails the account's people that an operator refunded money. */
export async function queueRefundNotice(
  executor: Executor,
  refund: { orderId: string; refundId: string },
  now: Date,
): Promise<void> {
  await enqueue(executor, { kind: 'notices.refund', payload: refund, runAt: now, dedupeKey: refund.refundId });
}

export function caseJobs(needs: TeamMailNeeds & StoreNames): Pick<JobHandlers, 'notices.case' | 'notices.refund'> {
  const retries = {
    concurrency: 2,
    maxAttempts: 20,
    backoffMs: (attempt: number) => minuteMs * 2 ** Math.min(attempt, 6),
  };
  return {
    'notices.case': { ...retries, run: ({ payload }) => mailReplies(needs, payload.orderId) },
    'notices.refund': { ...retries, run: ({ payload }) => mailRefund(needs, payload) },
  };
}
