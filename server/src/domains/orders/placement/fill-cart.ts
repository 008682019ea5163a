import type { Connector, Outcome, Prepared, PurchaseRequest, Refused } from '../../../connectors/contract.ts';
import { refuseOptions } from '../../../connectors/options.ts';
import { failureReasons } from '../../../wire/index.ts';
import { saveTitles } from '../../catalog/products/index.ts';
import { type Concession, type Fulfillment, isBestEffort, mayBePartial, type PlacementRow } from '../orders/index.ts';
import type { PlacementNeeds } from './step.ts';

/** A cart, the part of the order in it, and what was left out. */
export interface CartPlan {
  request: PurchaseRequest;
  concessions: Concession[];
}

/** Refusals about the lines they name. */
const lineReasons: ReadonlySet<string> = new Set<Refused['reason']>([
  'product_not_found',
  'product_out_of_stock',
  'product_unavailable',
  'product_variant_required',
  'product_variant_unavailable',
  'product_quantity_unavailable',
  'quantity_limit_exceeded',
  'shipping_unavailable',
  'handling_days_exceeded',
]);

/**
 * Fills a cart with the whole order, or with less if the store refuses and the order allows it. Every round removes a line, lowers
 * one once, or drops the gift options, so it ends.
 */
export async function fillCart(
  plan: CartPlan,
  fulfillment: Fulfillment | null,
  fill: (request: PurchaseRequest) => Promise<Prepared>,
): Promise<CartPlan & { prepared: Prepared }> {
  const prepared = await fill(plan.request);
  const next = prepared.kind === 'refused' ? concede(plan, fulfillment, prepared) : null;
  return next ? fillCart(next, fulfillment, fill) : { ...plan, prepared };
}

/** The whole order, without gift options if the store has none and the order allows it. */
export function planCart(
  connector: Pick<Connector, 'honours'>,
  request: PurchaseRequest,
  fulfillment: Fulfillment | null,
): CartPlan {
  const plan = { request, concessions: [] };
  const unfit = refuseOptions(connector, request);
  return (unfit && concedeGift(plan, fulfillment, unfit)) ?? plan;
}

/** Nothing was bought, and another cart may work: the store sold a line to somebody else in the meantime. */
export const retryWithoutLine = (fulfillment: Fulfillment | null, outcome: Outcome): Outcome =>
  outcome.kind === 'refused' && mayBePartial(fulfillment) && lineReasons.has(outcome.reason)
    ? { ...outcome, retryOnce: true }
    : outcome;

/** What to order instead; null: the refusal is final. */
function concede(plan: CartPlan, fulfillment: Fulfillment | null, refused: Refused): CartPlan | null {
  const isAboutLines = lineReasons.has(refused.reason) && refused.lineIds !== undefined && refused.lineIds.length > 0;
  return isAboutLines ? concedeLines(plan, fulfillment, refused) : concedeGift(plan, fulfillment, refused);
}

function concedeGift(plan: CartPlan, fulfillment: Fulfillment | null, refused: Refused): CartPlan | null {
  const { options } = plan.request;
  const isWanted = options.isGift || options.giftMessage !== null || options.requireGift || options.useGiftWrap;
  if (refused.reason !== 'gift_option_unavailable' || !isWanted || !isBestEffort(fulfillment, 'gift')) return null;
  const ordinary = { ...options, isGift: false, giftMessage: null, requireGift: false, useGiftWrap: false };
  const concession: Concession = {
    concern: 'gift',
    code: refused.reason,
    message: `${failureReasons[refused.reason].title}. Ordered without it.`,
    item_id: null,
    url: null,
    requested_quantity: null,
    fulfilled_quantity: null,
  };
  return {
    request: { ...plan.request, options: ordinary },
    concessions: [...plan.concessions, concession],
  };
}

function concedeLines(plan: CartPlan, fulfillment: Fulfillment | null, refused: Refused): CartPlan | null {
  let next: CartPlan | null = plan;
  for (const lineId of refused.lineIds ?? []) next = next && concedeLine(next, fulfillment, refused, lineId);
  return next && next !== plan && next.request.lines.length > 0 ? next : null;
}

function concedeLine(
  plan: CartPlan,
  fulfillment: Fulfillment | null,
  refused: Refused,
  lineId: string,
): CartPlan | null {
  const line = plan.request.lines.find((candidate) => candidate.lineId === lineId);
  if (!line) return null;
  const earlier = plan.concessions.find(({ item_id: id }) => id === lineId);
  const limit = refused.limits?.find((candidate) => candidate.lineId === lineId)?.quantity ?? 0;
  const isLowered = isBestEffort(fulfillment, 'quantity') && !earlier && limit >= 1 && limit < line.quantity;
  if (!isLowered && !isBestEffort(fulfillment, 'items')) return null;
  const quantity = isLowered ? limit : 0;
  const requested = earlier?.requested_quantity ?? line.quantity;
  const concession: Concession = {
    concern: isLowered ? 'quantity' : 'items',
    code: refused.reason,
    // Not the store's text: programs and agents read this.
    message: `${failureReasons[refused.reason].title}. ${isLowered ? `Ordered ${quantity} of ${requested}.` : 'Left out.'}`,
    item_id: lineId,
    url: line.url,
    requested_quantity: requested,
    fulfilled_quantity: quantity,
  };
  const lines = plan.request.lines.map((one) => (one.lineId === lineId ? { ...one, quantity } : one));
  return {
    request: { ...plan.request, lines: lines.filter((one) => one.quantity > 0) },
    concessions: [...plan.concessions.filter((one) => one !== earlier), concession],
  };
}

/** The order as it was submitted, after concessions. */
export function applyConcessions(request: PurchaseRequest, concessions: readonly Concession[] | null): PurchaseRequest {
  const quantityOf = (lineId: string) => concessions?.find(({ item_id: id }) => id === lineId)?.fulfilled_quantity;
  const lines = request.lines.map((line) => ({ ...line, quantity: quantityOf(line.lineId) ?? line.quantity }));
  return { ...request, lines: lines.filter(({ quantity }) => quantity > 0) };
}

/** Saves product titles from the cart, for search. An error here doesn't stop the purchase. */
export async function savePurchasedTitles(
  { database, clock, logger }: PlacementNeeds,
  order: PlacementRow,
  prepared: Prepared,
): Promise<void> {
  const lines = prepared.kind === 'ready' ? prepared.checkout.lines : [];
  const products = order.items.map(({ id, product_id: productId }) => {
    const line = lines.find(({ lineId }) => lineId === id);
    return { world: order.world, retailer: order.retailer, productId, title: line?.title ?? null, image: line?.image };
  });
  try {
    await saveTitles(database, products, clock.now());
  } catch (error) {
    logger.warn({ orderId: order.id, err: error }, 'product titles not saved');
  }
}
