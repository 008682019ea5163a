import { unknownOutcome, unsureAnswer } from '../../../connectors/answers.ts';
import type { FindAnswer, Outcome, Purchase } from '../../../connectors/contract.ts';
import { isDay } from '../../../kit/clock.ts';
import { storableText } from '../../../kit/storable-text.ts';

const idLengthMax = 500;
const quantityMax = 1_000_000_000;

/** Why a purchase cannot be booked as the store reports it; null if it can. */
function findUnreadable({ price, merchantOrderIds, lines }: Purchase, currency: string): string | null {
  const { subtotal, shipping, tax, fees, total } = price;
  const isAmount = [subtotal, shipping, tax, fees, total].every(Number.isSafeInteger) && total >= 0;
  const isName = merchantOrderIds.every((id) => id.length <= idLengthMax && id === storableText(id));
  const isCount = lines.every(({ quantity }) => Number.isInteger(quantity) && quantity >= 0 && quantity <= quantityMax);
  if (price.currency !== currency) return `but in ${price.currency} instead of ${currency}`;
  if (!isAmount) return 'but its total is not an amount';
  if (!isName) return 'but its order number cannot be read';
  return isCount ? null : 'but its quantities cannot be read';
}

/** An estimate that is no date is left out. */
const withDay = (purchase: Purchase): Purchase => ({
  ...purchase,
  estimatedDelivery: isDay(purchase.estimatedDelivery) ? purchase.estimatedDelivery : null,
});

/** A confirmation that cannot be booked counts as unknown: the store sold, and a person has to see what. */
export function readOutcome(outcome: Outcome, currency: string): Outcome {
  if (outcome.kind !== 'placed') return outcome;
  const fault = findUnreadable(outcome.purchase, currency);
  return fault === null
    ? { kind: 'placed', purchase: withDay(outcome.purchase) }
    : unknownOutcome(`The store accepted the order, ${fault}.`);
}

export function readFound(answer: FindAnswer, currency: string): FindAnswer {
  if (answer.kind !== 'found') return answer;
  const fault = findUnreadable(answer.purchase, currency);
  return fault === null
    ? { ...answer, purchase: withDay(answer.purchase) }
    : unsureAnswer(`The store shows the order, ${fault}.`);
}
