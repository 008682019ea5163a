import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Answered, Checkout, Needed, PurchaseRequest } from './contract.ts';

const Shown = Type.Object({ total: Type.Integer(), currency: Type.String() });
const Approved = Type.Object({ approved: Type.Literal(true) });

/** Whether a person has seen this price, or a higher one, and said yes. */
function isApproved({ answer, resume }: Answered, { price }: Checkout): boolean {
  if (!Value.Check(Approved, answer) || resume === null) return false;
  const shown = JSON.parse(resume) as unknown;
  return Value.Check(Shown, shown) && shown.currency === price.currency && price.total <= shown.total;
}

/**
 * The question of a store in the mode `review`: an operator looks at the quote before the button is pressed. Null once
 * the newest answer allows this price; a price that rose since is shown again.
 */
export function reviewFirst(checkout: Checkout, { answers = [] }: PurchaseRequest): Needed | null {
  const newest = answers.findLast(({ kind }) => kind === 'review');
  if (newest && isApproved(newest, checkout)) return null;
  const { basis: _basis, ...components } = checkout.price;
  const { total, currency } = components;
  return {
    kind: 'needs',
    question: {
      kind: 'review',
      askedOf: 'operator',
      message: 'The cart is filled. Look at the price; it is bought when you approve it.',
      details: {
        price_components: components,
        estimated_delivery: checkout.estimatedDelivery,
        items: checkout.lines.map(({ lineId, quantity, unitPrice }) => ({
          id: lineId,
          quantity,
          unit_price_cents: unitPrice,
        })),
      },
      answerSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['approved'],
        properties: {
          approved: { type: 'boolean', title: 'Buy it' },
          note: { type: 'string', maxLength: 500, title: 'Note' },
        },
      },
      resume: JSON.stringify({ total, currency }),
    },
  };
}
