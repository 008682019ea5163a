import type { Clock } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { cutText } from '../../kit/storable-text.ts';
import { checkFilled, readyCheckout } from '../check-cart.ts';
import type { Address, Call, Prepared, PurchaseRequest, Refused } from '../contract.ts';
import { refuse, type StoreProblem } from '../refuse.ts';
import { payerOf, type Store } from '../store.ts';
import { addressInput, type Cart, cartIn, itemsInCart, linesOf, priceOf, shipToOf } from './cart.ts';
import { chooseShipping, fillCart, itemsOf, noCartToken, type Picked, pickVariants, tokenRefused } from './fill.ts';
import type { Draft, Handle } from './handle.ts';
import { problemOf, type ShopReply, type ShopSession, type StoreApi } from './store-api.ts';

export interface BuyingNeeds {
  store: Store;
  api: StoreApi;
  clock: Clock;
}

/** Fills a new guest cart, chooses the cheapest delivery and reads the total. */
export async function prepare(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const { billTo, contact } = payerOf(needs.store, request);
  if (request.account) {
    return refuse(
      'login_failed',
      'This store only supports guest checkout. Remove the retailer account from the order.',
    );
  }
  if (contact === null) {
    return refuse('checkout_failed', 'The store requires an email address. Set "contact" for this store.');
  }
  const picked = await pickVariants(needs, request, call);
  if ('kind' in picked) return picked;
  const shopSession = needs.api.openSession();
  const obstacle = await fillCart(shopSession, picked, call);
  if (obstacle) return obstacle;
  const to = addressesOf(billTo, contact, request);
  const reply = await shopSession.ask('POST', '/cart/update-customer', call, to);
  if (reply.kind === 'refused') return refuseAddress(reply);
  const addressed = reply.kind === 'data' ? cartIn(reply.data) : null;
  if (!addressed) return problemOf(reply);
  const cart = await chooseShipping(shopSession, addressed, call);
  if ('kind' in cart) return cart;
  const method = paymentOf(needs.store, cart);
  if (typeof method !== 'string') return method;
  return checkCart(needs, request, { shopSession, picked, cart, method, to }, call);
}

export function refuseAddress(reply: Extract<ShopReply, { kind: 'refused' }>): Refused {
  const { status, message } = reply.error;
  if (status === 401 || status === 403) return tokenRefused(message);
  const more = { detail: 'shipping_address_refused' };
  return refuse('shipping_address_invalid', `The store rejected this address: ${message}`, more);
}

/** The configured payment method, or the only one. */
function paymentOf({ payment }: Store, { payment_methods: offered = [] }: Cart): string | Refused {
  const [only, another] = offered;
  if (typeof payment !== 'string') {
    if (only !== undefined && another === undefined) return only;
    const names = offered.join(', ') || 'none';
    return refuse(
      'payment_declined',
      `The store accepts these payment methods: ${names}. Set "payment" to one of them.`,
    );
  }
  if (offered.length === 0 || offered.includes(payment)) return payment;
  return refuse(
    'payment_declined',
    `This cart cannot be paid for with "${payment}". Available: ${offered.join(', ')}.`,
  );
}

interface Filled {
  shopSession: ShopSession;
  picked: Picked;
  cart: Cart;
  method: string;
  to: Addresses;
}

type Addresses = ReturnType<typeof addressesOf>;

const addressesOf = (billTo: Address, email: string, request: PurchaseRequest) => ({
  billing_address: { ...addressInput(billTo), email },
  shipping_address: addressInput(request.shippingAddress),
});

/** Checks lines, totals, currency, max_price and tax. */
async function checkCart(
  { store, clock }: BuyingNeeds,
  request: PurchaseRequest,
  { shopSession, picked, cart, method, to }: Filled,
  call: Call,
): Promise<Prepared> {
  const items = itemsInCart(cart, itemsOf(picked));
  const { wanted } = picked;
  const lines = linesOf(cart, items);
  const price = checkFilled(store, request, { price: priceOf(cart), lines }, wanted);
  if ('kind' in price) return price;
  const draft = await draftFor(shopSession, cart, to, call);
  if (draft && 'kind' in draft) return draft;
  if (shopSession.cartToken === null) return noCartToken;
  const preparedAt = clock.now().toISOString();
  const { cartToken } = shopSession;
  const { basis } = price;
  const { email } = to.billing_address;
  const handle: Handle = { cartToken, preparedAt, email, paymentMethod: method, draft, basis, wanted, items };
  return readyCheckout({ handle, price, lines, wanted, shipTo: shipToOf(cart) });
}

/**
 * The draft order, so a purchase whose response is lost can be found. Since 10.8, shops draft only at checkout, so
 * Errand checks out without payment and email address: the shop refuses, and keeps the draft. A free cart would be
 * sold, so Errand skips this.
 */
async function draftFor(
  shopSession: ShopSession,
  cart: Cart,
  to: Addresses,
  call: Call,
): Promise<Draft | StoreProblem | null> {
  const known = await draftOf(shopSession, call);
  if (known !== null || cart.needs_payment !== true || Number(cart.totals.total_price) <= 0) return known;
  const nobody = { ...to, billing_address: { ...to.billing_address, email: '' } };
  const pressed = await shopSession.ask('POST', '/checkout', call, nobody);
  if (pressed.kind === 'failed') return pressed.problem;
  if (pressed.kind === 'data') {
    const said = cutText(JSON.stringify(pressed.data), 200);
    return refuse(
      'checkout_failed',
      `The store accepted an order without payment. An operator must check the order: ${said}`,
    );
  }
  // The draft needs the email address, or it can't be read.
  const addressed = await shopSession.ask('POST', '/cart/update-customer', call, to);
  return addressed.kind === 'failed' ? addressed.problem : draftOf(shopSession, call);
}

/**
 * The cart's draft order, which the purchase turns into the order. Shops before 10.8 create it when the checkout
 * opens.
 */
export async function draftOf(shopSession: ShopSession, call: Call): Promise<Draft | StoreProblem | null> {
  const reply = await shopSession.ask('GET', '/checkout', call);
  if (reply.kind === 'failed') return reply.problem;
  if (reply.kind === 'refused') return null;
  const { order_id: id, order_key: key } = fieldsOf(reply.data);
  const isDrafted = (typeof id === 'number' && id > 0) || (typeof id === 'string' && /^[1-9]/.test(id));
  return isDrafted && typeof key === 'string' && key !== '' ? { id: String(id), key } : null;
}
