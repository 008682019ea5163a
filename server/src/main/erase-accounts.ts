import { eraseKeysOf, listToErase, lockToErase, markDeleted } from '../domains/accounts/index.ts';
import { eraseActivityOf } from '../domains/activity/index.ts';
import { eraseBatchesOf } from '../domains/bulk/index.ts';
import { eraseCancellationsOf } from '../domains/cancellations/index.ts';
import { eraseCasesOf } from '../domains/cases/index.ts';
import { eraseDeskOf } from '../domains/desk/index.ts';
import { eraseDevicesOf } from '../domains/devices/index.ts';
import { eraseManagedAccountsOf } from '../domains/managed-accounts/index.ts';
import { eraseApprovalsOf } from '../domains/mcp/index.ts';
import { eraseNoticesOf } from '../domains/notices/index.ts';
import { eraseOauthOf } from '../domains/oauth/index.ts';
import { eraseOrdersOf, hasOpenOrders } from '../domains/orders/index.ts';
import { erasePaymentsOf } from '../domains/payments/index.ts';
import { erasePoliciesOf } from '../domains/policies/index.ts';
import { eraseQuestionsOf } from '../domains/questions/index.ts';
import { eraseQuotesOf } from '../domains/quotes/index.ts';
import { eraseRequestsOf } from '../domains/requests/index.ts';
import { eraseReturnsOf } from '../domains/returns/index.ts';
import { eraseSandboxOf, listExpiredSandboxes } from '../domains/sandbox/index.ts';
import { eraseFilmsOf } from '../domains/stores/index.ts';
import { eraseTopUpsOf } from '../domains/top-ups/index.ts';
import { eraseCheckoutsOf } from '../domains/ucp/index.ts';
import { eraseUsageOf } from '../domains/usage/index.ts';
import { eraseWebhooksOf } from '../domains/webhooks/index.ts';
import { type Clock, hourMs, plusMs } from '../kit/clock.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../platform/queue/index.ts';
import type { Vault } from '../platform/secrets/index.ts';

declare module '../platform/queue/kinds.ts' {
  interface JobPayloads {
    'accounts.erase': Record<string, never>;
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  blobs: Blobs;
  vault: Vault;
}

const kind = 'accounts.erase';
const atOnce = 100;

/** Has deleted accounts and expired sandboxes erased, from now on every hour. */
export async function startErasing({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<void> {
  await enqueue(database.db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
}

export function erasingJobs(needs: Needs): Pick<JobHandlers, typeof kind> {
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        const { db } = needs.database;
        const now = needs.clock.now();
        for (const id of await listExpiredSandboxes(db, now, atOnce)) await markDeleted(db, id, now);
        for (const id of await listToErase(db, atOnce)) await eraseAccount(needs, id, now);
        await control.rescheduleAt(db, plusMs(now, hourMs));
      },
    },
  };
}

/** Everything personal goes; orders, money and who they belong to stay, without a name. One with open orders waits. */
async function eraseAccount(needs: Needs, accountId: string, now: Date): Promise<void> {
  const { blobs } = needs;
  await inTransaction(needs.database.db, async (tx) => {
    await lockToErase(tx, accountId);
    if (await hasOpenOrders(tx, accountId)) return;
    await eraseActivityOf(tx, accountId);
    await eraseNoticesOf(tx, accountId);
    await eraseCasesOf(tx, blobs, accountId);
    await eraseCancellationsOf(tx, accountId);
    await eraseReturnsOf(tx, blobs, accountId);
    await eraseBatchesOf(tx, accountId);
    await eraseManagedAccountsOf(tx, needs, accountId);
    await eraseWebhooksOf(tx, accountId);
    await eraseDevicesOf(tx, accountId);
    await erasePaymentsOf(tx, accountId);
    await eraseUsageOf(tx, accountId);
    await eraseQuestionsOf(tx, accountId);
    await eraseDeskOf(tx, blobs, accountId);
    await erasePoliciesOf(tx, accountId);
    await eraseQuotesOf(tx, accountId);
    await eraseOauthOf(tx, accountId);
    await eraseFilmsOf(tx, blobs, accountId);
    await eraseApprovalsOf(tx, accountId);
    await eraseTopUpsOf(tx, accountId);
    await eraseRequestsOf(tx, accountId);
    await eraseOrdersOf(tx, accountId);
    await eraseCheckoutsOf(tx, accountId);
    await eraseSandboxOf(tx, accountId);
    await eraseKeysOf(tx, accountId, now);
  });
}
