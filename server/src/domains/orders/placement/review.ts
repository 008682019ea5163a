import type { Checkout, Connector } from '../../../connectors/contract.ts';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import { formatMoney } from '../../../kit/money.ts';
import type { HeldAccount } from '../../catalog/retailer-accounts/index.ts';
import type { ActionRow, NewAction, PlacementRow } from '../orders/index.ts';
import { mayBePartial, orderDigest } from '../orders/index.ts';
import { presentCart } from './present-cart.ts';

type ReviewInput = Pick<ActionRow, 'kind' | 'state' | 'digest' | 'details' | 'answer'>;

/** Only our own reviews are bound to a digest, not those of a store kind. */
const isOurReview = ({ kind, digest }: ReviewInput): boolean => kind === 'review' && digest !== null;

/** The most that a person approved; null if nobody was asked. The last review counts. */
export function reviewedCents(questions: readonly ReviewInput[]): number | null {
  const { total_cents: total } = approvedReview(questions)?.details ?? {};
  return typeof total === 'number' ? total : null;
}

function approvedReview(questions: readonly ReviewInput[]): ReviewInput | null {
  const last = questions.findLast(isOurReview);
  if (!last || (last.state !== 'answered' && last.state !== 'used')) return null;
  return fieldsOf(last.answer).approved === true ? last : null;
}

/** A person who approves a cart without an address is told so. The approval counts for that cart only. */
const isAddressSettled = ({ shipTo }: Checkout, questions: readonly ReviewInput[]): boolean =>
  shipTo !== null || approvedReview(questions)?.details.address_shown === false;

/** An order that may be bought in part may now get another part, which is another cart. */
function isSameCart({ fulfillment }: PlacementRow, { lines }: Checkout, questions: readonly ReviewInput[]): boolean {
  if (!mayBePartial(fulfillment)) return true;
  const seen = listOf(approvedReview(questions)?.details.lines).map(fieldsOf);
  return (
    seen.length === lines.length &&
    lines.every((line) => seen.some((one) => one.line_id === line.lineId && one.quantity === line.quantity))
  );
}

const addressWarning =
  ' The store does not show the shipping address, so Errand could not verify it. Compare it with the order.';

/**
 * In mode `review`, a store is used only after a person has approved this cart, for what they saw or less. Returns what to ask;
 * null if the button may be pressed.
 */
export function createReview(
  connector: Pick<Connector, 'isReviewed'>,
  order: PlacementRow,
  checkout: Checkout,
  questions: readonly ReviewInput[],
  held: Pick<HeldAccount, 'isOwn'> | null,
): NewAction | null {
  if (connector.isReviewed !== true) return null;
  const before = reviewedCents(questions);
  const { price } = checkout;
  const isDearer = before === null || price.total > before;
  if (!isDearer && isAddressSettled(checkout, questions) && isSameCart(order, checkout, questions)) return null;
  const total = `${formatMoney({ amount: price.total, currency: price.currency })} ${price.currency}`;
  const message =
    before === null || !isDearer
      ? `Review this purchase. The total at ${order.retailer} is ${total}. Nothing has been bought yet.`
      : `The price rose after approval. The total at ${order.retailer} is now ${total}. Nothing has been bought yet.`;
  const isAddressShown = checkout.shipTo !== null;
  return {
    kind: 'review',
    // Account owners decide about purchases with their account, operators about those the service pays for.
    askedOf: held && !held.isOwn ? 'customer' : 'operator',
    message: isAddressShown ? message : `${message}${addressWarning}`,
    digest: orderDigest(order),
    details: {
      retailer: order.retailer,
      currency: price.currency,
      subtotal_cents: price.subtotal,
      shipping_cents: price.shipping,
      tax_cents: price.tax,
      fees_cents: price.fees,
      total_cents: price.total,
      max_price_cents: order.max_price_cents,
      ship_to: order.shipping_address,
      approved_before_cents: before,
      estimated_delivery: checkout.estimatedDelivery,
      address_shown: isAddressShown,
      ...(checkout.picture && { screenshot: checkout.picture }),
      lines: linesOf(order, checkout),
      ...presentCart(order.items, checkout),
    },
  };
}

function linesOf(order: PlacementRow, { lines }: Checkout) {
  return lines.map((line) => {
    const item = order.items.find(({ id }) => id === line.lineId);
    return {
      line_id: line.lineId,
      product_id: item?.product_id ?? null,
      url: item?.url ?? null,
      quantity: line.quantity,
      unit_price_cents: line.unitPrice,
    };
  });
}
