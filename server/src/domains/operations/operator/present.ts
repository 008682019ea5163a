import { isoOrNull } from '../../../kit/clock.ts';
import { presentAs } from '../../../platform/http/index.ts';
import { destinationOf, type FailingEndpointRow } from '../../channels/webhooks/index.ts';
import { type AttemptsRow, type FullOrder, isLate } from '../../orders/orders/index.ts';
import type { Credited, CreditRequest } from './credit-account.ts';
import type { RetailerFile } from './list-retailers.ts';
import { recipientOf } from './load-owned.ts';
import { ActionView, FailingView } from './schema.ts';
import { CreditView, OperatorRetailerView } from './schema-settings.ts';
import { ListedOrderView, MoveView } from './schema-subjects.ts';
import type { ActionRow } from './sql.ts';
import type { NewestOrders } from './sql-counts.ts';
import type { MoveRow } from './sql-subjects.ts';

export const presentOrdersSince = ({ test, live }: NewestOrders['countedSince']) => ({
  test: isoOrNull(test),
  live: isoOrNull(live),
});

export const presentRetailer = ({ world, id, displayName, connector, switched, outcomes }: RetailerFile) =>
  presentAs(OperatorRetailerView, {
    retailer: id,
    display_name: displayName,
    world,
    connector: connector?.name ?? null,
    abilities: connector ? [...connector.abilities] : [],
    enabled: switched?.is_enabled ?? true,
    reason: switched?.reason ?? null,
    switched_by: switched?.switched_by ?? null,
    switched_at: switched?.switched_at ?? null,
    orders_24h: outcomes,
  });

export const presentCredit = (asked: CreditRequest, made: Credited) =>
  presentAs(CreditView, {
    ...asked,
    id: asked.id.toLowerCase(),
    account_id: made.accountId,
    email: asked.email.toLowerCase(),
    amount_cents: asked.amount,
    currency: asked.currency ?? 'USD',
    available_cents: made.availableCents,
    created_at: made.creditedAt,
  });

/** Without credentials and query, which may contain the customer's secrets. */
export function presentFailing(row: FailingEndpointRow, email: string | null) {
  const { origin, receiver } = destinationOf(row.url);
  return presentAs(FailingView, {
    ...row,
    account_email: email,
    host: origin.replace(/^\w+:\/\//, ''),
    url: receiver,
    last_status: row.response_status,
    last_error: row.error,
  });
}

export const presentAction = (row: ActionRow) => presentAs(ActionView, { ...row, operator_email: row.operator });

/** Every attempt to buy an order, oldest first, with the store's response. */
export function presentAttempts(row: AttemptsRow) {
  const { status, failed_attempts: failed, job_result: result, doubt } = row;
  const earlier = (failed ?? []).map(({ at, reason, message }) => ({
    at,
    outcome: 'retried' as const,
    reason,
    message,
  }));
  if (row.started_at === null || status === 'pending' || status === 'cancelled') return earlier;
  const at = (row.ended_at ?? row.needs_review_at ?? row.submitted_at ?? row.started_at).toISOString();
  if (status === 'in_progress') {
    const outcome = row.needs_review_at ? ('needs_review' as const) : ('running' as const);
    return [...earlier, { at, outcome, reason: null, message: doubt?.message ?? null }];
  }
  const outcome = status === 'order_failed' ? ('failed' as const) : ('placed' as const);
  return [...earlier, { at, outcome, reason: result?.error_type ?? null, message: result?.error ?? null }];
}

/** An entry of the ledger of US dollars, or of another currency. */
export const presentMove = (row: Omit<MoveRow, 'account_id'>, currency = 'USD') =>
  presentAs(MoveView, {
    ...row,
    // Each ledger counts its own entries.
    id: currency === 'USD' ? String(row.id) : `${currency}-${row.id}`,
    currency,
    type: row.kind,
    from: row.debit,
    to: row.credit,
    order_id: row.cause === 'order' ? row.cause_id : null,
    by_operator: row.cause === 'operator',
  });

/** An order as one row of a list. */
export const presentOrderRow = (order: FullOrder) =>
  presentAs(ListedOrderView, {
    ...order,
    recipient: recipientOf(order),
    tracking_numbers: order.shipments.map(({ status }) => ({ status })),
    is_late: isLate(order),
  });
