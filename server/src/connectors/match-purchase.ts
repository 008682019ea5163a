import { hourMs, minuteMs, plusMs } from '../kit/clock.ts';
import type { Cents } from '../kit/money.ts';
import { unsureAnswer } from './answers.ts';
import { type WantedLine, wantedQuantity } from './cart-lines.ts';
import type { Address, FindAnswer, FindQuery, Purchase } from './contract.ts';

/** A purchase as the account's order list at the store shows it. */
export interface PastPurchase {
  merchantOrderId: string;
  /** Invalid if the store's text is no time. */
  placedAt: Date;
  /** As bought, including later cancellations. */
  lines: readonly { variantId: string; quantity: number }[];
  /** Null if not shown. */
  shipTo: Address | null;
  total: Cents | null;
  /** Null if the order changed since. */
  purchase: Purchase | null;
}

/** Allowed clock skew of a store. */
const clockSkewMs = 5 * minuteMs;
/** How much too early a store may date a purchase: times without a zone (up to 26 hours apart), or a slow clock. */
export const misdatedMs = 26 * hourMs;

type Since = Pick<FindQuery, 'since'>;

/** The earliest time that a store may show for a purchase. An order list must reach back to it. */
export const earliestFor = ({ since }: Since): Date => plusMs(since, -misdatedMs);

/** Dated before the order was submitted: an older purchase, or ours at a store that dates it wrong. */
export const isDatedEarly = (placedAt: Date, { since }: Since): boolean => placedAt < plusMs(since, -clockSkewMs);

type Wanted = Pick<FindQuery, 'since' | 'maxPrice' | 'shippingAddress' | 'isTaken' | 'isBestEffort'> & {
  lines: readonly WantedLine[];
};

/** Finds a purchase by lines and address that no other order owns. The list must reach back to `earliestFor`. */
export async function matchPurchase(past: readonly PastPurchase[], wanted: Wanted): Promise<FindAnswer> {
  const earliest = earliestFor(wanted);
  const fitting: PastPurchase[] = [];
  for (const candidate of past) {
    // A time that cannot be read is no proof that the purchase is older.
    const isOlder = candidate.placedAt < earliest;
    const fits = !isOlder && hasSameLines(candidate, wanted) && isSentTo(candidate, wanted);
    if (fits && !(await wanted.isTaken(candidate.merchantOrderId))) fitting.push(candidate);
  }
  const inTime = fitting.filter(({ placedAt }) => !isDatedEarly(placedAt, wanted));
  const [only, another] = inTime;
  if (!only) return ruleOutEarly(fitting);
  const named = numbersOf(inTime);
  if (another) return unsureAnswer(`The store has ${inTime.length} orders that may match this order: ${named}.`);
  if (only.shipTo === null)
    return unsureAnswer(`Order ${named} may match this order, but the store does not show its address.`);
  const { purchase, total, placedAt } = only;
  if (Number.isNaN(placedAt.getTime()))
    return unsureAnswer(`Order ${named} may match this order, but Errand could not read when it was placed.`);
  if (purchase === null || total === null) {
    return unsureAnswer(`Order ${named} may match this order, but it was changed after it was placed.`);
  }
  if (total > wanted.maxPrice)
    return unsureAnswer(`Order ${named} may match this order, but it cost more than max_price.`);
  return { kind: 'found', purchase, matchedBy: 'content' };
}

const numbersOf = (past: readonly PastPurchase[]): string =>
  past.map(({ merchantOrderId }) => merchantOrderId).join(', ');

/** The store's clock is not known, so a date alone does not prove that these are other purchases. */
const ruleOutEarly = (early: readonly PastPurchase[]): FindAnswer =>
  early.length === 0
    ? { kind: 'absent' }
    : unsureAnswer(
        `Order ${numbersOf(early)} may match this order, but the store dates it before this order was sent.`,
      );

function hasSameLines({ lines }: PastPurchase, wanted: Wanted): boolean {
  const variants = new Set([...lines, ...wanted.lines].map(({ variantId }) => variantId));
  const bought = (variantId: string): number =>
    lines.filter((line) => line.variantId === variantId).reduce((sum, line) => sum + line.quantity, 0);
  // A partial purchase may have fewer units, but nothing else.
  return [...variants].every((variantId) =>
    wanted.isBestEffort
      ? bought(variantId) <= wantedQuantity(wanted.lines, variantId)
      : bought(variantId) === wantedQuantity(wanted.lines, variantId),
  );
}

const fold = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Ignores formatting. An address that isn't shown may match. */
function isSentTo({ shipTo }: PastPurchase, { shippingAddress: wanted }: Wanted): boolean {
  if (shipTo === null) return true;
  const postalCode = ({ country, postalCode: code }: Address): string =>
    country === 'US' ? code.slice(0, 5) : fold(code);
  const name = ({ firstName, lastName }: Address): string => fold(firstName + lastName);
  const street = ({ addressLine1, addressLine2 }: Address): string => fold(`${addressLine1}${addressLine2 ?? ''}`);
  const keys = ['city', 'country'] as const;
  return (
    keys.every((key) => fold(shipTo[key]) === fold(wanted[key])) &&
    // Some stores use one line for both.
    street(shipTo) === street(wanted) &&
    name(shipTo) === name(wanted) &&
    postalCode(shipTo) === postalCode(wanted)
  );
}
