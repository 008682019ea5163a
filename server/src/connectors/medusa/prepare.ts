import type { Clock } from '../../kit/clock.ts';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import { limitsFor, type WantedLine, wantedQuantity } from '../cart-lines.ts';
import { offerTexts, pickVariant } from '../catalog-product.ts';
import { checkFilled, readyCheckout } from '../check-cart.ts';
import type { Call, Prepared, ProductRef, PurchaseRequest } from '../contract.ts';
import { refuse, type StoreProblem } from '../refuse.ts';
import { payerOf, type Store } from '../store.ts';
import { addressInput, type Basis, type Cart, cartIn, type Handle, linesOf, priceOf, shipToOf } from './cart.ts';
import { productFields, productIn } from './product.ts';
import type { Region, RegionsAnswer } from './regions.ts';
import { ensureLoggedIn } from './session.ts';
import { problemOf, type ShopReply, type StoreApi } from './store-api.ts';

export interface BuyingNeeds {
  store: Store;
  api: StoreApi;
  clock: Clock;
  regions(call: Call): Promise<RegionsAnswer>;
}

interface CartInput {
  region: Region;
  wanted: WantedLine[];
  /** Units in stock of variants that have a limit. */
  stock: Map<string, number>;
  basis: Basis;
  token: string | null;
}

/** Logs in, fills a new cart, chooses the cheapest delivery and reads the total. */
export async function prepare(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const answer = await needs.regions(call);
  if (answer.kind !== 'regions') return answer;
  const { country } = request.shippingAddress;
  const region = answer.regions.find(({ countries }) => countries.includes(country));
  if (!region) {
    return refuse('shipping_address_invalid', `The store does not sell to ${country}.`, {
      detail: 'shipping_address_refused',
    });
  }
  const entered = request.account ? await ensureLoggedIn(needs.api, request.account, call) : null;
  if (entered && entered.kind !== 'session') return entered;
  const picked = await pickVariants(needs, request, region, call);
  if ('kind' in picked) return picked;
  return fillCart(needs, request, { region, ...picked, token: entered?.token ?? null }, call);
}

/** The products of these lines, as this region sells them. */
export async function listProducts(api: StoreApi, lines: readonly { ref: ProductRef }[], region: Region, call: Call) {
  const handles = [...new Set(lines.map((line) => line.ref.productId))];
  const asked = handles.map((handle) => `handle[]=${encodeURIComponent(handle)}`).join('&');
  const query = `${asked}&limit=${handles.length}&region_id=${region.id}&fields=${productFields}`;
  const reply = await api.ask('GET', `/store/products?${query}`, call);
  const { products } = fieldsOf(reply.kind === 'data' ? reply.data : null);
  return Array.isArray(products) ? products.map(productIn) : problemOf(reply);
}

export const basisOf = (products: readonly ({ basis: Basis } | null)[]): Basis =>
  products.some((product) => product?.basis === 'gross') ? 'gross' : 'net';

/** The variant of every line, or the first refusal. */
async function pickVariants({ api, store }: BuyingNeeds, request: PurchaseRequest, region: Region, call: Call) {
  const products = await listProducts(api, request.lines, region, call);
  if ('kind' in products) return products;
  const wanted: WantedLine[] = [];
  const stock = new Map<string, number>();
  for (const line of request.lines) {
    const product = products.find((candidate) => candidate?.slug === line.ref.productId);
    const more = { lineIds: [line.lineId] };
    if (!product) return refuse('product_not_found', `The store has no product ${line.ref.productId}.`, more);
    const variant = pickVariant(store, product, line, request);
    if ('kind' in variant) return { ...variant, ...more };
    wanted.push({ lineId: line.lineId, variantId: variant.id, quantity: line.quantity });
    if (variant.stock !== undefined) stock.set(variant.id, variant.stock);
  }
  return { wanted, stock, basis: basisOf(products) };
}

async function fillCart(needs: BuyingNeeds, request: PurchaseRequest, input: CartInput, call: Call): Promise<Prepared> {
  const { billTo, contact } = payerOf(needs.store, request);
  const variants = [...new Set(input.wanted.map(({ variantId }) => variantId))];
  const body = {
    region_id: input.region.id,
    email: request.account?.email ?? contact,
    items: variants.map((variant_id) => ({ variant_id, quantity: wantedQuantity(input.wanted, variant_id) })),
    shipping_address: addressInput(request.shippingAddress),
    billing_address: addressInput(billTo),
    // The shop copies it to the order, so a restored copy can find the purchase.
    metadata: {
      reference: request.reference,
      ...(request.options.taxId === null ? {} : { tax_id: request.options.taxId }),
    },
  };
  const reply = await needs.api.ask('POST', '/store/carts', call, { body, token: input.token });
  if (reply.kind === 'refused') return refuseCart(reply, request, input);
  const cart = reply.kind === 'data' ? cartIn(reply.data.cart) : null;
  if (!cart) return problemOf(reply);
  return chooseDelivery(needs, request, input, cart.id, call);
}

