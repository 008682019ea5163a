import {
  deleteTestClocksOf,
  eraseKeysOf,
  listToErase,
  lockToErase,
  markDeleted,
} from '../domains/access/accounts/index.ts';
import { eraseActivityOf, eraseRequestsOf, eraseUsageOf } from '../domains/access/activity/index.ts';
import { erasePoliciesOf } from '../domains/access/policies/index.ts';
import { eraseRetailerAccountsOf } from '../domains/catalog/retailer-accounts/index.ts';
import { eraseRecordingsOf } from '../domains/catalog/stores/index.ts';
import { erasePaymentsOf } from '../domains/channels/agent/core.ts';
import { eraseApprovalsOf } from '../domains/channels/mcp/core.ts';
import { eraseCheckoutsOf } from '../domains/channels/ucp/core.ts';
import { eraseWebhooksOf } from '../domains/channels/webhooks/index.ts';
import { eraseCasesOf, eraseDocumentsOf } from '../domains/delivery/cases/index.ts';
import { eraseReturnsOf } from '../domains/delivery/returns/index.ts';
import { eraseCardsOf, eraseTopUpsOf } from '../domains/money/top-ups/index.ts';
import { eraseNoticesOf } from '../domains/money/wallet/index.ts';
import { eraseBatchesOf } from '../domains/orders/bulk/index.ts';
import { eraseDeskOf } from '../domains/orders/desk/core.ts';
import {
  eraseActionsOf,
  eraseCancellationsOf,
  eraseOrdersOf,
  eraseViewsOf,
  hasOpenOrders,
} from '../domains/orders/orders/index.ts';
import { eraseQuotesOf } from '../domains/orders/placement/index.ts';
import { eraseDevicesOf, eraseOauthOf } from '../domains/people/index.ts';
import { eraseSandboxOf, listExpiredSandboxes } from '../domains/sandbox/index.ts';
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

/** Erases deleted accounts and expired sandboxes every hour from now on. */
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

/** Erases personal data. Orders and money stay, without a name. An account with open orders is postponed. */
async function eraseAccount(needs: Needs, accountId: string, now: Date): Promise<void> {
  const { blobs } = needs;
  await inTransaction(needs.database.db, async (tx) => {
    await lockToErase(tx, accountId);
    // Nobody advances these clocks anymore, and open orders must end.
    await deleteTestClocksOf(tx, accountId);
    if (await hasOpenOrders(tx, accountId)) return;
    await eraseActivityOf(tx, accountId);
    await eraseNoticesOf(tx, accountId);
    await eraseCasesOf(tx, blobs, accountId);
    await eraseCancellationsOf(tx, accountId);
    await eraseReturnsOf(tx, blobs, accountId);
    await eraseDocumentsOf(tx, blobs, accountId);
    await eraseBatchesOf(tx, accountId);
    await eraseRetailerAccountsOf(tx, needs, accountId);
    await eraseWebhooksOf(tx, accountId);
    await eraseDevicesOf(tx, accountId);
    await erasePaymentsOf(tx, accountId);
    await eraseUsageOf(tx, accountId);
    await eraseActionsOf(tx, accountId);
    await eraseDeskOf(tx, blobs, accountId);
    await erasePoliciesOf(tx, accountId);
    await eraseQuotesOf(tx, accountId);
    await eraseOauthOf(tx, accountId);
    await eraseRecordingsOf(tx, blobs, accountId);
    await eraseApprovalsOf(tx, accountId);
    await eraseTopUpsOf(tx, accountId);
    await eraseCardsOf(tx, accountId);
    await eraseRequestsOf(tx, accountId);
    await eraseOrdersOf(tx, accountId);
    await eraseViewsOf(tx, accountId);
    await eraseCheckoutsOf(tx, accountId);
    await eraseSandboxOf(tx, accountId);
    await eraseKeysOf(tx, accountId, now);
  });
}
