import { minuteMs } from '../../../kit/clock.ts';
import { formatCents } from '../../../kit/money.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { approvalMinutes, approvalText, type PolicyDecision } from '../../access/policies/index.ts';
import type { KnownProduct } from '../../catalog/products/index.ts';
import { type CardRow, listCards } from '../../money/top-ups/index.ts';
import {
  type NewAction,
  namedText,
  ownCardPayment,
  type PurchaseSummary,
  paymentOf,
  requesterOf,
} from './actions/index.ts';
import { orderDigest } from './digest.ts';
import type { NewOrder } from './sql-accept.ts';

export interface ApprovalInput {
  order: NewOrder;
  verdict: PolicyDecision;
  /** In the order of the items. Empty if nobody looked. */
  products: readonly KnownProduct[];
  keyName: string;
  /** Null: the wallet pays. */
  card: CardRow | null;
  publicUrl: string;
}

function summaryOf({ order, verdict, products, keyName, card }: ApprovalInput): PurchaseSummary {
  const { quoted = null } = order;
  const rules = verdict.findings.filter(({ decision }) => decision === 'approve');
  return {
    requested_by: requesterOf(keyName, order.metadata),
    retailer: order.retailer,
    currency: quoted?.currency ?? 'USD',
    items: order.items.map(({ url, quantity, variant }, index) => ({
      url,
      title: quoted?.items[index]?.title ?? namedText(products[index]?.title),
      variant,
      quantity,
      unit_price_cents: quoted?.items[index]?.unit_price_cents ?? products[index]?.priceCents ?? null,
    })),
    ship_to: order.shipping_address,
    price_components: quoted?.price_components ?? null,
    service_fee_cents: order.fee_cents,
    max_price_cents: order.max_price_cents,
    max_charge_cents: order.max_price_cents + order.fee_cents,
    payment: order.paid_by_client ? ownCardPayment : paymentOf(card),
    rules: rules.map(({ rule, limit }) => ({ rule, limit: limit ?? null, text: approvalText({ rule, limit }) })),
  };
}

/** The action that a policy requires before an order is bought. */
export function createApproval(input: ApprovalInput): NewAction {
  const { order, verdict, publicUrl } = input;
  const asking = verdict.byPolicy.filter(({ findings }) => findings.some(({ decision }) => decision === 'approve'));
  const policies = asking.map(({ policy }) => policy);
  const approvers = [...new Set(policies.flatMap(({ rules }) => rules.approvers ?? []))];
  const summary = summaryOf(input);
  return {
    kind: 'approve',
    askedOf: 'customer',
    message: `Approve this order for at most ${formatCents(summary.max_charge_cents)}? A spending policy requires approval.`,
    details: { ...summary, fee_cents: order.fee_cents, ...(approvers.length > 0 ? { approvers } : {}) },
    urlFor: (id) => `${publicUrl}/app/approvals/${id}`,
    digest: orderDigest(order),
    withinMs: approvalMinutes(policies) * minuteMs,
  };
}

/** The card that pays for a new order; null if the wallet pays. */
export async function findCardOf(
  executor: Executor,
  { account_id: accountId, world, card, card_choice: choice }: NewOrder,
  now: Date,
): Promise<CardRow | null> {
  const id = card?.card_id ?? choice?.id;
  if (id === undefined) return null;
  return (await listCards(executor, { accountId, world }, now)).find((row) => row.id === id) ?? null;
}
