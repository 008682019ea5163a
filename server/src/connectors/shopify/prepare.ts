import { formatMoney } from '../../kit/money.ts';
import { cartMatches, limitsFor, type WantedLine, wantedQuantity } from '../cart-lines.ts';
import { offerTexts, pickVariant } from '../catalog-product.ts';
import { readyCheckout, refuseCurrency } from '../check-cart.ts';
import type { Call, Prepared, PriceComponents, PurchaseRequest, Refused } from '../contract.ts';
import { cartChanged, refuse, unexpectedAnswer } from '../refuse.ts';
import { payerOf } from '../store.ts';
import type { UcpApi } from '../ucp/api.ts';
import { type AjaxApi, problemOf } from './ajax-api.ts';
import { cartIn, cheapestRate, checkoutLink, linesOf, priceOf, ratesPath } from './cart.ts';
import { findProduct, type ShopNeeds } from './catalog.ts';
import type { Handle } from './hand-over.ts';
import { openByUcp } from './ucp-hand-over.ts';

/** Fills a new cart and reads its price without tax. */
export async function prepare(
  needs: ShopNeeds & { ucp: UcpApi },
  request: PurchaseRequest,
  call: Call,
): Promise<Prepared> {
  if (request.account) {
    return refuse(
      'login_failed',
      'This store only supports guest checkout. Remove the retailer account from the order.',
    );
  }
  const wanted = await pickVariants(needs, request, call);
  if ('kind' in wanted) return wanted;
  const shopSession = needs.api.openSession();
  const variants = [...new Set(wanted.map(({ variantId }) => variantId))];
  const items = variants.map((variantId) => ({ id: Number(variantId), quantity: wantedQuantity(wanted, variantId) }));
  const added = await shopSession.ask('POST', '/cart/add.js', call, { items });
  if (added.kind === 'refused') return refuseItems(needs, request, { reply: added, wanted, items }, call);
  if (added.kind === 'failed') return added.problem;
  const reply = await shopSession.ask('GET', '/cart.js', call);
  const cart = reply.kind === 'data' ? cartIn(reply.data) : null;
  if (!cart) return problemOf(reply);
  const lines = linesOf(cart);
  if (!cartMatches(lines, wanted)) {
    const isLess = lines.every(({ variantId, quantity }) => quantity <= wantedQuantity(wanted, variantId));
    const inCart = (variantId: string): number =>
      lines.filter((line) => line.variantId === variantId).reduce((sum, { quantity }) => sum + quantity, 0);
    const short = variants.map((variantId) => limitsFor(wanted, variantId, inCart(variantId)));
    const more = {
      detail: 'invalid_quantity',
      lineIds: short.flatMap((line) => line.lineIds),
      limits: short.flatMap((line) => line.limits),
    };
    return isLess
      ? refuse('product_quantity_unavailable', 'The store does not have enough in stock.', more)
      : cartChanged('The cart does not contain what was added. Nothing was bought.');
  }
  const rates = await shopSession.ask('GET', ratesPath(request.shippingAddress), call);
  if (rates.kind === 'failed') return rates.problem;
  const shipping = rates.kind === 'data' ? cheapestRate(rates.data, cart.currency) : null;
  if (shipping === null) {
    const words = rates.kind === 'refused' ? `: ${rates.message}` : '.';
    return refuse('shipping_unavailable', `The store does not ship this to the given address${words}`);
  }
  const price = priceOf(cart, shipping);
  if (!price) return unexpectedAnswer("The cart's total is not an amount. Nothing was bought.");
  const otherCurrency = refuseCurrency(needs.store, price);
  if (otherCurrency) return otherCurrency;
  if (price.total > request.maxPrice) return priceTooHigh(price, request);
  const link = checkoutLink({
    origin: needs.store.url ?? '',
    items: items.map(({ id, quantity }) => ({ variantId: String(id), quantity })),
    address: request.shippingAddress,
    email: payerOf(needs.store, request).contact,
    reference: request.reference,
  });
  const isHandedOver = needs.store.mode === 'link' && !request.isQuote;
  const opened = isHandedOver ? await openByUcp(needs, request, wanted, call) : null;
  const handle: Handle = {
    kind: 'cart',
    cart: shopSession.cart,
    link: opened?.link ?? link,
    session: opened?.session ?? null,
  };
  if (opened?.isBought) {
    return {
      kind: 'bought_before',
      handle: JSON.stringify(handle),
      message: 'An earlier checkout link for this order was paid.',
    };
  }
  return readyCheckout({ handle, price, lines, wanted, shipTo: null });
}

function priceTooHigh({ total, currency }: PriceComponents, { maxPrice }: PurchaseRequest): Refused {
  const [wanted, most] = [total, maxPrice].map((amount) => formatMoney({ amount, currency }));
  return refuse('max_price_exceeded', `The store's total is ${wanted} plus tax. That is above max_price (${most}).`);
}

async function pickVariants(needs: ShopNeeds, request: PurchaseRequest, call: Call) {
  const wanted: WantedLine[] = [];
  for (const line of request.lines) {
    const more = { lineIds: [line.lineId] };
    const found = await findProduct(needs, line.ref, call);
    if (found.kind === 'missing') return refuse('product_not_found', found.message, more);
    if (found.kind !== 'product') return found;
    const variant = pickVariant(needs.store, found.product, line, request);
    if ('kind' in variant) return { ...variant, ...more };
    wanted.push({ lineId: line.lineId, variantId: variant.id, quantity: line.quantity });
  }
  return wanted;
}

interface RefusedItems {
  reply: { status: number; message: string };
  wanted: readonly WantedLine[];
  items: readonly { id: number; quantity: number }[];
}

/** 422: sold out, or not enough. The message is localized, so the requested quantity decides. */
async function refuseItems(
  needs: ShopNeeds,
  request: PurchaseRequest,
  { reply, wanted, items }: RefusedItems,
  call: Call,
): Promise<Refused> {
  if (reply.status !== 422) return unexpectedAnswer(`The store responded: ${reply.message}`);
  const isOne = request.lines.every((line) => line.quantity === 1);
  const refused = request.isBestEffort && items.length > 1 ? await findRefused(needs.api, items, call) : items;
  const lineIds = wanted
    .filter(({ variantId }) => refused.some(({ id }) => String(id) === variantId))
    .map(({ lineId }) => lineId);
  const more = refused.length === 1 ? { lineIds } : {};
  return isOne
    ? refuse('product_out_of_stock', offerTexts.product_out_of_stock, more)
    : refuse('product_quantity_unavailable', `The store does not have enough in stock: ${reply.message}`, {
        detail: 'invalid_quantity',
        ...more,
      });
}

/** The first item that can't be added alone. All items if unclear. */
async function findRefused(api: AjaxApi, items: RefusedItems['items'], call: Call): Promise<RefusedItems['items']> {
  for (const item of items) {
    const added = await api.openSession().ask('POST', '/cart/add.js', call, { items: [item] });
    if (added.kind === 'refused' && added.status === 422) return [item];
  }
  return items;
}

/** Empties the cart. */
export async function emptyCart(api: AjaxApi, cart: string | null, call: Call): Promise<void> {
  if (cart !== null) await api.openSession(cart).ask('POST', '/cart/clear.js', call);
}
