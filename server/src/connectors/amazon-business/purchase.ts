import { utcDay } from '../../kit/clock.ts';
import type { PaidLine, Purchase } from '../contract.ts';
import { externalIdAt, type Note } from './handle.ts';
import { acceptedQuantity, latestDelivery, type OrderAnswer, orderIdsOf } from './order-answer.ts';
import { chargesOf, totalOf } from './order-price.ts';
import type { AmazonOptions } from './settings.ts';

export const unsignedText =
  'Amazon accepted an order without signing it. Check that the buying group is not in test mode. In test mode, every order is a trial.';

/** What Amazon sold, by its own answer. Null where its charges make no sense. */
export function purchaseOf(
  answer: OrderAnswer,
  ordered: readonly { lineId: string; quantity: number }[],
  options: AmazonOptions,
  placedAt: Date,
): Purchase | null {
  const charges = chargesOf(answer, options);
  if (!charges) return null;
  const latest = latestDelivery(answer);
  const lines = ordered.map(({ lineId }, index): PaidLine => {
    const line = answer.lines.find(({ externalId }) => externalId === externalIdAt(index));
    const charged = charges.find(({ externalId }) => externalId === externalIdAt(index));
    return { lineId, quantity: line ? acceptedQuantity(line) : 0, unitPrice: charged?.unitPrice ?? null };
  });
  const short = ordered.flatMap(({ lineId, quantity }, index) => {
    const missing = quantity - (lines[index]?.quantity ?? 0);
    return missing > 0 ? [{ lineId, quantity: missing }] : [];
  });
  const note: Note = { at: placedAt.toISOString(), short };
  return {
    merchantOrderIds: [...new Set(answer.lines.flatMap(({ accepted }) => accepted.flatMap(orderIdsOf)))],
    price: totalOf(charges, options),
    estimatedDelivery: latest && utcDay(latest),
    placedAt,
    lines,
    shipTo: null,
    note: JSON.stringify(note),
  };
}
