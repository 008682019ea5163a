import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { formatMoney, zeroCents } from '../../kit/money.ts';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { createBuyAction } from '../answers.ts';
import type {
  ActionRequired,
  AnsweredAction,
  Checkout,
  Outcome,
  Prepared,
  PriceComponents,
  Purchase,
  PurchaseRequest,
} from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { Store } from '../store.ts';

/** A filled cart, or the number of the order that a person placed. */
const Handle = Type.Union([
  Type.Object({
    kind: Type.Literal('cart'),
    cart: Type.Union([Type.String(), Type.Null()]),
    link: Type.String(),
    // The checkout behind the link, if UCP shows its status.
    session: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('ordered'),
    orderNumber: Type.String(),
    at: Type.String(),
    shownAs: Type.Union([Type.String(), Type.Null()]),
  }),
]);
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);

/** An order that a person placed from the cart. */
export interface Ordered {
  number: string;
  /** Its UCP ID, if known. */
  shownAs: string | null;
}

const Answer = Type.Object({ order_number: Type.String(), shown_as: Type.Optional(Type.String()) });

/** The order number from the person or the store. Null until then. */
export function orderNumberIn({ answers = [] }: { answers?: readonly AnsweredAction[] }): Ordered | null {
  const answer = answers.findLast(({ kind }) => kind === 'open_url')?.answer;
  if (!Value.Check(Answer, answer)) return null;
  return { number: answer.order_number.trim(), shownAs: answer.shown_as ?? null };
}

/** The person paid the store directly, so the wallet pays nothing. */
const zeroPrice = (currency: string): PriceComponents => ({
  currency,
  basis: 'gross',
  subtotal: zeroCents,
  shipping: zeroCents,
  tax: zeroCents,
  fees: zeroCents,
  total: zeroCents,
});

export function recordPurchase(
  store: Store,
  request: PurchaseRequest,
  { number, shownAs }: Ordered,
  now: Date,
): Prepared {
  const handle: Handle = { kind: 'ordered', orderNumber: number, at: now.toISOString(), shownAs };
  const lines = request.lines.map(({ lineId, quantity }) => ({
    lineId,
    quantity,
    unitPrice: zeroCents,
    offerId: null,
  }));
  const price = zeroPrice(store.currency);
  const checkout = { handle: JSON.stringify(handle), price, estimatedDelivery: null, lines, shipTo: null };
  return { kind: 'ready', checkout };
}

/** Only a person can complete a purchase: with the link, or at the desk. */
export function submit(store: Store, checkout: Checkout, request: PurchaseRequest): Outcome {
  const handle = handleIn(checkout.handle);
  if (!handle) return refuse('checkout_failed', 'This checkout belongs to a different store. Nothing was bought.');
  if (handle.kind === 'cart')
    return store.mode === 'link' ? requestOpenLink(handle, checkout) : requestDeskPurchase(handle, request);
  const { orderNumber: number, shownAs } = handle;
  return { kind: 'placed', purchase: purchaseOf(store, request, { number, shownAs }, new Date(handle.at)) };
}

export const purchaseOf = (
  store: Store,
  { lines }: { lines: readonly { lineId: string; quantity: number }[] },
  { number, shownAs }: Ordered,
  placedAt: Date,
): Purchase => ({
  merchantOrderIds: [number],
  price: zeroPrice(store.currency),
  estimatedDelivery: null,
  placedAt,
  lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity, unitPrice: zeroCents })),
  shipTo: null,
  note: shownAs,
});

function requestOpenLink({ link, session }: Extract<Handle, { kind: 'cart' }>, { price }: Checkout): ActionRequired {
  const cost = formatMoney({ amount: price.total, currency: price.currency });
  return {
    kind: 'needs',
    question: {
      kind: 'open_url',
      askedOf: 'customer',
      message: `The cart is filled: ${cost} with shipping, before tax. Open the page${session === null ? ', pay the store there, and enter' : ' and pay the store there. The order then continues automatically, or enter'} the order number here. Your wallet is not charged.`,
      details: { price_components: { ...price, basis: undefined } },
      answerSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['order_number'],
        properties: {
          order_number: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S', title: 'Order number' },
        },
      },
      url: link,
      resume: session,
    },
  };
}

function requestDeskPurchase({ link }: Extract<Handle, { kind: 'cart' }>, request: PurchaseRequest): ActionRequired {
  const order = { retailer: request.retailer, max_price_cents: request.maxPrice, items: request.lines };
  const question = createBuyAction(order, 'Review the checkout, complete it there, then record what it cost.');
  return { kind: 'needs', question: { ...question, url: link } };
}
