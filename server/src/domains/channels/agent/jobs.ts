import type { Clock } from '../../../kit/clock.ts';
import { hourMs, minuteMs } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { JobHandlers } from '../../../platform/queue/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { abandonPayment } from './abandon-payment.ts';
import { abandonKind } from './charge-payment.ts';
import { closeCredit, closeCreditKind } from './credit.ts';
import type { PaymentMethod } from './methods/method.ts';
import { recoverCharges, recoverChargesKind } from './recover-charges.ts';
import { payRefund, refundKind } from './refund-order.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'agent.refund': { refundId: string };
    'agent.abandon': { paymentId: string };
    'agent.close-credit': { creditId: string };
    'agent.recover': { since: string };
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  vault: Vault;
  methods: readonly PaymentMethod[];
}

/** Refunds are retried until they succeed. */
const refundJobSettings = {
  concurrency: 10,
  leaseMs: 2 * minuteMs,
  maxAttempts: 1_000_000,
  backoffMs: (attempt: number) => Math.min(1000 * 2 ** Math.min(attempt, 12), hourMs),
};

export function agentJobs(
  needs: Needs,
): Pick<JobHandlers, typeof refundKind | typeof closeCreditKind | typeof abandonKind | typeof recoverChargesKind> {
  const shared = { ...needs, methodsByName: new Map(needs.methods.map((method) => [method.name, method])) };
  return {
    [refundKind]: {
      ...refundJobSettings,
      run: (job, control) => payRefund(shared, job.payload.refundId, control),
    },
    [closeCreditKind]: {
      ...refundJobSettings,
      run: (job) => closeCredit(shared, job.payload.creditId),
    },
    [abandonKind]: {
      ...refundJobSettings,
      run: (job, control) => abandonPayment(shared, job.payload.paymentId, control),
    },
    [recoverChargesKind]: {
      ...refundJobSettings,
      concurrency: 1,
      leaseMs: 10 * minuteMs,
      run: (job) => recoverCharges(shared, new Date(job.payload.since)),
    },
  };
}
