import type { Clock } from '../../kit/clock.ts';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { foreignCheckout, unknownOutcome } from '../answers.ts';
import { checkFilled, readyCheckout } from '../check-cart.ts';
import type { Call, Checkout, Outcome, Prepared, PurchaseRequest, Refusal } from '../contract.ts';
import { amountFromDecimal } from '../prices.ts';
import { refuse, type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import type { MouserApi, MouserError } from './api.ts';
import { readPart } from './catalog.ts';
import { cartLinesOf, type Handle, handleIn, purchaseOf } from './handle.ts';
import { lookUpOrders, orderNumberOf } from './history.ts';
import { addressBody, addressProblem, orderIdIn, orderIn } from './order.ts';
import type { MouserOptions } from './settings.ts';

export interface BuyingNeeds {
  store: Store;
  api: MouserApi;
  options: MouserOptions;
  clock: Clock;
}

const reasons: Readonly<Record<string, Refusal>> = {
  NotFound: 'product_not_found',
  NotAvailable: 'product_out_of_stock',
  NotAllowed: 'product_unavailable',
  MinimumAmount: 'checkout_failed',
};

/**
 * Documented errors that mean that nothing was bought. Others are unknown, also `EmptyCart` and `NoValidItemsInCart`: an
 * earlier submit may have bought and emptied the cart.
 */
const refusals: ReadonlySet<string> = new Set([
  ...Object.keys(reasons),
  'Invalid',
  'Required',
  'MinLength',
  'MaxLength',
  'InvalidFormat',
  'InvalidCharacters',
  'NoScheduleLines',
]);

/** The reason of Mouser's first error. An internal error of Mouser is an outage. */
function refusalFor(errors: MouserError[], otherwise: Refusal): StoreProblem {
  const words = errors.map(({ message, code }) => message || code).filter(Boolean);
  const message = `Mouser rejected the order: ${words.join(' ').slice(0, 300)}`;
  if (errors.some(({ code }) => code === 'InternalError')) {
    return { kind: 'blocked', reason: 'retailer_unavailable', message };
  }
  return refuse(reasons[errors[0]?.code ?? ''] ?? otherwise, message);
}

/** Creates a cart, chooses shipping, and sends the order without submitting it. Buys nothing. */
export async function prepare(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const { store, options, clock } = needs;
  const problem = addressProblem(request.shippingAddress);
  if (problem) return refuse('shipping_address_invalid', problem);
  if (!options.payment) return refuse('payment_declined', 'The store has no payment method: set "payment.method".');
  if (request.earlier) {
    const seen = await lookUpOrders(needs, request.reference, request.earlier.since, call);
    if (seen.kind === 'failed') return seen.problem;
    const message = 'Mouser already has an order with this number.';
    const handle: Handle = {
      at: request.earlier.since.toISOString(),
      cartKey: '',
      shipping: 0,
      wanted: wantedOf(request),
    };
    if (seen.orders.length > 0) return { kind: 'bought_before', handle: JSON.stringify(handle), message };
  }
  for (const line of request.lines) {
    const unfit = await refuseLine(needs, line, call);
    if (unfit) return unfit.kind === 'refused' ? { ...unfit, lineIds: [line.lineId] } : unfit;
  }
  const wanted = wantedOf(request);
  const cartKey = await fillCart(needs, wanted, call);
  if (typeof cartKey !== 'string') return cartKey;
  const shipping = await chooseShipping(needs, request, cartKey, call);
  if (typeof shipping !== 'number') return shipping;
  const handle: Handle = { at: clock.now().toISOString(), cartKey, shipping, wanted };
  const reply = await needs.api.ask(orderRequest(needs, request, handle, false), call);
  if (reply.kind === 'failed') return reply.problem;
  if (reply.errors.length > 0) return refusalFor(reply.errors, 'checkout_failed');
  const order = orderIn(reply.data.Order, needs.store.currency);
  if (!order) return unexpectedAnswer('Mouser returned the order in an unexpected format. Nothing was bought.');
  const lines = cartLinesOf(order);
  const price = checkFilled(store, request, { price: order.price, lines }, wanted);
  if ('kind' in price) return price;
  return readyCheckout({ handle, price, lines, wanted, shipTo: order.shipTo });
}

const wantedOf = ({ lines }: PurchaseRequest) =>
  lines.map(({ lineId, ref, quantity }) => ({ lineId, variantId: ref.productId.toUpperCase(), quantity }));

async function refuseLine(
  needs: BuyingNeeds,
  { ref, quantity }: PurchaseRequest['lines'][number],
  call: Call,
): Promise<StoreProblem | null> {
  const found = await readPart(needs, ref.productId, call);
  if (found.kind === 'failed') return found.problem;
  if (found.kind === 'missing') return refuse('product_not_found', `Mouser has no part ${ref.productId}.`);
  const { min, mult, breaks, restriction } = found.part;
  if (restriction) return refuse('product_unavailable', `Mouser restricts this part: ${restriction}`);
  if (breaks.length === 0) return refuse('product_unavailable', 'Mouser does not sell this part right now.');
  if (quantity >= min && quantity % mult === 0) return null;
  return refuse(
    'product_quantity_unavailable',
    `The minimum quantity for this part is ${min}, in multiples of ${mult}.`,
  );
}

async function fillCart(
  { api, store }: BuyingNeeds,
  wanted: Handle['wanted'],
  call: Call,
): Promise<string | StoreProblem> {
  const quantities = new Map<string, number>();
  for (const { variantId, quantity } of wanted) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  const CartItems = [...quantities].map(([MouserPartNumber, Quantity]) => ({ MouserPartNumber, Quantity }));
  const query = { currencyCode: store.currency };
  const reply = await api.ask(
    { key: 'order_key', path: '/cart/items/insert', query, json: { CartKey: '', CartItems } },
    call,
  );
  if (reply.kind === 'failed') return reply.problem;
  if (reply.errors.length > 0) return refusalFor(reply.errors, 'product_unavailable');
  return textOf(reply.data.CartKey) ?? unexpectedAnswer('Mouser did not return a cart. Nothing was bought.');
}

async function chooseShipping(
  { api, store, options }: BuyingNeeds,
  request: PurchaseRequest,
  cartKey: string,
  call: Call,
): Promise<number | StoreProblem> {
  if (typeof options.shipping === 'number') return options.shipping;
  const json = {
    OrderInitialize: {
      ShippingAddress: addressBody(request.shippingAddress),
      CurrencyCode: store.currency,
      CartKey: cartKey,
    },
  };
  const reply = await api.ask({ key: 'order_key', path: '/order/options/query', json }, call);
  if (reply.kind === 'failed') return reply.problem;
  if (reply.errors.length > 0) return refusalFor(reply.errors, 'shipping_unavailable');
  const { Shipping } = fieldsOf(reply.data.OrderInitialize);
  const methods = listOf(fieldsOf(Shipping).Methods)
    .map(fieldsOf)
    .flatMap(({ Code, Rate }) => {
      const rate = amountFromDecimal(Rate, store.currency);
      return typeof Code === 'number' && rate !== null ? [{ code: Code, rate }] : [];
    });
  const [cheapest, ...others] = methods.toSorted((a, b) => a.rate - b.rate);
  const chosen = options.shipping === 'fastest' ? (others.at(-1) ?? cheapest) : cheapest;
  return chosen?.code ?? refuse('shipping_unavailable', 'Mouser does not ship this to the given address.');
}

const orderRequest = (
  { store, options }: BuyingNeeds,
  request: PurchaseRequest,
  { cartKey, shipping }: Handle,
  isSubmitted: boolean,
) => ({
  key: 'order_key' as const,
  path: '/order',
  json: {
    Order: {
      CartKey: cartKey,
      CurrencyCode: store.currency,
      SubmitOrder: isSubmitted,
      PrimaryShipping: { Code: shipping },
      Payment: {
        Method: options.payment?.method,
        ...(options.payment?.last_four ? { CreditCardLastFourDigits: options.payment.last_four } : {}),
        PoNumber: orderNumberOf(request.reference),
        ...(request.options.taxId === null ? {} : { VatAccountNumber: request.options.taxId }),
      },
      ...(options.orderType ? { OrderType: options.orderType } : {}),
      ...(options.language ? { LanguageCode: options.language } : {}),
      ShippingAddress: addressBody(request.shippingAddress),
    },
  },
});

/**
 * Sends the same body, submitted, exactly once: Mouser has no idempotency keys. Anything but a clear response is
 * unknown.
 */
export async function submit(
  needs: BuyingNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const handle = handleIn(checkout.handle);
  if (!handle || handle.cartKey === '') return foreignCheckout;
  const reply = await needs.api.ask(orderRequest(needs, request, handle, true), call);
  if (reply.kind === 'failed') return reply.mayHaveWorked ? unknownOutcome(reply.problem.message) : reply.problem;
  const order = orderIn(reply.data.Order, needs.store.currency);
  // An order number means that it was bought, whatever else the response says.
  if (order?.orderId) {
    const purchase = purchaseOf(order, order.orderId, handle, new Date(handle.at));
    return purchase
      ? { kind: 'placed', purchase }
      : unknownOutcome('Mouser accepted the order, but its totals do not add up.');
  }
  const isClear = reply.errors.length > 0 && reply.errors.every(({ code }) => refusals.has(code));
  if (!isClear || orderIdIn(reply.data.Order) !== null)
    return unknownOutcome('Mouser did not confirm whether the order was placed.');
  return refusalFor(reply.errors, 'checkout_failed');
}
