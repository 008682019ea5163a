import { fieldsOf } from '../../kit/fields.ts';
import { foreignCheckout, placedOutcome, unknownOutcome } from '../answers.ts';
import { toSoldLines } from '../cart-lines.ts';
import { refuseChanged } from '../check-cart.ts';
import type { Call, Checkout, Outcome, Purchase, PurchaseRequest, Refused } from '../contract.ts';
import { cartChanged, refuse } from '../refuse.ts';
import { type Handle, handleIn, noteOf } from './handle.ts';
import {
  addressInput,
  type ErrorResult,
  errorIn,
  isPlaced,
  linesOf,
  orderFields,
  orderIn,
  orderOrError,
  priceOf,
  type ShopOrder,
  shipToOf,
} from './order.ts';
import { type BuyingNeeds, cancelActive, emptyActive, paymentMethod } from './prepare.ts';
import { settingsOf } from './settings.ts';
import { problemOf, type ShopReply } from './shop-api.ts';

const arrangePaymentDocument = `mutation Stand {
  transitionOrderToState(state: "ArrangingPayment") {
    __typename ...OrderFields ... on ErrorResult { errorCode message } ... on OrderStateTransitionError { transitionError }
  }
}
${orderFields}`;

const payDocument = `mutation Pay($method: String!, $metadata: JSON!) {
  addPaymentToOrder(input: { method: $method, metadata: $metadata }) ${orderOrError}
}
${orderFields}`;

const lookupDocument = `query Again($code: String!) {
  activeOrder { ...OrderFields } eligiblePaymentMethods { code isEligible } orderByCode(code: $code) { ...OrderFields }
}
${orderFields}`;

/**
 * Freezes the cart, checks it again and pays. Before the payment nothing is bought; after it, anything but a clear
 * response is unknown.
 */
export async function submit(
  needs: BuyingNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const handle = handleIn(checkout.handle);
  if (!handle) return foreignCheckout;
  const frozen = await freezeOrder(needs, handle, request, call);
  if ('kind' in frozen) return frozen;
  const obstacle = findOrderChange(frozen, checkout, handle, request);
  if (obstacle) return obstacle;
  const method = await methodFor(needs, handle, call);
  if ('kind' in method) return method;
  const metadata = { ...settingsOf(needs.store).paymentMetadata, reference: request.reference };
  const reply = await needs.api.ask(payDocument, { method: method.code, metadata }, handle.token, call);
  return outcomeOf(needs, reply, handle, request, call);
}

/** Asked only if no payment method is configured. */
async function methodFor({ api, store }: BuyingNeeds, handle: Handle, call: Call) {
  if (typeof store.payment === 'string') return { code: store.payment };
  const reply = await api.ask('query Methods { eligiblePaymentMethods { code isEligible } }', {}, handle.token, call);
  if (reply.kind === 'failed') return reply.problem;
  return paymentMethod(store, reply.data.eligiblePaymentMethods);
}

/** Freezes the lines and returns the cart as it will be bought. */
async function freezeOrder(needs: BuyingNeeds, handle: Handle, request: PurchaseRequest, call: Call) {
  const reply = await needs.api.ask(arrangePaymentDocument, {}, handle.token, call);
  if (reply.kind === 'failed') return reply.problem;
  const order = orderIn(reply.data.transitionOrderToState);
  if (order) return { order };
  const error = errorIn(reply.data.transitionOrderToState);
  if (error?.transitionError && /insufficient stock|out of stock/i.test(error.transitionError)) {
    return refuse('product_out_of_stock', `The product has sold out: ${error.transitionError}`);
  }
  return checkOutcome(needs, handle, request, call, error);
}

