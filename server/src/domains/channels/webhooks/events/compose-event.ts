import { createHash } from 'node:crypto';
import type { AppEvent } from '../../../../events/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { idFrom, newId } from '../../../../kit/ids.ts';
import type { World } from '../../../../kit/world.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import { findPolicyById, presentPolicy } from '../../../access/policies/index.ts';
import { findAccountById, presentAccount } from '../../../catalog/retailer-accounts/index.ts';
import { findWholeCase, presentWholeCase } from '../../../delivery/cases/index.ts';
import { findReturn, presentReturn } from '../../../delivery/returns/index.ts';
import { findBatch, loadRows, presentBatch, rowsInList } from '../../../orders/bulk/index.ts';
import { presentOrder, type WholeOrder } from '../../../orders/orders/index.ts';
import type { EventType, WebhookMessage } from '../model.ts';
import { orderAsItWas } from './as-it-was.ts';

export interface ComposeNeeds {
  database: Database;
  clock: Clock;
  vault: Vault;
  publicUrl: string;
  mailDomain: string;
}

/** An event as its account is told of it. */
export interface ToldEvent {
  type: EventType;
  accountId: string;
  world: World;
  orderId: string | null;
  subject: WebhookMessage['subject'];
  at: Date;
  /** The object as its GET shows it, with its id. */
  data: { id: string };
}

/** Under which type each event is told; one that is not listed is for the service alone. */
const typesByEvent: Partial<Record<AppEvent['type'], EventType>> = {
  'order.created': 'order.created',
  'order.placed': 'order.placed',
  'order.failed': 'order.failed',
  'order.cancelled': 'order.cancelled',
  'order.cancelled_by_retailer': 'order.cancelled_by_retailer',
  'order.action_required': 'order.action_required',
  'tracking.obtained': 'tracking.obtained',
  'tracking.updated': 'tracking.updated',
  'return.requested': 'return.updated',
  'return.resolved': 'return.updated',
  'case.updated': 'case.updated',
  'bulk.completed': 'bulk.completed',
  'policy.alert': 'policy.alert',
  'managed_account.paused': 'managed_account.paused',
};

/** What happens once to its subject. Such an event has the same id when a restored database tells of it again. */
const once: ReadonlySet<AppEvent['type']> = new Set([
  'order.created',
  'order.placed',
  'order.failed',
  'order.cancelled',
  'order.cancelled_by_retailer',
  'return.requested',
  'return.resolved',
  'bulk.completed',
]);

export function eventIdOf(event: AppEvent, { subject }: Pick<ToldEvent, 'subject'>): string {
  if (!once.has(event.type)) return newId();
  return idFrom(createHash('sha256').update(`event ${event.type} ${subject.id}`).digest());
}

export const isTold = (event: AppEvent): boolean => event.type in typesByEvent;

/** Null when no client listens, or there is nothing left to tell of. */
export async function composeEvent(
  needs: ComposeNeeds,
  event: AppEvent,
  order: WholeOrder | null,
): Promise<ToldEvent | null> {
  const type = typesByEvent[event.type];
  if (!type) return null;
  const at = event.at === undefined ? needs.clock.now() : new Date(event.at);
  if ('orderId' in event) return order && ofOrder(needs, { event, order, type, at });
  if (event.type === 'bulk.completed') return ofBatch(needs, event.batchId, at);
  if (event.type === 'policy.alert') return ofPolicy(needs, event, at);
  if (event.type === 'managed_account.paused') return ofManagedAccount(needs, event.managedAccountId, at);
  return null;
}

interface OrderCase {
  event: AppEvent & { orderId: string };
  order: WholeOrder;
  type: EventType;
  at: Date;
}

async function ofOrder(needs: ComposeNeeds, { event, order, type, at }: OrderCase): Promise<ToldEvent | null> {
  const told = { type, at, accountId: order.account_id, world: order.world, orderId: order.id };
  if ('returnId' in event) {
    const row = await findReturn(needs.database.db, event.returnId);
    if (!row) return null;
    const shown = presentReturn(row, needs.publicUrl, needs.clock.now());
    // Nothing was decided when it was asked for.
    const then = event.type === 'return.requested' ? { ...shown, status: 'open', label_urls: [] } : shown;
    return { ...told, subject: { kind: 'return', id: row.id }, data: then };
  }
  if (event.type === 'case.updated') {
    const found = await findWholeCase(needs.database.db, order.id);
    const data = found && { id: order.id, ...presentWholeCase(found) };
    return data && { ...told, subject: { kind: 'case', id: order.id }, data };
  }
  const data = presentOrder(orderAsItWas(order, event, at), at);
  return { ...told, subject: { kind: 'order', id: order.id }, data };
}

async function ofBatch({ database }: ComposeNeeds, id: string, at: Date): Promise<ToldEvent | null> {
  const batch = await findBatch(database.db, id);
  if (!batch) return null;
  // As many rows as the list of batches shows; the batch itself has them all.
  const data = presentBatch(batch, await loadRows(database.db, [id], 0, rowsInList));
  const { account_id: accountId, world } = batch;
  return { type: 'bulk.completed', accountId, world, orderId: null, subject: { kind: 'bulk', id }, at, data };
}

/** The policy, and which of its windows fills up. */
async function ofPolicy(
  { database }: ComposeNeeds,
  event: AppEvent<'policy.alert'>,
  at: Date,
): Promise<ToldEvent | null> {
  const { accountId, world, policyId: id, rule, periodStart, percent, limit, used } = event;
  const row = await findPolicyById(database.db, id);
  if (!row) return null;
  const alert = { rule, period_start: periodStart, percent, limit_cents: limit, used_cents: used };
  const data = { ...presentPolicy(row), alert };
  return { type: 'policy.alert', accountId, world, orderId: null, subject: { kind: 'policy', id }, at, data };
}

async function ofManagedAccount(needs: ComposeNeeds, id: string, at: Date): Promise<ToldEvent | null> {
  const row = await findAccountById(needs.database.db, id);
  if (!row?.account_id) return null;
  // What is kept of the configuration is sealed, and an event is not: it tells that there is one, and nothing of it.
  const data = { ...(await presentAccount(needs, row, needs.clock.now())), retailer_config: {} };
  const subject = { kind: 'managed_account' as const, id };
  return {
    type: 'managed_account.paused',
    accountId: row.account_id,
    world: row.world,
    orderId: null,
    subject,
    at,
    data,
  };
}
