import { isoOrNull } from '../../../kit/clock.ts';
import { existing } from '../../../kit/existing.ts';
import type { OpenCharge } from '../../channels/agent/core.ts';
import { destinationOf, type FailingRow } from '../../channels/webhooks/index.ts';
import { presentListedCase, presentWholeCase } from '../../delivery/cases/index.ts';
import { presentReturn } from '../../delivery/returns/index.ts';
import { presentOrder, timelineOf } from '../../orders/orders/index.ts';
import type { Credited, CreditRequest } from './credit-account.ts';
import type { CaseFile } from './list-cases.ts';
import type { DoubtFile } from './list-doubts.ts';
import type { RetailerFile } from './list-retailers.ts';
import type { ReturnFile } from './list-returns.ts';
import type { Overview } from './overview.ts';
import { leftToRefund } from './refund-order.ts';
import type { ActionRow } from './sql.ts';
import type { NewestOrders } from './sql-counts.ts';

export const presentOrdersSince = ({ test, live }: NewestOrders['countedSince']) => ({
  test: isoOrNull(test),
  live: isoOrNull(live),
});

export function presentOverview({ health, kinds, failing, orders, ordersSince, waiting, ledger }: Overview) {
  const oldest = kinds
    .filter((kind) => kind.oldestReadyAt !== null)
    .sort((a, b) => existing(a.oldestReadyAt).getTime() - existing(b.oldestReadyAt).getTime())[0];
  return {
    health,
    queue: {
      kinds: kinds.map(({ oldestReadyAt, ...depth }) => ({ ...depth, oldest_ready_at: isoOrNull(oldestReadyAt) })),
      oldest_ready: oldest ? { kind: oldest.kind, due_at: existing(oldest.oldestReadyAt).toISOString() } : null,
      failing: failing.map((job) => ({
        id: String(job.id),
        kind: job.kind,
        attempts: job.attempts,
        error: job.last_error.slice(0, 500),
        next_attempt_at: job.dead_at ? null : job.run_at.toISOString(),
        dead_at: isoOrNull(job.dead_at),
        created_at: job.created_at.toISOString(),
      })),
    },
    orders_24h: orders,
    orders_since: presentOrdersSince(ordersSince),
    waiting,
    ledger: {
      is_sound: ledger.problems.length === 0,
      problems: ledger.problems.map(({ account_id, world, problem }) => ({ account_id, world, problem })),
      checked_at: ledger.checkedAt.toISOString(),
    },
  };
}

export function presentDoubt({ doubt, order, email, boughtWith }: DoubtFile, now: Date) {
  return {
    order_id: doubt.id,
    world: doubt.world,
    account_id: order.account_id,
    account_email: email,
    retailer: doubt.retailer,
    max_price_cents: doubt.max_price_cents,
    fee_cents: order.fee_cents,
    paid_by_client: order.paid_by_client,
    submitted_at: doubt.submitted_at.toISOString(),
    needs_review_at: doubt.needs_review_at.toISOString(),
    evidence: {
      reference: doubt.id,
      checkout_kept: doubt.is_checkout_kept,
      bought_with: boughtWith && {
        short_id: boughtWith.shortId,
        email: boughtWith.email,
        is_own: boughtWith.isOwn,
      },
      times_asked: doubt.doubt?.asked ?? null,
      last_answer: doubt.doubt?.message ?? null,
      timeline: timelineOf(order),
    },
    order: presentOrder(order, now),
  };
}

export function presentReturnFile({ row, order, email, worth }: ReturnFile, publicUrl: string, now: Date) {
  return {
    ...presentReturn(row, publicUrl, now),
    world: row.world,
    account_id: row.account_id,
    account_email: email,
    retailer: order.retailer,
    merchant_order_ids: order.merchant_order_ids,
    charged_cents: order.charged_cents,
    worth_cents: worth,
    credited_cents: row.credited_cents,
    approved_at: row.approved_at?.toISOString() ?? null,
  };
}

const presentOwner = ({ order, email }: CaseFile<unknown>) => ({
  world: order.world,
  account_id: order.account_id,
  account_email: email,
  retailer: order.retailer,
  order_status: order.status,
  tracking_statuses: order.shipments.map(({ status }) => status),
});

export const presentCaseFile = (file: CaseFile<Parameters<typeof presentWholeCase>[0]>) => ({
  ...presentWholeCase(file.found),
  ...presentOwner(file),
  refundable_cents: leftToRefund(file.order),
});

export const presentListedCaseFile = (file: CaseFile<Parameters<typeof presentListedCase>[0]>) => ({
  ...presentListedCase(file.found),
  ...presentOwner(file),
});

export function presentRetailerFile({ world, id, displayName, connector, switched, outcomes }: RetailerFile) {
  return {
    retailer: id,
    display_name: displayName,
    world,
    connector: connector?.name ?? null,
    abilities: connector ? [...connector.abilities] : [],
    enabled: switched?.is_enabled ?? true,
    reason: switched?.reason ?? null,
    switched_by: switched?.switched_by ?? null,
    switched_at: isoOrNull(switched?.switched_at ?? null),
    orders_24h: outcomes,
  };
}

export function presentCredit(credit: CreditRequest, credited: Credited) {
  return {
    id: credit.id.toLowerCase(),
    account_id: credited.accountId,
    email: credit.email.toLowerCase(),
    world: credit.world,
    amount_cents: credit.amount,
    note: credit.note,
    available_cents: credited.availableCents,
    created_at: credited.creditedAt.toISOString(),
  };
}

/** Of the URL only what finds the receiver: its credentials and its query may hold secrets of the customer's. */
export function presentFailing(row: FailingRow, email: string | null) {
  const { origin, receiver } = destinationOf(row.url);
  return {
    account_id: row.account_id,
    account_email: email,
    world: row.world,
    host: origin.replace(/^\w+:\/\//, ''),
    url: receiver,
    failures: row.failures,
    last_status: row.response_status,
    last_error: row.error,
    next_attempt_at: isoOrNull(row.next_attempt_at),
    waiting: row.waiting,
    failing_since: row.failing_since.toISOString(),
  };
}

export function presentAction(row: ActionRow) {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    operator_email: row.operator,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    before: row.before,
    after: row.after,
    note: row.note,
  };
}

export const presentOpenCharge = (charge: OpenCharge) => ({
  id: charge.id,
  kind: charge.kind,
  world: charge.world,
  account_id: charge.account_id,
  method: charge.method,
  reference: charge.reference,
  amount_cents: charge.amount_cents,
  since: charge.since.toISOString(),
  looks: charge.looks,
  last_answer: charge.last_answer,
});
