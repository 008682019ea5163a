import { type Clock, dayMs, secondMs, utcDay } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { offerTexts } from '../catalog-product.ts';
import { refusePrice } from '../check-cart.ts';
import { chooseOffer, reasonForNoOffer } from '../choose-offer.ts';
import type { Call, LineLimit, Prepared, PurchaseRequest } from '../contract.ts';
import { cartChanged, refuse, type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import type { AmazonApi } from './api.ts';
import { readProduct } from './catalog.ts';
import { lookUpOrder } from './find.ts';
import { externalIdAt, type Handle, type HandleLine } from './handle.ts';
import { acceptedQuantity, latestDelivery, type OrderAnswer, orderIn } from './order-answer.ts';
import { fullNameOf, orderPath, trialBody } from './order-body.ts';
import { chargesOf, type LineCharges, totalOf } from './order-price.ts';
import type { AmazonOffer, AmazonProduct } from './product.ts';
import { refusalIn } from './rejections.ts';
import type { AmazonOptions } from './settings.ts';

export interface BuyingNeeds {
  store: Store;
  api: AmazonApi;
  options: AmazonOptions;
  clock: Clock;
  reportBroken(message: string): void;
}

/** An order that waits longer than this returns to the queue and frees its worker. */
const queuePatienceMs = 3 * secondMs;

export const turnsOf = (reference: string) => ({ trial: `${reference} trial`, order: `${reference} order` });

/** Reserves turns, chooses offers and places a trial order. Buys nothing. */
export async function prepare(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const unfit = refuseAddress(request);
  if (unfit) return unfit;
  const before = request.earlier ? await findEarlier(needs, request, call) : null;
  if (before) return before;
  const { trial, order } = turnsOf(request.reference);
  const waitMs = await needs.api.joinQueue('order', request.isQuote ? [trial] : [trial, order]);
  if (waitMs > queuePatienceMs) {
    const message = 'Amazon limits how often orders can be placed. This order is queued.';
    return { kind: 'blocked', reason: 'retailer_rate_limited', message, retryAfterMs: waitMs };
  }
  const chosen: Chosen[] = [];
  for (const [index, line] of request.lines.entries()) {
    const choice = await chooseFor(needs, request, line, call);
    if ('kind' in choice) return { ...choice, ...(choice.kind === 'refused' && { lineIds: [line.lineId] }) };
    chosen.push({ ...choice, lineId: line.lineId, externalId: externalIdAt(index), quantity: line.quantity });
  }
  return tryOrder(needs, request, chosen, call);
}

interface Chosen {
  lineId: string;
  externalId: string;
  asin: string;
  offerId: string;
  quantity: number;
  title: string;
}

/** An earlier attempt may have bought it, so look before using this ID again. */
async function findEarlier(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared | null> {
  const seen = await lookUpOrder(needs, request.reference, call);
  if (seen.kind === 'failed') return seen.problem;
  if (seen.kind === 'none') return null;
  const handle: Handle = { at: request.earlier?.since.toISOString() ?? needs.clock.now().toISOString(), lines: [] };
  return {
    kind: 'bought_before',
    handle: JSON.stringify(handle),
    message: 'Amazon already has an order with this ID.',
  };
}

const lineLengthMax = 60;

/** Refuses what is too long for Amazon. Never truncates. */
function refuseAddress({ shippingAddress: address }: PurchaseRequest): StoreProblem | null {
  const { addressLine1, addressLine2, state, country } = address;
  const isTooLong = [fullNameOf(address), addressLine1, addressLine2 ?? ''].some((text) => text.length > lineLengthMax);
  if (isTooLong) {
    return refuse('shipping_address_invalid', `Amazon accepts at most ${lineLengthMax} characters per address line.`);
  }
  return country === 'US' && !state
    ? refuse('shipping_address_invalid', 'Amazon requires a state for US addresses.')
    : null;
}

type Choice = Pick<Chosen, 'asin' | 'offerId' | 'title'>;

async function chooseFor(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  line: PurchaseRequest['lines'][number],
  call: Call,
): Promise<Choice | StoreProblem> {
  const postalCode = request.options.offersPostalCode ?? request.shippingAddress.postalCode;
  const wanted = { quantity: line.quantity, postalCode };
  const found = await readProduct(needs, line.ref.productId, wanted, call);
  if (found.kind === 'failed') return found.problem;
  if (found.kind === 'missing') return refuse('product_not_found', found.message);
  const variant = variantOf(found.product, line);
  if (typeof variant !== 'string') return variant;
  if (variant === found.product.asin) return choiceOf(found.product, request, line);
  const child = await readProduct(needs, variant, wanted, call);
  if (child.kind === 'failed') return child.problem;
  return child.kind === 'product'
    ? choiceOf(child.product, request, line)
    : refuse('product_variant_unavailable', 'Amazon does not sell this variant.', { detail: 'invalid_variant' });
}

const isSame = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase();

/** The ASIN to buy: the product's own, or the chosen variant's. */
function variantOf(product: AmazonProduct, { variant }: PurchaseRequest['lines'][number]): string | StoreProblem {
  const wanted = variant ?? [];
  if (wanted.length === 0) {
    if (!product.isParent) return product.asin;
    const labels = product.dimensions.map(({ label, values }) => `${label} (${values.join(', ')})`);
    return refuse('product_variant_required', `Choose ${labels.join(' and ')}.`, { detail: 'insufficient_variants' });
  }
  const fitting = product.variants.filter(({ options }) =>
    wanted.every(({ label, value }) =>
      options.some((option) => isSame(option.label, label) && isSame(option.value, value)),
    ),
  );
  const [only, another] = fitting;
  if (!only) {
    const words = wanted.map(({ value }) => value).join(', ');
    return refuse('product_variant_unavailable', `This product has no variant ${words}.`, {
      detail: 'invalid_variant',
    });
  }
  if (!another) return only.asin;
  return refuse('product_variant_required', 'More than one variant matches. Choose a value for every option.', {
    detail: 'insufficient_variants',
  });
}

function choiceOf(
  product: AmazonProduct,
  request: PurchaseRequest,
  { lineId, quantity, selection }: PurchaseRequest['lines'][number],
): Choice | StoreProblem {
  const { asin, title, offers } = product;
  const allowed = offers.filter(({ restriction }) => restriction === null);
  if (offers.length > 0 && allowed.length === 0) {
    const why = offers.map(({ restriction }) => restriction).find((words) => words !== null);
    return refuse('product_unavailable', `The business account cannot buy this: ${why}.`);
  }
  const offer = chooseOffer(allowed, selection, request.options);
  if (!offer) {
    const reason = reasonForNoOffer(allowed, selection, request.options);
    return refuse(reason, offerTexts[reason]);
  }
  return refuseQuantity(offer, { lineId, quantity }) ?? { asin, title, offerId: offer.offerId };
}

function refuseQuantity(
  { minQuantity, maxQuantity }: AmazonOffer,
  { lineId, quantity }: LineLimit,
): StoreProblem | null {
  if (quantity < minQuantity) {
    return refuse('product_quantity_unavailable', `This offer requires at least ${minQuantity}.`);
  }
  if (maxQuantity === null || quantity <= maxQuantity) return null;
  const limits = [{ lineId, quantity: maxQuantity }];
  return refuse('quantity_limit_exceeded', `This offer is limited to ${maxQuantity} per order.`, { limits });
}

async function tryOrder(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  chosen: readonly Chosen[],
  call: Call,
): Promise<Prepared> {
  const { api, options } = needs;
  // Amazon doesn't say whether a trial uses up its ID, so each has a new one.
  const externalId = `${request.reference}-t-${newId().slice(-12)}`;
  const json = trialBody(options, request, externalId, chosen);
  const { trial: holder } = turnsOf(request.reference);
  const reply = await api.ask({ operation: 'order', method: 'POST', path: orderPath, json, holder }, call);
  if (reply.kind === 'failed') return reply.problem;
  if (reply.kind === 'error') return refuse('checkout_failed', `${reply.message} Nothing was bought.`);
  const answer = orderIn(reply.data);
  if (!answer)
    return unexpectedAnswer('Amazon returned an unexpected response to the trial order. Nothing was bought.');
  const lineIdOf = (id: string) => chosen.find((line) => line.externalId === id)?.lineId;
  const refusal = refusalIn(answer, lineIdOf);
  if (refusal) return refusal;
  const isWhole = chosen.every(({ externalId: id, quantity }) => {
    const line = answer.lines.find((candidate) => candidate.externalId === id);
    return line !== undefined && acceptedQuantity(line) === quantity;
  });
  if (!isWhole || answer.lines.length !== chosen.length) {
    return cartChanged("Amazon's trial order does not match the order. Nothing was bought.");
  }
  return checkTrial(needs, request, chosen, answer);
}

/** Checks totals, currency, tax, max_price and delivery. */
function checkTrial(
  { store, options, clock }: BuyingNeeds,
  request: PurchaseRequest,
  chosen: readonly Chosen[],
  answer: OrderAnswer,
): Prepared {
  const charges = chargesOf(answer, options);
  if (!charges) return unexpectedAnswer("Amazon's charges do not add up. Nothing was bought.");
  const price = totalOf(charges, options);
  const latest = latestDelivery(answer);
  const refusal = refusePrice(store, request, price) ?? refuseDelivery(request, price.shipping, latest, clock.now());
  if (refusal) return refusal;
  const lines = chosen.map((line): HandleLine & { title: string } => {
    const { unitPrice, tax, charged } = chargesFor(charges, line.externalId);
    return { ...line, unitPrice, tax, ...charged };
  });
  const handle: Handle = {
    at: clock.now().toISOString(),
    total: price.total,
    lines: lines.map(({ title: _title, ...line }) => line),
  };
  return {
    kind: 'ready',
    checkout: {
      handle: JSON.stringify(handle),
      price,
      estimatedDelivery: latest && utcDay(latest),
      shipTo: null,
      lines: lines.map(({ lineId, quantity, title, offerId, externalId }) => {
        const { unitPrice } = chargesFor(charges, externalId);
        return { lineId, quantity, unitPrice, title, offerId };
      }),
    },
  };
}

function chargesFor(charges: readonly LineCharges[], externalId: string): LineCharges {
  const found = charges.find((line) => line.externalId === externalId);
  if (!found) throw new Error('Every line of a complete trial order must have charges.');
  return found;
}

function refuseDelivery(
  { options: { shippingMethod, maxDeliveryDays } }: PurchaseRequest,
  shipping: number,
  latest: Date | null,
  now: Date,
): StoreProblem | null {
  if (shippingMethod === 'free' && shipping > 0) {
    return refuse('shipping_unavailable', 'Amazon does not ship this for free.', {
      detail: 'shipping_method_unavailable',
    });
  }
  if (maxDeliveryDays === null) return null;
  const days = latest === null ? null : Math.ceil((latest.getTime() - now.getTime()) / dayMs);
  if (days !== null && days <= maxDeliveryDays) return null;
  const message =
    days === null ? 'Amazon does not give a delivery date.' : `Amazon may take up to ${days} days to deliver this.`;
  return refuse('shipping_unavailable', message, { detail: 'max_delivery_days_exceeded' });
}
