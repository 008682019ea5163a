import { limitsFor, type WantedLine, wantedQuantity } from '../cart-lines.ts';
import { offerTexts, pickVariant } from '../catalog-product.ts';
import type { Call, PurchaseRequest, Refused } from '../contract.ts';
import { amountFromFineMinor } from '../prices.ts';
import { cartChanged, refuse, type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { type Cart, cartIn, type WantedItem, wantedItem } from './cart.ts';
import { findProduct } from './catalog.ts';
import { type Buyable, findQuantityProblem, mostOf, type WooProduct } from './product.ts';
import { problemOf, type ShopReply, type ShopSession, type StoreApi } from './store-api.ts';

export interface Picked {
  wanted: WantedLine[];
  buyables: Map<string, Buyable>;
}

/** The variant of every line, or the first refusal. */
export async function pickVariants(
  { api, store }: { api: StoreApi; store: Store },
  request: PurchaseRequest,
  call: Call,
): Promise<Picked | StoreProblem> {
  const products = new Map<string, WooProduct>();
  const picked: Picked = { wanted: [], buyables: new Map() };
  for (const line of request.lines) {
    const more = { lineIds: [line.lineId] };
    const { productId } = line.ref;
    let product = products.get(productId);
    if (!product) {
      const found = await findProduct({ api }, line.ref, call);
      if (found.kind === 'missing') return refuse('product_not_found', found.message, more);
      if (found.kind !== 'product') return found;
      product = found.product;
      products.set(productId, product);
    }
    const variant = pickVariant(store, product, line, request);
    if ('kind' in variant) return { ...variant, ...more };
    const buyable = product.buyables.get(variant.id);
    if (!buyable) return refuse('product_unavailable', offerTexts.product_unavailable, more);
    picked.wanted.push({ lineId: line.lineId, variantId: variant.id, quantity: line.quantity });
    picked.buyables.set(variant.id, buyable);
  }
  return findObjection(picked) ?? picked;
}

/** Checks quantity rules first, because some shops silently change the quantity. */
function findObjection({ wanted, buyables }: Picked): Refused | null {
  for (const [variantId, { limits }] of buyables) {
    const quantity = wantedQuantity(wanted, variantId);
    const words = findQuantityProblem(quantity, limits);
    const most = limitsFor(wanted, variantId, mostOf(quantity, limits));
    const lineIds = wanted.filter((line) => line.variantId === variantId).map(({ lineId }) => lineId);
    const more = most.lineIds.length > 0 ? most : { lineIds };
    if (words) return refuse('product_quantity_unavailable', words, { ...more, detail: 'invalid_quantity' });
  }
  return null;
}

export const itemsOf = ({ buyables }: Picked): WantedItem[] =>
  [...buyables].map(([variantId, { itemId, choices }]) => wantedItem(variantId, itemId, choices));

/** Opens a new cart and adds everything. */
export async function fillCart(
  shopSession: ShopSession,
  { wanted, buyables }: Picked,
  call: Call,
): Promise<StoreProblem | null> {
  const opened = await shopSession.ask('GET', '/cart', call);
  const cart = opened.kind === 'data' ? cartIn(opened.data) : null;
  if (!cart) return problemOf(opened);
  if (shopSession.cartToken === null) return noCartToken;
  if (cart.items.length > 0) return cartChanged('The store opened a cart that is not empty. Nothing was bought.');
  for (const [variantId, { itemId, choices }] of buyables) {
    const body = {
      id: Number(itemId),
      quantity: wantedQuantity(wanted, variantId),
      ...(choices.length > 0 ? { variation: choices.map(({ attribute, value }) => ({ attribute, value })) } : {}),
    };
    const reply = await shopSession.ask('POST', '/cart/add-item', call, body);
    const lineIds = wanted.filter((line) => line.variantId === variantId).map(({ lineId }) => lineId);
    if (reply.kind === 'refused') return refuseItem(reply, lineIds);
    if (reply.kind === 'failed') return reply.problem;
  }
  return null;
}

export const noCartToken = unexpectedAnswer(
  'The store sent no Cart-Token, so the cart cannot be kept. Nothing was bought.',
);
/** The shop rejected its own cart token, so our cart is empty. */
export const tokenRefused = (message: string): Refused =>
  unexpectedAnswer(`The store rejected its own Cart-Token: ${message}`);

export function refuseItem(reply: Extract<ShopReply, { kind: 'refused' }>, lineIds: string[]): Refused {
  const { code, message, status } = reply.error;
  if (status === 401 || status === 403) return tokenRefused(message);
  if (/partially_out_of_stock|not_enough|quantity|too_many/.test(code)) {
    const more = { lineIds, detail: 'invalid_quantity' };
    return refuse('product_quantity_unavailable', `The store does not have enough in stock: ${message}`, more);
  }
  if (/out_of_stock|no_stock/.test(code)) {
    return refuse('product_out_of_stock', offerTexts.product_out_of_stock, { lineIds });
  }
  if (/attribute|variation/.test(code)) {
    const more = { lineIds, detail: 'insufficient_variants' };
    return refuse('product_variant_required', `The store requires an option: ${message}`, more);
  }
  if (/purchas|invalid_product|invalid_id/.test(code)) {
    return refuse('product_unavailable', `The store does not sell this: ${message}`, { lineIds });
  }
  return refuse('checkout_failed', `The store could not add this to the cart: ${message}`, { lineIds });
}

const isPickup = ({ rate_id: rateId, method_id: method }: { rate_id: string; method_id?: string | null }): boolean =>
  /pickup/.test(method ?? rateId.split(':')[0] ?? '');

/** The cheapest rate of each package, except pickup. */
export async function chooseShipping(shopSession: ShopSession, before: Cart, call: Call): Promise<Cart | StoreProblem> {
  let cart = before;
  if (cart.needs_shipping === false) return cart;
  const parcels = cart.shipping_rates ?? [];
  if (parcels.length === 0) return noShippingRefusal;
  for (const { package_id: parcel, shipping_rates: rates } of parcels) {
    const [cheapest] = rates
      .filter((rate) => !isPickup(rate))
      .flatMap((rate) => {
        const { currency_code: currency, currency_minor_unit: decimals } = cart.totals;
        const cost = amountFromFineMinor(rate.price, currency, decimals);
        return cost === null ? [] : [{ ...rate, cost }];
      })
      .toSorted((left, right) => left.cost - right.cost);
    if (!cheapest) return noShippingRefusal;
    if (cheapest.selected) continue;
    const body = { package_id: parcel, rate_id: cheapest.rate_id };
    const reply = await shopSession.ask('POST', '/cart/select-shipping-rate', call, body);
    const chosen = reply.kind === 'data' ? cartIn(reply.data) : null;
    if (!chosen) return problemOf(reply);
    cart = chosen;
  }
  return cart;
}

const noShippingRefusal = refuse('shipping_unavailable', 'The store does not ship this to the given address.');
