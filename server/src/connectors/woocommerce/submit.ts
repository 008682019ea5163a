import { fieldsOf } from '../../kit/fields.ts';
import { foreignCheckout, placedOutcome, unknownOutcome } from '../answers.ts';
import { toSoldLines } from '../cart-lines.ts';
import { refuseChanged } from '../check-cart.ts';
import type { Call, Checkout, Outcome, Purchase, PurchaseRequest, Refused } from '../contract.ts';
import { cartChanged, refuse, type StoreProblem } from '../refuse.ts';
import { payerOf } from '../store.ts';
import { mayStillRun } from '../store-client.ts';
import {
  addressInput,
  type Cart,
  cartIn,
  isSentTo,
  linesOf,
  type Order,
  orderIn,
  orderLinesOf,
  priceOf,
  shipToOf,
} from './cart.ts';
import { type Draft, type Handle, handleIn, noteOf, referenceLine } from './handle.ts';
import type { BuyingNeeds } from './prepare.ts';
import { problemOf, type ShopError, type ShopReply, type ShopSession, type StoreApi } from './store-api.ts';

/** Status of an unpaid draft. */
export const draftStatus = 'checkout-draft';
/** Statuses of sold orders, paid now or later. */
const soldStatuses: ReadonlySet<string> = new Set(['processing', 'on-hold', 'completed']);

export async function readOrder(
  api: StoreApi,
  { id, key }: Draft,
  email: string,
  call: Call,
): Promise<Order | ShopReply> {
  const query = new URLSearchParams({ key, billing_email: email });
  const reply = await api.openSession().ask('GET', `/order/${encodeURIComponent(id)}?${query}`, call);
  return (reply.kind === 'data' ? orderIn(reply.data) : null) ?? reply;
}

export async function readCart(shopSession: ShopSession, call: Call): Promise<Cart | StoreProblem> {
  const reply = await shopSession.ask('GET', '/cart', call);
  const cart = reply.kind === 'data' ? cartIn(reply.data) : null;
  return cart ?? problemOf(reply);
}

/**
 * Checks the cart again and buys it. The shop ignores an expected total, so Errand compares it before and after.
 * Before the purchase nothing is bought; after it, anything but a clear response is unknown.
 */
export async function submit(
  needs: BuyingNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const handle = handleIn(checkout.handle);
  if (!handle) return foreignCheckout;
  const shopSession = needs.api.openSession(handle.cartToken);
  const cart = await readCart(shopSession, call);
  if ('kind' in cart) return cart;
  // The cart was bought or emptied before. The order shows which.
  if (cart.items.length === 0) return unknownOutcome('The cart is empty: it was already checked out or emptied.');
  const obstacle = refuseChanged(request, checkout, {
    price: priceOf(cart),
    lines: linesOf(cart, handle.items),
    wanted: handle.wanted,
    isSentThere: isSentTo(cart, request.shippingAddress),
  });
  if (obstacle) return obstacle;
  const { billTo } = payerOf(needs.store, request);
  const body = {
    billing_address: { ...addressInput(billTo), email: handle.email },
    shipping_address: addressInput(request.shippingAddress),
    payment_method: handle.paymentMethod,
    payment_data: [],
    // So that a restored copy can find the purchase.
    customer_note: [request.options.instructions, referenceLine(request.reference)].filter(Boolean).join('\n'),
  };
  const reply = await shopSession.ask('POST', '/checkout', call, body);
  return outcomeOf(needs.api, reply, handle, call);
}

async function outcomeOf(api: StoreApi, reply: ShopReply, handle: Handle, call: Call): Promise<Outcome> {
  if (reply.kind === 'failed') return reply.wasSent ? unknownOutcome(reply.problem.message) : reply.problem;
  if (reply.kind === 'refused') return outcomeAfterRefusal(api, reply.error, handle, call);
  const { order_id, order_key, order_number, payment_result } = fieldsOf(reply.data);
  if (!order_id || typeof order_key !== 'string' || order_key === '')
    return unknownOutcome('The store did not return an order number.');
  const order = await readOrder(api, { id: String(order_id), key: order_key }, handle.email, call);
  if ('kind' in order) return unknownOutcome('The store accepted the order, but does not show it yet.');
  const { payment_status: status } = fieldsOf(payment_result);
  if (order.status === 'failed' || status === 'failure' || status === 'error') {
    return order.status === 'failed' || order.needs_payment
      ? declinedOutcome('The payment failed.')
      : unknownOutcome('The store does not show whether the order was paid.');
  }
  if (!isSold(order)) {
    return unknownOutcome(
      `The store shows the order as "${order.status}". It may be waiting for payment on the store's page.`,
    );
  }
  return placedOutcome(purchaseOf(order, order_key, handle, order_number === undefined ? '' : String(order_number)));
}

const declinedOutcome = (message: string): Refused =>
  refuse('payment_declined', `The store did not accept the payment: ${message}`);

/** Plug-in statuses (`shipped`, `packing`) come after the sale. */
export const isSold = ({ status, needs_payment: isOpen }: Order): boolean =>
  soldStatuses.has(status) || (isOpen === false && !['failed', 'cancelled', 'refunded', draftStatus].includes(status));

/** The shop refused. Its order or cart shows whether it sold anyway. */
async function outcomeAfterRefusal(api: StoreApi, error: ShopError, handle: Handle, call: Call): Promise<Outcome> {
  const doubt = unknownOutcome(`The store responded: ${error.message}`);
  // The shop's own conflict (409) returns the corrected cart; any other may come from a request that still runs.
  const isRunning = mayStillRun(error.status) && !(error.status === 409 && error.cart);
  if (isRunning || error.code.includes('cart_empty')) return doubt;
  const order = handle.draft && (await readOrder(api, handle.draft, handle.email, call));
  if (order && 'kind' in order) return doubt;
  const cart = await readCart(api.openSession(handle.cartToken), call);
  if ('kind' in cart || cart.items.length === 0) return doubt;
  const isPayment = /payment/.test(error.code);
  const isUnsold = !order || order.status === draftStatus || order.status === 'failed';
  if (!isUnsold && !(isPayment && order.status === 'pending' && order.needs_payment)) return doubt;
  if (isPayment) return declinedOutcome(error.message);
  if (/stock/.test(error.code)) return refuse('product_out_of_stock', 'The product has sold out.');
  // A conflict returns the corrected cart, so start over.
  if (error.status === 409) return cartChanged(`The store changed the cart at checkout: ${error.message}`);
  if (/address|rest_invalid_param|email|phone|postcode/.test(error.code)) {
    const more = { detail: 'shipping_address_refused' };
    return refuse('shipping_address_invalid', `The store rejected this address: ${error.message}`, more);
  }
  return refuse('checkout_failed', `The store rejected the purchase: ${error.message}`);
}

export function purchaseOf(order: Order, key: string, handle: Handle, orderNumber?: string): Purchase | null {
  const price = priceOf(order, handle.basis);
  if (!price) return null;
  return {
    // A plug-in may use other order numbers in emails.
    merchantOrderIds: [orderNumber || String(order.id)],
    price,
    estimatedDelivery: null,
    // Guests see no time.
    placedAt: new Date(handle.preparedAt),
    lines: toSoldLines(orderLinesOf(order, handle.items, handle.basis), handle.wanted),
    shipTo: shipToOf(order),
    note: noteOf({ id: String(order.id), key, email: handle.email }, handle),
  };
}
