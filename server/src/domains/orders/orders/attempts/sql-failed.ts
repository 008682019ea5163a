import { type Database, type Executor, relation, runNamed } from '../../../../platform/database/index.ts';
import type { LastAttempt, OrderRow } from '../rows.ts';
import { itemMayBecome, orderMayBecome } from '../sql-moves.ts';
import { releaseStatements } from '../sql-release.ts';
import { statusEvent } from './sql-claim.ts';

export interface FailedRow {
  id: string;
  epoch: number;
  now: Date;
  jobResult: NonNullable<OrderRow['job_result']>;
  errorType: string;
  /** The items at fault. The others fail with the order, without an error of their own. */
  itemIds: string[];
  /** The hold is on the wallet in the store's currency. */
  isOfCurrencyWallet?: boolean;
}

const failStatements = releaseStatements({
  name: 'order-failed',
  order: {
    status: 'order_failed',
    set: 'phase = null, checkout_handle = null, checkout_sealed = null, needs_review_at = null, concessions = null, job_result = $4::jsonb',
    where: 'id = $1 and epoch = $2',
  },
  item: { status: 'failed', set: 'error_type = case when id = any ($6::uuid[]) then $5 end' },
  event: 'order.failed',
  at: '$3',
});

export async function writeFailed(database: Database | Executor, row: FailedRow): Promise<boolean> {
  const values = [row.id, row.epoch, row.now, JSON.stringify(row.jobResult), row.errorType, row.itemIds];
  const statement = row.isOfCurrencyWallet ? failStatements.inStoreCurrency : failStatements.inUsDollars;
  return (await runNamed(database, statement, values)).length === 1;
}

/** Back to pending: the attempt bought nothing, and the order shows why. The order's job retries later. */
const retryStatement = {
  name: 'order-retry',
  text: `
  with moved as (
    update orders set status = 'pending', phase = null, submitted_at = null, checkout_handle = null, checkout_sealed = null,
      needs_review_at = null, attempts = attempts - case when $5 then 1 else 0 end,
      restored_at = null, managed_account_id = null, concessions = null, needs_account = needs_account or $4,
      failed_attempts = case when $6::jsonb is null then failed_attempts else coalesce(failed_attempts, '[]') || $6::jsonb end,
      last_attempt = coalesce($6::jsonb, last_attempt), waiting_for = case when $6::jsonb is not null then 'retry' end, updated_at = $3
    where id = $1 and epoch = $2 and ${orderMayBecome('pending')}
    returning id, legacy_request
  ),
  items as (
    update order_items set status = 'pending', updated_at = $3
    where order_id in (select id from moved) and ${itemMayBecome('pending')}
  ),
  ${statusEvent({ type: 'order.waiting', from: relation('moved'), at: '$3' })}
  select id from moved`,
};

interface Retry {
  now: Date;
  /** Why nothing was bought; null if no attempt was made. */
  attempt: LastAttempt | null;
  needsAccount?: boolean;
  /** The store said when to retry, so this does not count as an attempt. */
  isUncounted?: boolean;
}

export async function writeRetry(
  database: Database,
  order: { id: string; epoch: number },
  { now, attempt, needsAccount = false, isUncounted = false }: Retry,
): Promise<boolean> {
  const lastAttempt = attempt && JSON.stringify(attempt);
  const values = [order.id, order.epoch, now, needsAccount, isUncounted, lastAttempt];
  return (await runNamed(database, retryStatement, values)).length === 1;
}
