import type { AppEvent, Subjects } from '../../../../events/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { World } from '../../../../kit/world.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import { findPolicyById, presentPolicy } from '../../../access/policies/index.ts';
import { findAccountById, presentAccount } from '../../../catalog/retailer-accounts/index.ts';
import { exampleCase, findFullCase, presentFullCase } from '../../../delivery/cases/index.ts';
import { exampleReturn, findReturn, presentReturn, type ReturnRow } from '../../../delivery/returns/index.ts';
import { findBatch, loadRows, presentBatch, rowsInList } from '../../../orders/bulk/index.ts';
import { exampleOrderView, type FullOrder, presentOrder } from '../../../orders/orders/index.ts';
import { orderAtEvent } from './order-at-event.ts';

export interface ComposeNeeds {
  database: Database;
  clock: Clock;
  vault: Vault;
  publicUrl: string;
  mailDomain: string;
}

/** `order` is set if the event names one. */
interface Happened {
  event: AppEvent;
  order: FullOrder | null;
  at: Date;
}

/** The object's owner, and the object as its GET returns it. */
export interface Composed {
  accountId: string;
  world: World;
  data: { id: string };
}

interface Described {
  model: string;
  example: Record<string, unknown>;
  /** Null if the object no longer exists, or the event is about another kind. */
  compose(needs: ComposeNeeds, happened: Happened): Promise<Composed | null>;
}

const ofOrder = (order: FullOrder, data: { id: string }): Composed => ({
  accountId: order.account_id,
  world: order.world,
  data,
});

/** A requested return has no decision, however late the webhook is sent. */
const asRequested = (row: ReturnRow): ReturnRow => ({
  ...row,
  status: 'open',
  labels: [],
  merchant_return_id: null,
  resolution_notes: null,
  credited_cents: null,
  resolved_at: null,
  updated_at: row.created_at,
});

/** Subjects of events. */
export const subjects: Record<keyof Subjects, Described> = {
  order: {
    model: 'Order',
    example: exampleOrderView,
    compose: async (_needs, { event, order, at }) =>
      order && ofOrder(order, presentOrder(orderAtEvent(order, event, at), at)),
  },
  return: {
    model: 'Return',
    example: exampleReturn,
    async compose({ database, publicUrl, clock }, { event, order }) {
      const row = 'returnId' in event ? await findReturn(database.db, event.returnId) : null;
      if (!row || !order) return null;
      const then = event.type === 'return.requested' ? asRequested(row) : row;
      return ofOrder(order, presentReturn(then, publicUrl, clock.now()));
    },
  },
  case: {
    model: 'Case',
    example: { id: exampleCase.order_id, ...exampleCase },
    async compose({ database }, { order }) {
      const found = order && (await findFullCase(database.db, order.id));
      return found && ofOrder(order, { id: order.id, ...presentFullCase(found) });
    },
  },
  bulk: {
    model: 'BulkOrder',
    example: { id: exampleOrderView.id, status: 'completed', row_count: 1, placed_count: 1, failed_count: 0 },
    async compose({ database }, { event }) {
      const batch = 'batchId' in event ? await findBatch(database.db, event.batchId) : null;
      if (!batch) return null;
      // As many rows as the list shows; GET of the batch has all.
      const data = presentBatch(batch, await loadRows(database.db, [batch.id], 0, rowsInList));
      return { accountId: batch.account_id, world: batch.world, data };
    },
  },
  policy: {
    model: 'Policy',
    example: { id: exampleOrderView.id, rule: 'spend.day', percent: 80 },
    async compose({ database }, { event }) {
      if (!('policyId' in event)) return null;
      const { accountId, world, policyId, rule, periodStart, percent, limit, used } = event;
      const row = await findPolicyById(database.db, policyId);
      if (!row) return null;
      const alert = { rule, period_start: periodStart, percent, limit_cents: limit, used_cents: used };
      return { accountId, world, data: { ...presentPolicy(row), alert } };
    },
  },
  managed_account: {
    model: 'ManagedAccount',
    example: { id: exampleOrderView.id, is_paused: true, pause_reason: 'invalid_credentials' },
    async compose(needs, { event }) {
      const row = 'managedAccountId' in event ? await findAccountById(needs.database.db, event.managedAccountId) : null;
      if (!row?.account_id) return null;
      // The configuration is encrypted and events are not, so it is left out.
      const data = { ...(await presentAccount(needs, row, needs.clock.now())), retailer_config: {} };
      return { accountId: row.account_id, world: row.world, data };
    },
  },
};
