import { assertDefined } from '../../../kit/assert-defined.ts';
import { toUsCents } from '../../../kit/exchange-rate.ts';
import { Failure, Invalid, notFound } from '../../../kit/failure.ts';
import { isUuid } from '../../../kit/ids.ts';
import { toCents } from '../../../kit/money.ts';
import { orderRequestOf, rateOf, requestDigest } from '../../orders/orders/index.ts';
import { useQuote as checkQuote, findQuote, quoteRefused, suggestedMaxPrice } from '../../orders/placement/index.ts';
import { errorIn, failureOutcome, isSuccess, type ToolError } from './call.ts';
import type { PolicyVerdict } from './model.ts';
import { bodyOf, type PlaceNeeds, type PlaceRequest } from './purchase.ts';
import type { Summary } from './summary.ts';

export interface Quote
  extends Pick<Summary, 'retailer' | 'currency' | 'items' | 'price_components' | 'service_fee_cents'> {
  quote_id: string;
  expires_at: string;
  suggested_max_price: number;
  policy: PolicyVerdict;
}

type Quoted = { quote: Quote; error?: never } | { error: ToolError; quote?: never };

/** The client's quote, or a new one. */
export async function quoteFor(needs: PlaceNeeds, asked: PlaceRequest): Promise<Quoted> {
  const { callContext, order } = asked;
  if (order.quote_id !== undefined) return readQuote(needs, asked, order.quote_id);
  const reply = await needs.call(callContext, { method: 'POST', path: '/orders/quote', body: bodyOf(order) });
  if (!isSuccess(reply)) return { error: errorIn(reply) };
  const quote = reply.body as Quote;
  // For a store with another currency, people approve the US dollars of the quote.
  return quote.currency === 'USD' ? { quote } : readQuote(needs, asked, quote.quote_id);
}

/** The caller's quote for exactly this order, with the policies' current decision. Does not ask the store. */
async function readQuote(needs: PlaceNeeds, asked: PlaceRequest, quoteId: string): Promise<Quoted> {
  const { callContext, order } = asked;
  const caller = assertDefined(callContext.caller);
  const row = isUuid(quoteId) ? await findQuote(needs.db, caller, quoteId.toLowerCase()) : null;
  if (!row) return refused(needs, notFound());
  const total = row.exchange ? toUsCents(rateOf(row.exchange), row.total_cents) : toCents(row.total_cents);
  const maxPrice = order.max_price ?? suggestedMaxPrice(total);
  // Validates the order like POST /orders, so the code below can rely on its shape.
  const body = { ...bodyOf(order), max_price: maxPrice };
  const reply = await needs.call(callContext, { method: 'POST', path: '/policy/simulate', body });
  if (!isSuccess(reply)) return { error: errorIn(reply) };
  try {
    const digest = requestDigest(
      orderRequestOf(body as unknown as Parameters<typeof orderRequestOf>[0], needs.feeCents),
    );
    const { cart } = await checkQuote(needs, caller, row.id, digest);
    if (!cart) throw quoteRefused('quote_expired', 'The quote has expired. Get a new one.');
    if (total > maxPrice)
      throw quoteRefused('max_price_exceeded', `The quote is ${total} cents, over the max_price of ${maxPrice}.`);
    return {
      quote: {
        quote_id: row.id,
        expires_at: row.expires_at.toISOString(),
        retailer: retailerOf(needs, asked),
        currency: cart.currency,
        items: order.products.map(({ url, quantity = 1, variant = null }, index) => ({
          url,
          quantity,
          variant,
          title: cart.items[index]?.title ?? null,
          unit_price_cents: cart.items[index]?.unit_price_cents ?? null,
        })),
        price_components: cart.price_components,
        service_fee_cents: needs.feeCents,
        suggested_max_price: maxPrice,
        policy: reply.body as PolicyVerdict,
      },
    };
  } catch (error) {
    return refused(needs, error);
  }
}

function retailerOf({ registry }: PlaceNeeds, { callContext, order }: PlaceRequest): string {
  const [first] = order.products;
  const world = assertDefined(callContext.caller).world;
  return (first && registry.forUrl(world, first.url)?.ref.retailer) ?? '';
}

function refused({ publicUrl }: PlaceNeeds, error: unknown): { error: ToolError } {
  if (!(error instanceof Failure || error instanceof Invalid)) throw error;
  return { error: assertDefined(failureOutcome(error, publicUrl).error) };
}