/** The order isn't in the expected state: already frozen, bought or canceled. */
async function checkOutcome(
  { api }: BuyingNeeds,
  handle: Handle,
  request: PurchaseRequest,
  call: Call,
  error: ErrorResult | null,
): Promise<{ order: ShopOrder } | Outcome> {
  const reply = await api.ask(lookupDocument, { code: handle.code }, handle.token, call);
  if (reply.kind === 'failed') return unknownOutcome(reply.problem.message);
  const active = orderIn(reply.data.activeOrder);
  if (active?.code === handle.code && active.state === 'ArrangingPayment') return { order: active };
  const ours = orderIn(reply.data.orderByCode);
  if (ours && isPlaced(ours)) return unknownOutcome('This cart was already checked out.');
  if (ours || active?.code === handle.code) {
    const message = `The cart can no longer be checked out (${error?.transitionError ?? ours?.state ?? 'changed'}). Nothing was bought.`;
    return refuse('checkout_failed', message);
  }
  // Guests see bought orders only, and only for two hours.
  return unknownOutcome(`The store no longer has an open cart for order ${request.reference}.`);
}

/** Compares the cart with the quoted one. */
function findOrderChange(
  { order }: { order: ShopOrder },
  checkout: Checkout,
  handle: Handle,
  request: PurchaseRequest,
): Refused | null {
  if (order.code !== handle.code)
    return cartChanged('The store replaced the cart with another one. Nothing was bought.');
  const { fullName: _name, ...there } = order.shippingAddress ?? {};
  const { fullName: _ours, ...address } = addressInput(request.shippingAddress);
  return refuseChanged(request, checkout, {
    price: priceOf(order, handle),
    lines: linesOf(order, handle),
    wanted: handle.wanted,
    isSentThere: Object.entries(address).every(([key, value]) => (fieldsOf(there)[key] ?? '') === value),
  });
}

async function outcomeOf(
  needs: BuyingNeeds,
  reply: ShopReply,
  handle: Handle,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  if (reply.kind === 'failed') return reply.wasSent ? unknownOutcome(reply.problem.message) : reply.problem;
  const order = orderIn(reply.data.addPaymentToOrder);
  if (order && order.code !== handle.code)
    return unknownOutcome(`The store took the payment for another order (${order.code}).`);
  if (order && isPlaced(order)) return placedOutcome(purchaseOf(order, handle, request.shippingAddress));
  if (order) return unknownOutcome(`The store took the payment, but the order is ${order.state}.`);
  const error = errorIn(reply.data.addPaymentToOrder);
  switch (error?.errorCode) {
    case 'PAYMENT_DECLINED_ERROR':
    case 'PAYMENT_FAILED_ERROR':
    case 'INELIGIBLE_PAYMENT_METHOD_ERROR':
      return refuse('payment_declined', `The store did not accept the payment: ${error.message}`);
    case 'NO_ACTIVE_ORDER_ERROR':
    case 'ORDER_PAYMENT_STATE_ERROR': {
      const now = await checkOutcome(needs, handle, request, call, error);
      return 'kind' in now ? now : unknownOutcome('The store rejected the payment and kept the cart open.');
    }
    default:
      return unknownOutcome(problemOf(reply).message);
  }
}

export function purchaseOf(
  order: ShopOrder,
  handle: Pick<Handle, 'basis' | 'decimals' | 'wanted' | 'code' | 'token'>,
  ordered: PurchaseRequest['shippingAddress'],
): Purchase | null {
  const price = priceOf(order, handle);
  if (!price || order.orderPlacedAt === null) return null;
  return {
    merchantOrderIds: [order.code],
    price,
    estimatedDelivery: null,
    placedAt: new Date(order.orderPlacedAt),
    lines: toSoldLines(linesOf(order, handle), handle.wanted),
    shipTo: shipToOf(order, ordered),
    note: noteOf(handle),
  };
}

/** Releases a cart that won't be bought. */
export async function release(
  { api }: Pick<BuyingNeeds, 'api'>,
  checkout: Checkout,
  { account }: Pick<PurchaseRequest, 'account'>,
  call: Call,
) {
  const handle = handleIn(checkout.handle);
  if (handle) await (account === null ? emptyActive : cancelActive)(api, handle.token, call);
}
