import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { cartMatches, limitsFor, type WantedLine, wantedQuantity } from '../cart-lines.ts';
import { readyCheckout, refusePrice } from '../check-cart.ts';
import type { ActionRequired, BoughtBefore, Prepared, PurchaseRequest, Refusal, Refused } from '../contract.ts';
import { cartChanged, refuse, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { errorTextOf, messagesIn } from './api.ts';
import { isSentTo, linesOf, priceOf, returnPolicyOf, type Session, shipToOf, showsNoAddress } from './checkout.ts';
import { type Handle, mayBePaid } from './handle.ts';

const refusalByCode: Readonly<Record<string, Refusal>> = {
  out_of_stock: 'product_out_of_stock',
  item_unavailable: 'product_unavailable',
  not_found: 'product_not_found',
  item_not_found: 'product_not_found',
  invalid_item: 'product_not_found',
  quantity_unavailable: 'product_quantity_unavailable',
  insufficient_stock: 'product_quantity_unavailable',
  address_undeliverable: 'shipping_address_invalid',
  invalid_address: 'shipping_address_invalid',
  payment_failed: 'payment_declined',
  payment_declined: 'payment_declined',
};

/** The store's objections to the session. Null if only the payment is missing. */
export function findComplaint(answer: Record<string, unknown>, wanted: readonly WantedLine[] = []): Refused | null {
  // The payment is sent with `complete` only.
  const errors = messagesIn(answer).filter(({ type, path }) => type === 'error' && !path.startsWith('$.payment'));
  if (errors.length === 0) return null;
  const named = errors.find(({ code }) => refusalByCode[code] !== undefined);
  const reason = refusalByCode[named?.code ?? ''] ?? 'checkout_failed';
  const detail = reason === 'shipping_address_invalid' ? { detail: 'shipping_address_refused' } : {};
  return refuse(reason, `The store does not sell this: ${errorTextOf(answer)}`, {
    ...detail,
    ...linesAtFault(answer, named?.path ?? '', wanted),
  });
}

/** The lines of a message by its path, and how many units the store kept. */
function linesAtFault(
  answer: Record<string, unknown>,
  path: string,
  wanted: readonly WantedLine[],
): Pick<Refused, 'lineIds' | 'limits'> {
  const [, place] = /^\$\.line_items\[(\d{1,3})\]/.exec(path) ?? [];
  const asked = [...new Set(wanted.map(({ variantId }) => variantId))];
  if (place === undefined) return {};
  const shown = fieldsOf(listOf(answer.line_items)[Number(place)]);
  const variantId = textOf(fieldsOf(shown.item).id) ?? asked[Number(place)];
  if (variantId === undefined || !asked.includes(variantId)) return {};
  const lineIds = wanted.filter((line) => line.variantId === variantId).map(({ lineId }) => lineId);
  const { quantity } = shown;
  const isLess = typeof quantity === 'number' && quantity > 0 && quantity < wantedQuantity(wanted, variantId);
  return isLess ? limitsFor(wanted, variantId, quantity) : { lineIds };
}

/** The store silently reduced a quantity. An order that accepts partial purchases buys the rest. */
export function findShortage(
  session: Session,
  { isBestEffort = false }: PurchaseRequest,
  wanted: readonly WantedLine[],
): Refused | null {
  const lines = linesOf(session);
  const counted = (variantId: string): number =>
    lines.filter((line) => line.variantId === variantId).reduce((sum, { quantity }) => sum + quantity, 0);
  const isPart = lines.every(({ variantId, quantity }) => quantity <= wantedQuantity(wanted, variantId));
  if (!isBestEffort || !isPart) return null;
  const short = [...new Set(wanted.map(({ variantId }) => variantId))].map((id) => limitsFor(wanted, id, counted(id)));
  return refuse('product_quantity_unavailable', 'The store does not have enough of this item in stock.', {
    detail: 'invalid_quantity',
    lineIds: short.flatMap(({ lineIds }) => lineIds),
    limits: short.flatMap(({ limits }) => limits),
  });
}

/** Whether the session matches the order. Checked after every change. */
function differenceIn(
  { mode }: Store,
  session: Session,
  request: PurchaseRequest,
  wanted: readonly WantedLine[],
): Refused | null {
  const differs = (what: string): Refused => cartChanged(`The store's checkout ${what}. Nothing was bought.`);
  if (!cartMatches(linesOf(session), wanted)) return differs('does not contain what was ordered');
  if (!priceOf(session)) return differs('has totals that do not add up');
  if (showsNoAddress(session)) return mode === 'review' ? null : addressNotShown;
  if (!isSentTo(session, request.shippingAddress)) return differs('has a different shipping address than the order');
  return null;
}

/** Without a visible address, only a person can approve the cart. */
const addressNotShown = refuse(
  'checkout_failed',
  'The store does not show the shipping address, so Errand cannot verify it. Nothing was bought. ' +
    "Orders from this store need manual review: set the store's mode to review.",
  { detail: 'address_not_shown' },
);

/** A person has to continue at the URL in this response, never an older one. */
export function escalationOf(session: Session, handle: Handle): ActionRequired | Refused {
  const url = session.continue_url ? URL.parse(session.continue_url) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return unexpectedAnswer('The store requires a manual step on its page but did not provide a URL.');
  }
  const reasons = messagesIn(session.answer).filter(({ type, content }) => type === 'error' && content !== '');
  return {
    kind: 'needs',
    question: {
      kind: 'open_url',
      askedOf: 'customer',
      message: 'The store needs you to continue on its page. Open it, complete the steps, then come back.',
      details: { store_says: reasons.map(({ code, content }) => ({ code, content })) },
      answerSchema: {
        type: 'object',
        properties: { done: { const: true } },
        required: ['done'],
        additionalProperties: false,
      },
      url: url.href,
      expiresInMs: null,
      resume: JSON.stringify(handle),
      ...(mayBePaid(handle) ? { isInDoubt: true as const } : {}),
    },
  };
}

export type CheckedSession = Exclude<Prepared, BoughtBefore>;

/** Checks status, lines, totals, address, currency, max_price and tax. */
export function checkSession(store: Store, request: PurchaseRequest, session: Session, handle: Handle): CheckedSession {
  if (session.status === 'requires_escalation') {
    const recoverable = messagesIn(session.answer).filter(({ severity }) => severity === 'recoverable');
    const said = { ...session.answer, messages: recoverable };
    const complaint = recoverable.length > 0 ? findComplaint(said, handle.wanted) : null;
    return complaint ?? escalationOf(session, handle);
  }
  const complaint = findComplaint(session.answer, handle.wanted);
  if (complaint) return complaint;
  if (session.status !== 'ready_for_complete' && session.status !== 'incomplete') {
    return unexpectedAnswer(`The store's checkout is ${session.status}. Nothing was bought.`);
  }
  const difference = differenceIn(store, session, request, handle.wanted);
  if (difference) return difference;
  const price = priceOf(session);
  if (!price) return cartChanged("The store's totals do not add up. Nothing was bought.");
  const refusal = refusePrice(store, request, price);
  if (refusal) return refusal;
  const shown = { shipTo: shipToOf(session), returnPolicyUrl: returnPolicyOf(session) };
  return readyCheckout({ handle, price, lines: linesOf(session), wanted: handle.wanted, ...shown });
}
