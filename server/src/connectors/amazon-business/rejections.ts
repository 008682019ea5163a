import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { Refusal, Refused } from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { Artifact, OrderAnswer } from './order-answer.ts';

interface Rejection {
  reason: Refusal;
  message(fields: Record<string, unknown>): string;
  detail?: string;
}

const amountIn = (value: unknown): string => {
  const { amount, currencyCode } = fieldsOf(value);
  return typeof amount === 'number' ? `${amount} ${textOf(currencyCode) ?? ''}`.trim() : 'another amount';
};
const expected = (what: string, { boundary, actualAmount }: Record<string, unknown>): string =>
  `Amazon changed ${what} to ${amountIn(actualAmount)}; expected at most ${amountIn(boundary)}.`;

/** Every documented rejection, most specific first. */
const rejections: readonly [type: string, rejection: Rejection][] = [
  ['BrokenUnitPriceExpectation', { reason: 'price_changed', message: (fields) => expected('the unit price', fields) }],
  ['BrokenChargeExpectation', { reason: 'price_changed', message: (fields) => expected('a charge', fields) }],
  [
    'AvailableQuantity',
    {
      reason: 'product_quantity_unavailable',
      message: ({ quantity }) => `Amazon has only ${Number(quantity)} of this item in stock.`,
    },
  ],
  ['UnavailableQuantity', { reason: 'product_out_of_stock', message: () => 'This item is out of stock at Amazon.' }],
  [
    'DeliveryTimeRangeIncongruity',
    { reason: 'shipping_unavailable', message: () => 'Amazon delivers this item later than the account allows.' },
  ],
  [
    'AgeRestriction',
    {
      reason: 'product_unavailable',
      message: ({ minimumAge }) => `Amazon sells this item only to buyers aged ${Number(minimumAge)} or older.`,
    },
  ],
  [
    'RejectionCode',
    {
      reason: 'product_unavailable',
      message: ({ code }) => `Amazon rejected this item (${textOf(code) ?? 'no code'}).`,
    },
  ],
  ['RejectionMessage', { reason: 'product_unavailable', message: () => 'Amazon rejected this item.' }],
];

/** None of the quantity is available. */
const isNone = ({ type, fields }: Artifact): boolean => type === 'AvailableQuantity' && !(Number(fields.quantity) > 0);

/** Amazon's text, for display only. */
const said = (artifacts: readonly Artifact[]): string => {
  const words = artifacts.find(({ type }) => type === 'RejectionMessage')?.fields.message;
  return typeof words === 'string' && words.trim() !== '' ? ` Amazon's message: ${words.trim().slice(0, 300)}` : '';
};

function refusalOf(artifacts: readonly Artifact[]): { reason: Refusal; message: string } {
  const telling = artifacts.filter((artifact) => !isNone(artifact));
  for (const [type, { reason, message }] of rejections) {
    const found = telling.find((artifact) => artifact.type === type);
    if (found) return { reason, message: `${message(found.fields)}${said(artifacts)}` };
  }
  if (artifacts.some(isNone))
    return { reason: 'product_out_of_stock', message: 'This item is out of stock at Amazon.' };
  return { reason: 'product_unavailable', message: 'Amazon rejected this item and gave no reason.' };
}

/** How many units Amazon would sell; 0 if it doesn't say. */
function availableIn(artifacts: readonly Artifact[]): number {
  const quantity = Number(artifacts.find(({ type }) => type === 'AvailableQuantity')?.fields.quantity);
  return Number.isSafeInteger(quantity) ? quantity : 0;
}

/** Why Amazon didn't accept everything. Null if it did. `lineIdOf` maps Amazon's external ID to our line. */
export function refusalIn(answer: OrderAnswer, lineIdOf: (externalId: string) => string | undefined): Refused | null {
  for (const { externalId, rejected } of answer.lines) {
    const [first] = rejected;
    if (!first) continue;
    const { reason, message } = refusalOf(first.artifacts);
    const lineId = lineIdOf(externalId);
    if (lineId === undefined) return refuse(reason, message);
    const quantity = availableIn(first.artifacts);
    return refuse(reason, message, { lineIds: [lineId], ...(quantity > 0 && { limits: [{ lineId, quantity }] }) });
  }
  if (answer.rejections.length > 0) {
    const { reason, message } = refusalOf(answer.rejections);
    const isAboutItem = reason !== 'product_unavailable';
    return refuse(isAboutItem ? reason : 'checkout_failed', message.replace('this item', 'the order'));
  }
  return null;
}
