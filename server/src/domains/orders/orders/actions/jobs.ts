import { hourMs, minuteMs } from '../../../../kit/clock.ts';
import type { Executor } from '../../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../../platform/queue/index.ts';
import { type MailNeeds, mailAction } from './mail-action.ts';

declare module '../../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'questions.mail': { questionId: string };
  }
}

/** Emails the account's people about an action, once. */
export async function queueActionMail(executor: Executor, questionId: string, runAt: Date): Promise<void> {
  const payload = { questionId };
  await enqueue(executor, { kind: 'questions.mail', payload, runAt, dedupeKey: `mail ${questionId}` });
}

export function actionJobs(needs: MailNeeds): Pick<JobHandlers, 'questions.mail'> {
  return {
    'questions.mail': {
      concurrency: 5,
      // Covers a mail server that is down for a day. By then most actions have expired.
      maxAttempts: 20,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 6), hourMs),
      run: (job) => mailAction(needs, job.payload.questionId),
    },
  };
}