function refuseCart(
  reply: Extract<ShopReply, { kind: 'refused' }>,
  request: PurchaseRequest,
  { wanted, stock }: CartInput,
): StoreProblem {
  const { code, message, type } = reply.error;
  if (code === 'insufficient_inventory') {
    const isOne = request.lines.every((line) => line.quantity === 1);
    // The error doesn't say which line, but the catalog does.
    const short = [...stock].map(([variantId, count]) => limitsFor(wanted, variantId, count));
    const lineIds = short.flatMap((line) => line.lineIds);
    const more = lineIds.length === 0 ? {} : { lineIds, limits: short.flatMap((line) => line.limits) };
    return isOne
      ? refuse('product_out_of_stock', offerTexts.product_out_of_stock, more)
      : refuse('product_quantity_unavailable', 'The store does not have enough in stock.', {
          detail: 'invalid_quantity',
          ...more,
        });
  }
  if (type === 'invalid_data' && /address|country|postal|province|phone/i.test(message)) {
    return refuse('shipping_address_invalid', `The store rejected this address: ${message}`, {
      detail: 'shipping_address_refused',
    });
  }
  return refuse('checkout_failed', `The store could not create a cart for this order: ${message}`);
}

/** Chooses delivery and payment. Nothing is paid before the cart is completed. */
async function chooseDelivery(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  input: CartInput,
  cartId: string,
  call: Call,
): Promise<Prepared> {
  const { api, store } = needs;
  const { token } = input;
  const options = await api.ask('GET', `/store/shipping-options?cart_id=${cartId}`, call, { token });
  const offered = options.kind === 'data' ? options.data.shipping_options : null;
  if (!Array.isArray(offered)) return problemOf(options);
  const [cheapest] = offered
    .map(fieldsOf)
    .flatMap(({ id, amount, insufficient_inventory }) =>
      typeof id === 'string' && typeof amount === 'number' && !insufficient_inventory ? [{ id, amount }] : [],
    )
    .toSorted((left, right) => left.amount - right.amount);
  if (!cheapest) return refuse('shipping_unavailable', 'The store does not ship this to the given address.');
  const body = { option_id: cheapest.id };
  const reply = await api.ask('POST', `/store/carts/${cartId}/shipping-methods`, call, { body, token });
  const cart = reply.kind === 'data' ? cartIn(reply.data.cart) : null;
  if (!cart) return problemOf(reply);
  const judged = checkCart(needs, request, input, cart);
  if (judged.kind !== 'ready') return judged;
  return (await arrangePayment({ api, store }, input, cartId, call)) ?? judged;
}

async function arrangePayment(
  { api, store }: Pick<BuyingNeeds, 'api' | 'store'>,
  { token, region }: CartInput,
  cartId: string,
  call: Call,
): Promise<StoreProblem | null> {
  const provider = await providerOf({ api, store }, region, call);
  if (typeof provider !== 'string') return provider;
  const body = { cart_id: cartId };
  const collection = await api.ask('POST', '/store/payment-collections', call, { body, token });
  const made = textOf(fieldsOf(collection.kind === 'data' ? collection.data.payment_collection : null).id);
  if (!made) return problemOf(collection);
  const session = { body: { provider_id: provider }, token };
  const reply = await api.ask('POST', `/store/payment-collections/${made}/payment-sessions`, call, session);
  if (reply.kind === 'data') return null;
  if (reply.kind === 'failed') return reply.problem;
  return refuse(
    'payment_declined',
    `The store does not offer the payment method "${provider}": ${reply.error.message}`,
  );
}

/** The configured payment provider, or the only one. */
async function providerOf({ api, store }: Pick<BuyingNeeds, 'api' | 'store'>, region: Region, call: Call) {
  if (typeof store.payment === 'string') return store.payment;
  const reply = await api.ask('GET', `/store/payment-providers?region_id=${region.id}`, call);
  const listed = reply.kind === 'data' ? reply.data.payment_providers : null;
  if (!Array.isArray(listed)) return problemOf(reply);
  const offered = listed.flatMap((provider) => textOf(fieldsOf(provider).id) ?? []);
  const [only, another] = offered;
  if (only !== undefined && another === undefined) return only;
  return refuse(
    'payment_declined',
    `The store accepts these payment methods: ${offered.join(', ') || 'none'}. Set "payment" to one of them.`,
  );
}

/** Checks lines, totals, currency, max_price and tax. */
function checkCart(
  { store, clock }: BuyingNeeds,
  request: PurchaseRequest,
  { wanted, basis }: CartInput,
  cart: Cart,
): Prepared {
  const lines = linesOf(cart);
  const price = checkFilled(store, request, { price: priceOf(cart, basis), lines }, wanted);
  if ('kind' in price) return price;
  const handle: Handle = { cartId: cart.id, basis, wanted, at: clock.now().toISOString() };
  return readyCheckout({ handle, price, lines, wanted, shipTo: shipToOf(cart) });
}
