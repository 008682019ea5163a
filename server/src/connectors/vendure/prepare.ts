import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import type { WantedLine } from '../cart-lines.ts';
import { pickVariant } from '../catalog-product.ts';
import { checkFilled, readyCheckout } from '../check-cart.ts';
import type { Call, Prepared, PurchaseRequest, Refused } from '../contract.ts';
import { isRefused, refuse, type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { channelFields, readingIn } from './catalog.ts';
import { fillingRounds, fillRequest, refuseFilling } from './fill.ts';
import type { Handle } from './handle.ts';
import {
  linesOf,
  orderFields,
  orderIn,
  orderOrError,
  type PriceReading,
  priceOf,
  type ShopOrder,
  shipToOf,
} from './order.ts';
import { productFields, productIn } from './product.ts';
import { customerFields, queryAsCustomer } from './session.ts';
import { problemOf, type ShopApi, type ShopReply } from './shop-api.ts';

export interface BuyingNeeds {
  store: Store;
  api: ShopApi;
}

type Lines = readonly Pick<PurchaseRequest['lines'][number], 'lineId' | 'ref' | 'quantity' | 'variant'>[];

/** Query parts for the product of every line. */
export const productsOf = (lines: Lines) => ({
  types: lines.map((_line, index) => `$s${index}: String!`).join(', '),
  fields: `${channelFields} ${lines.map((_line, index) => `p${index}: product(slug: $s${index}) ${productFields}`).join('\n')}`,
  variables: Object.fromEntries(lines.map((line, index) => [`s${index}`, line.ref.productId])),
});

/** Logs in, fills a new order, chooses the cheapest delivery and reads the total. */
export async function prepare(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const { api } = needs;
  // Reads the customer, the current cart and the products before changing anything.
  const products = productsOf(request.lines);
  const document = `query Look(${products.types}) { ${customerFields} activeOrder { code } ${products.fields} }`;
  const question = { document, variables: products.variables };
  const saved = (await request.account?.session.load()) ?? null;
  const looked = await queryAsCustomer(api, { account: request.account, tokens: [saved] }, question, call);
  if (looked.kind !== 'data') return looked;
  if (looked.problem) return looked.problem;
  const { token, data } = looked;
  if (token && token !== saved) await request.account?.session.save(token);
  const reading = readingIn(needs.store, data);
  const wanted = pickVariants(needs.store, request, data, reading);
  if ('kind' in wanted) return wanted;
  if (data.activeOrder) {
    const obstacle = await cancelActive(api, token, call);
    if (obstacle) return obstacle;
  }
  return fillOrder(needs, request, { wanted, reading, token }, call);
}

/** The variant of every line, or the first refusal. */
function pickVariants(
  store: Store,
  request: PurchaseRequest,
  data: Record<string, unknown>,
  reading: PriceReading,
): WantedLine[] | StoreProblem {
  const wanted: WantedLine[] = [];
  for (const [index, line] of request.lines.entries()) {
    const found = data[`p${index}`];
    const product = productIn(found, reading);
    const more = { lineIds: [line.lineId] };
    if (found === null) return refuse('product_not_found', `The store has no product ${line.ref.productId}.`, more);
    if (!product) return problemOf({ errors: [] });
    const variant = pickVariant(store, product, line, request);
    if ('kind' in variant) return { ...variant, ...more };
    wanted.push({ lineId: line.lineId, variantId: variant.id, quantity: line.quantity });
  }
  return wanted;
}

interface OrderInput {
  wanted: WantedLine[];
  reading: PriceReading;
  token: string | null;
}

const cancelDocument = `mutation Cancel { transitionOrderToState(state: "Cancelled") {
  __typename ... on Order { code state active } ... on ErrorResult { errorCode message }
} }`;

/**
 * Cancels the session's open order instead of reusing it. So an order code belongs to one purchase, and a late
 * payment can't buy anything else.
 */
export async function cancelActive(api: ShopApi, token: string | null, call: Call): Promise<StoreProblem | null> {
  const reply = await api.ask(cancelDocument, {}, token, call);
  if (reply.kind === 'failed') return reply.problem;
  const { transitionOrderToState: ended } = reply.data;
  const isOver = reply.errors.length === 0 && (ended === null || fieldsOf(ended).state === 'Cancelled');
  if (isOver) return null;
  const said = textOf(fieldsOf(ended).message) ?? reply.errors[0]?.message ?? 'no reason given';
  return unexpectedAnswer(`The store did not cancel this account's previous cart: ${said}.`);
}

/** The order can be bought neither without lines nor in this state. */
const emptyDocument = `mutation Empty {
  transitionOrderToState(state: "AddingItems") { __typename }
  removeAllOrderLines { __typename ... on ErrorResult { errorCode message } }
}`;

/** Empties the session's open order. It stays open, so a guest still sees that it wasn't bought. */
export const emptyActive = (api: ShopApi, token: string | null, call: Call): Promise<ShopReply> =>
  api.ask(emptyDocument, {}, token, call);

async function fillOrder(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  input: OrderInput,
  call: Call,
): Promise<Prepared> {
  let { token } = input;
  let refusal: StoreProblem | null = null;
  for (const parts of fillingRounds(needs.store, request, input.wanted)) {
    const reply = await needs.api.ask(...fillRequest(parts), token, call);
    // A guest's session starts with the first response.
    token = reply.kind === 'data' ? reply.token : token;
    refusal = refuseFilling(reply, parts);
    if (refusal) break;
  }
  if (token === null) return refusal ?? problemOf({ errors: [] });
  const prepared = refusal ?? (await chooseDelivery(needs, request, { ...input, token }, call));
  if (prepared.kind !== 'ready') await cancelActive(needs.api, token, call);
  return prepared;
}

const waysDocument = `query Ways {
  eligibleShippingMethods { id name priceWithTax }
  eligiblePaymentMethods { code isEligible }
}`;

const wayDocument = `mutation Way($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) ${orderOrError} }
${orderFields}`;

async function chooseDelivery(
  { api, store }: BuyingNeeds,
  request: PurchaseRequest,
  input: OrderInput & { token: string },
  call: Call,
): Promise<Prepared> {
  const ways = await api.ask(waysDocument, {}, input.token, call);
  if (ways.kind === 'failed') return ways.problem;
  if (ways.errors.length > 0) return problemOf(ways);
  const [cheapest] = listOf(ways.data.eligibleShippingMethods)
    .map(fieldsOf)
    .flatMap(({ id, priceWithTax }) =>
      typeof id === 'string' && typeof priceWithTax === 'number' ? [{ id, priceWithTax }] : [],
    )
    .toSorted((left, right) => left.priceWithTax - right.priceWithTax);
  if (!cheapest) return refuse('shipping_unavailable', 'The store does not ship this to the given address.');
  const method = paymentMethod(store, ways.data.eligiblePaymentMethods);
  if (isRefused(method)) return method;
  const reply = await api.ask(wayDocument, { id: [cheapest.id] }, input.token, call);
  if (reply.kind === 'failed') return reply.problem;
  const order = orderIn(reply.data.setOrderShippingMethod);
  return order ? checkOrder(store, request, input, order) : problemOf(reply);
}

/** The configured payment method, or the only one. */
export function paymentMethod({ payment }: Pick<Store, 'payment'>, offered: unknown): { code: string } | Refused {
  const eligible = listOf(offered)
    .map(fieldsOf)
    .flatMap(({ code, isEligible }) => (isEligible === true ? (textOf(code) ?? []) : []));
  const [only, another] = eligible;
  if (typeof payment === 'string') {
    if (eligible.includes(payment)) return { code: payment };
    return refuse('payment_declined', `The store does not offer the payment method "${payment}" for this order.`);
  }
  if (only !== undefined && another === undefined) return { code: only };
  const message = `The store accepts these payment methods: ${eligible.join(', ') || 'none'}. Set "payment" to one of them.`;
  return refuse('payment_declined', message);
}

/** Checks lines, totals, currency, max_price and tax. */
function checkOrder(
  store: Store,
  request: PurchaseRequest,
  input: OrderInput & { token: string },
  order: ShopOrder,
): Prepared {
  const { wanted, reading, token } = input;
  const lines = linesOf(order, reading);
  const price = checkFilled(store, request, { price: priceOf(order, reading), lines }, wanted);
  if ('kind' in price) return price;
  const handle: Handle = { code: order.code, token, ...reading, wanted };
  return readyCheckout({ handle, price, lines, wanted, shipTo: shipToOf(order, request.shippingAddress) });
}
