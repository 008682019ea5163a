import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { cutText } from '../../../kit/storable-text.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { discardDeadJob, lockDeadJob, reviveJob } from '../../../platform/queue/index.ts';
import { lockAnyKey, writeFrozen } from '../../access/accounts/index.ts';
import { recordAction } from './export-audit.ts';
import { jobAlreadyQueued, jobMovesMoney } from './failures.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

/** Jobs that end an order or move money are retried or decided, never discarded. */
const moneyJobPattern = /^(orders|placement|cancellations|returns|agent|top-ups|payments|wallet)\b/;

export interface JobDecision {
  id: number;
  verdict: 'retry' | 'discard';
  reason: string;
}

/** Retries or discards a job that failed for good. */
export async function decideJob({ db, clock }: Needs, operator: string, { id, verdict, reason }: JobDecision) {
  await inTransaction(db, async (tx) => {
    const job = await lockDeadJob(tx, id);
    if (!job) throw notFound();
    if (verdict === 'discard' && moneyJobPattern.test(job.kind)) throw jobMovesMoney(job.kind);
    if (verdict === 'discard') await discardDeadJob(tx, id);
    else if (!(await reviveJob(tx, id))) throw jobAlreadyQueued(job.kind);
    await recordAction(
      { tx, clock },
      {
        operator,
        name: verdict === 'retry' ? 'job.retried' : 'job.discarded',
        subject: { type: 'job', id: String(id) },
        before: {
          kind: job.kind,
          attempts: job.attempts,
          error: job.last_error === null ? null : cutText(job.last_error, 500),
        },
        note: reason,
      },
    );
  });
}

export interface FreezeRequest {
  keyId: string;
  isFrozen: boolean;
  reason: string;
}

/** Freezes or unfreezes a key. Does nothing if it is already so. */
export async function freezeKey({ db, clock }: Needs, operator: string, request: FreezeRequest): Promise<void> {
  await inTransaction(db, async (tx) => {
    const key = await lockAnyKey(tx, request.keyId);
    if (!key) throw notFound();
    if ((key.frozen_at !== null) === request.isFrozen) return;
    const now = clock.now();
    await writeFrozen(tx, request.keyId, request.isFrozen ? now : null);
    await recordAction(
      { tx, clock },
      {
        operator,
        name: request.isFrozen ? 'key.frozen' : 'key.thawed',
        subject: { type: 'key', id: request.keyId },
        before: { frozen: !request.isFrozen, account_id: key.account_id },
        after: { frozen: request.isFrozen, account_id: key.account_id },
        note: request.reason,
      },
    );
  });
}
