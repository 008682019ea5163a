import { formatCents } from '../../kit/money.ts';
import type { Checkout, Prepared, PurchaseRequest } from '../contract.ts';
import type { BrowserNeeds } from './attempt.ts';
import { PersonNeeded } from './endings.ts';
import { handleIn } from './handle.ts';
import { parsed, type Visit } from './visit.ts';
import { fillIn, type Scope } from './words.ts';

const closed = (properties: Record<string, unknown>, required: string[]): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** The modes in which a person has the last word: `review` shows what it costs, `link` hands the cart over. */
export async function askBefore(
  { store, recipe }: BrowserNeeds,
  request: PurchaseRequest,
  visit: Visit,
  checkout: Checkout,
  scope: Scope,
): Promise<void> {
  const details = {
    price_components: checkout.price,
    items: checkout.lines.map(({ lineId, quantity, unitPrice }) => ({
      id: lineId,
      quantity,
      unit_price_cents: unitPrice,
    })),
  };
  const resume = JSON.stringify(checkout);
  if (store.mode === 'review' && !isApproved(request, checkout)) {
    throw new PersonNeeded({
      kind: 'review',
      askedOf: 'customer',
      message: `The cart at ${store.name} is filled and costs ${formatCents(checkout.price.total)}. Look at it before it is bought.`,
      details,
      answerSchema: closed(
        { approved: { type: 'boolean', title: 'Buy it' }, note: { type: 'string', maxLength: 500, title: 'Note' } },
        ['approved'],
      ),
      resume,
    });
  }
  if (store.mode === 'link') {
    const url =
      recipe.link === undefined ? visit.page.url() : new URL(fillIn(recipe.link, scope), store.url ?? '').href;
    throw new PersonNeeded({
      kind: 'open_url',
      askedOf: 'customer',
      message: `Open the page, buy there for ${formatCents(checkout.price.total)}, and write down the order number.`,
      details,
      answerSchema: closed({ order_number: { type: 'string', minLength: 1, maxLength: 100, title: 'Order number' } }, [
        'order_number',
      ]),
      url,
      resume,
    });
  }
}

/** A yes to this price or a higher one. Dearer than what the person saw is asked again. */
function isApproved({ answers = [] }: PurchaseRequest, { price }: Checkout): boolean {
  const given = answers.findLast(({ kind }) => kind === 'review');
  const { approved } = (given?.answer ?? {}) as { approved?: unknown };
  const shown = parsed<Checkout>(given?.resume ?? null);
  return approved === true && shown !== null && price.total <= shown.price.total;
}

/** Somebody bought it where the link led: it is written down as what they were shown. */
export function handedOver({ store }: BrowserNeeds, { answers = [] }: PurchaseRequest): Prepared | null {
  const given = store.mode === 'link' ? answers.findLast(({ kind }) => kind === 'open_url') : undefined;
  const { order_number: number } = (given?.answer ?? {}) as { order_number?: unknown };
  const checkout = parsed<Checkout>(given?.resume ?? null);
  const handle = handleIn(checkout?.handle ?? null);
  if (!checkout || !handle || typeof number !== 'string') return null;
  return { kind: 'ready', checkout: { ...checkout, handle: JSON.stringify({ ...handle, handedOver: number }) } };
}
