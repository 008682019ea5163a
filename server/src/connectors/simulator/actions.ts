import { type Clock, secondMs } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { paceOf } from '../../kit/test-clock.ts';
import { createBuyAction } from '../answers.ts';
import type { ActionRequest, ActionRequired, Connector, PurchaseRequest } from '../contract.ts';
import type { Quote } from './quote/quote.ts';
import { type Story, testColors } from './scenarios.ts';

/** The code that every sandbox store sends. */
export const sandboxCode = '424242';

const closed = (properties: Record<string, unknown>, required: string[]): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const needs = (question: ActionRequest): ActionRequired => ({ kind: 'needs', question });

/** The action that a scenario requires before the cart is filled. Null once answered. */
export function requestActionBeforeCart(
  story: Story | null,
  request: PurchaseRequest,
  now: Date,
): ActionRequired | null {
  switch (story) {
    case 'desk':
      return request.answers?.some(({ kind }) => kind === 'buy') ? null : askDesk(request, now);
    case 'choose_variant':
      return askForVariant(request);
    case 'enter_code':
      return askForCode(request);
    case 'open_url':
      // Quotes don't need the bank.
      return request.isQuote || request.answers?.some(({ kind }) => kind === 'open_url') ? null : askToOpen(request);
    default:
      return null;
  }
}

const deskMs = 3 * secondMs;

function askDesk(request: PurchaseRequest, now: Date): ActionRequired {
  const order = { retailer: request.retailer, max_price_cents: request.maxPrice, items: request.lines };
  const message = 'An operator buys this from the store. In the sandbox, this takes about three seconds.';
  return needs({ ...createBuyAction(order, message), resume: now.toISOString() });
}

/** Simulates the person at the desk. */
export const deskWatch = (clock: Clock, timeScale: number): NonNullable<Connector['watch']> => ({
  everyMs: Math.max(deskMs * timeScale, secondMs / 20),
  look: async (askedAt) =>
    clock.now().getTime() >= Date.parse(askedAt) + deskMs * paceOf(timeScale) ? { bought: true } : null,
});

function askForVariant(request: PurchaseRequest): ActionRequired | null {
  const line = request.lines.find(({ ref, variant }) => ref.productId === 'test-choose-variant' && !variant?.length);
  if (!line) return null;
  const choices = testColors.map((colour) => ({
    id: colour.toLowerCase(),
    label: colour,
    variant: [{ label: 'Color', value: colour }],
  }));
  return needs({
    kind: 'choose_variant',
    askedOf: 'customer',
    message: 'This product comes in several colors. Choose one.',
    details: { line_id: line.lineId, choices },
    answerSchema: closed({ choice: { type: 'string', enum: choices.map(({ id }) => id), title: 'Color' } }, ['choice']),
  });
}

function askForCode({ answers = [] }: PurchaseRequest): ActionRequired | null {
  const given = answers.findLast(({ kind }) => kind === 'enter_code');
  const code = fieldsOf(given?.answer)?.code;
  if (code === sandboxCode) return null;
  const isWrong = given !== undefined;
  return needs({
    kind: 'enter_code',
    askedOf: 'customer',
    message: `${isWrong ? 'That code is incorrect. ' : ''}The store sent a six-digit code. In the sandbox it is ${sandboxCode}.`,
    details: { sent_to: 'j***@example.com', digits: 6 },
    answerSchema: closed({ code: { type: 'string', pattern: '^[0-9]{6}$', title: 'Code', writeOnly: true } }, ['code']),
    isSecret: true,
  });
}

function askToOpen(request: PurchaseRequest): ActionRequired {
  const [line] = request.lines;
  return needs({
    kind: 'open_url',
    askedOf: 'customer',
    message: 'Your bank needs to verify this payment. Open the page, complete the steps, then confirm here.',
    details: {},
    answerSchema: closed({ done: { type: 'boolean', const: true, title: 'Done' } }, ['done']),
    url: line?.url ?? null,
  });
}

/** One scenario asks a person to review the quote. */
export function askForReview(
  story: Story | null,
  request: PurchaseRequest,
  { price, lines }: Quote,
): ActionRequired | null {
  if (story !== 'review' || request.isQuote || request.answers?.some(({ kind }) => kind === 'review')) return null;
  const { subtotal, shipping, tax, fees, total } = price;
  return needs({
    kind: 'review',
    askedOf: 'customer',
    message: 'The cart is ready. Review the price before the order is placed.',
    details: {
      retailer: request.retailer,
      currency: price.currency,
      price_components: { subtotal, shipping, tax, fees, total, currency: price.currency },
      items: lines.map(({ lineId, title, quantity, unitPrice }) => {
        const line = request.lines.find((wanted) => wanted.lineId === lineId);
        const { url = null, variant = null } = line ?? {};
        return { id: lineId, title, url, quantity, variant, unit_price_cents: unitPrice, available: true };
      }),
    },
    answerSchema: closed(
      {
        approved: { type: 'boolean', title: 'Buy it' },
        note: { type: 'string', maxLength: 500, title: 'Note' },
      },
      ['approved'],
    ),
  });
}
