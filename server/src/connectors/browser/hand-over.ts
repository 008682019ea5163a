import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { formatMoney, zeroCents } from '../../kit/money.ts';
import type { ActionRequired, Checkout, Prepared, PurchaseRequest } from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { BrowserNeeds } from './attempt.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { Handle } from './handle.ts';
import { fillTemplate, listAt, type Scope } from './templates.ts';

/** Mode `link`: a person opens the page, pays the store, and enters the order number. */
export function requestHandOver(url: string, { price }: Checkout): ActionRequired {
  return {
    kind: 'needs',
    question: {
      kind: 'open_url',
      askedOf: 'customer',
      message: `The store's total is ${formatMoney({ amount: price.total, currency: price.currency })}. Open the page, pay there, and enter the order number. Your wallet is not charged.`,
      details: { price_components: { ...price, basis: undefined } },
      answerSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['order_number'],
        properties: {
          order_number: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S', title: 'Order number' },
        },
      },
      url,
    },
  };
}

/** The link that a person continues with. It must have everything that was ordered. */
export function handOverLinkOf({ recipe, store }: Pick<BrowserNeeds, 'recipe' | 'store'>, scope: Scope): string {
  const { link } = recipe;
  if (link === undefined) throw new RecipeBroken('The recipe has no checkout link.');
  const lines = listAt(scope, 'lines');
  if (typeof link === 'string') {
    if (lines.length > 1 && /\{\{\s*line\./.test(link)) {
      const message = "This store's checkout link supports one product. Place one order per product.";
      throw new StoreRefusal(refuse('checkout_failed', message), 'link');
    }
    return new URL(fillTemplate(link, scope, encodeURIComponent), store.url ?? undefined).href;
  }
  const list = lines.map((line) => fillTemplate(link.line, { ...scope, line }, encodeURIComponent)).join(link.between);
  const [before = '', after = ''] = fillTemplate(link.address, { ...scope, list: '\u0000' }).split('\u0000');
  return new URL(`${before}${list}${after}`, store.url ?? undefined).href;
}

const Answer = Type.Object({ order_number: Type.String() });

/** A person bought it by the link and paid the store, so the wallet is not charged. */
export function preparedHandOver({ store, clock }: BrowserNeeds, request: PurchaseRequest): Prepared | null {
  if (store.mode !== 'link') return null;
  const answer = (request.answers ?? []).findLast(({ kind }) => kind === 'open_url')?.answer;
  if (!Value.Check(Answer, answer)) return null;
  const price = {
    currency: store.currency,
    basis: 'gross' as const,
    subtotal: zeroCents,
    shipping: zeroCents,
    tax: zeroCents,
    fees: zeroCents,
    total: zeroCents,
  };
  const lines = request.lines.map(({ lineId, quantity }) => ({ lineId, quantity, unitPrice: zeroCents }));
  const handle: Handle = {
    visit: '',
    preparedAt: clock.now().toISOString(),
    before: null,
    price,
    lines,
    goods: [],
    orderedAs: answer.order_number.trim(),
  };
  const offered = lines.map((line) => ({ ...line, offerId: null }));
  const checkout = { handle: JSON.stringify(handle), price, estimatedDelivery: null, lines: offered, shipTo: null };
  return { kind: 'ready', checkout };
}
