import { fieldsOf } from '../../kit/fields.ts';
import { foreignCheckout, placedOutcome, unknownOutcome } from '../answers.ts';
import { toSoldLines } from '../cart-lines.ts';
import { refuseChanged } from '../check-cart.ts';
import type { Call, Checkout, Outcome, Purchase, PurchaseRequest, Refused } from '../contract.ts';
import { cartChanged, refuse, type StoreProblem } from '../refuse.ts';
import { mayStillRun } from '../store-client.ts';
import {
  type Cart,
  cartIn,
  type Handle,
  handleIn,
  isSentTo,
  linesOf,
  type Order,
  orderIn,
  priceOf,
  shipToOf,
} from './cart.ts';
import type { BuyingNeeds } from './prepare.ts';
import { problemOf, type ShopReply, type StoreApi } from './store-api.ts';

export async function readCart(api: StoreApi, cartId: string, call: Call): Promise<Cart | StoreProblem> {
  const reply = await api.ask('GET', `/store/carts/${encodeURIComponent(cartId)}`, call);
  const cart = reply.kind === 'data' ? cartIn(reply.data.cart) : null;
  return cart ?? problemOf(reply);
}

/** Idempotent: a completed cart returns the same order. */
export const complete = (api: StoreApi, cartId: string, call: Call): Promise<ShopReply> =>
  api.ask('POST', `/store/carts/${encodeURIComponent(cartId)}/complete`, call);

/**
 * Checks the cart again and completes it. Before that nothing is bought; after it, anything but a clear response is
 * unknown.
 */
export async function submit(
  { api }: BuyingNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const handle = handleIn(checkout.handle);
  if (!handle) return foreignCheckout;
  const cart = await readCart(api, handle.cartId, call);
  if ('kind' in cart) return cart;
  if (cart.completed_at) return unknownOutcome('This cart was already checked out.');
  const obstacle = findCartChange(cart, checkout, handle, request);
  if (obstacle) return obstacle;
  const reply = await complete(api, handle.cartId, call);
  return outcomeOf(api, reply, handle, call);
}

/** Compares the cart with the quoted one. */
function findCartChange(cart: Cart, checkout: Checkout, handle: Handle, request: PurchaseRequest): Refused | null {
  if (cart.items.length === 0) return cartChanged('The store emptied the cart before checkout. Nothing was bought.');
  return refuseChanged(request, checkout, {
    price: priceOf(cart, handle.basis),
    lines: linesOf(cart),
    wanted: handle.wanted,
    isSentThere: isSentTo(cart, request.shippingAddress),
  });
}

async function outcomeOf(api: StoreApi, reply: ShopReply, handle: Handle, call: Call): Promise<Outcome> {
  if (reply.kind === 'failed') return reply.wasSent ? unknownOutcome(reply.problem.message) : reply.problem;
  if (reply.kind === 'refused') return outcomeAfterRefusal(api, reply.error, handle, call);
  const order = orderIn(reply.data.order);
  if (order) return placedOutcome(purchaseOf(order, handle));
  const { type, message } = fieldsOf(reply.data.error);
  // A payment that needs more may still succeed, and the shop then completes the cart itself.
  if (type === 'payment_authorization_error') {
    return refuse('payment_declined', `The store did not accept the payment: ${message}`);
  }
  return unknownOutcome(problemOf(reply).message);
}

/** The shop refused. The cart shows whether it was completed anyway. */
async function outcomeAfterRefusal(
  api: StoreApi,
  error: { code: string | null; message: string; status: number },
  handle: Handle,
  call: Call,
): Promise<Outcome> {
  const cart = mayStillRun(error.status) ? null : await readCart(api, handle.cartId, call);
  if (cart === null || 'kind' in cart || cart.completed_at)
    return unknownOutcome(`The store responded: ${error.message}`);
  if (error.code === 'insufficient_inventory') {
    return refuse('product_out_of_stock', 'The product has sold out.');
  }
  return refuse('checkout_failed', `The store rejected the purchase: ${error.message}`);
}

export function purchaseOf(order: Order, handle: Handle): Purchase | null {
  const price = priceOf(order, handle.basis);
  if (!price) return null;
  return {
    merchantOrderIds: [order.id],
    price,
    estimatedDelivery: null,
    placedAt: new Date(order.created_at),
    lines: toSoldLines(linesOf(order), handle.wanted),
    shipTo: shipToOf(order),
    note: JSON.stringify({ cartId: handle.cartId, wanted: handle.wanted }),
  };
}
