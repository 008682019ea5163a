import { type Cents, exponentOf, isCurrency, toCents } from '../kit/money.ts';

/** Whether an amount with more decimal places than its currency has is refused, or rounded half up as payment pages do. */
type Rest = 'refuse' | 'round';

/**
 * An amount as a whole number or its text ("1999"), of which so many digits are decimals: as many as the currency has,
 * unless the store counts otherwise. Null when it is not one, or has parts of the currency's minor unit.
 */
export function amountFromMinor(
  amount: unknown,
  currency: string,
  decimals = exponentOf(currency),
  rest: Rest = 'refuse',
): Cents | null {
  const text = textOf(amount);
  if (text === null || !/^-?\d+$/.test(text)) return null;
  const digits = text.replace('-', '').padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return amountFromParts(text.startsWith('-'), whole, digits.slice(digits.length - decimals), currency, rest);
}

/** As `amountFromMinor`, to the nearest minor unit: for stores that calculate with more decimal places than they charge. */
export const amountFromFineMinor = (amount: unknown, currency: string, decimals: number): Cents | null =>
  amountFromMinor(amount, currency, decimals, 'round');

/**
 * An amount in major units: a number (19.99) or a decimal text ("19.99"). No text with separators or signs of a
 * currency; a page's words go through `amountFromText`. Null when it is not one, or has parts of a minor unit.
 */
export function amountFromDecimal(amount: unknown, currency: string, rest: Rest = 'refuse'): Cents | null {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(textOf(amount) ?? '') ?? [];
  return whole === undefined ? null : amountFromParts(sign === '-', whole, fraction, currency, rest);
}

/** As `amountFromDecimal`, to the nearest minor unit. */
export const amountFromFineDecimal = (amount: unknown, currency: string): Cents | null =>
  amountFromDecimal(amount, currency, 'round');

const spaces = /[\s\u00a0\u2009\u202f]+/g;
const minus = /[\u2212\u2010-\u2013\ufe63]/g;
/** Whole numbers with or without groups: of three digits, or of two before the last three as in India. */
const wholeNumber = /^\d+$|^[1-9]\d{0,2}([.,' ])\d{3}(\1\d{3})*$|^[1-9]\d?(,\d{2})+,\d{3}$/;

/** A number without its decimals, and the decimals: one or two, or all that the currency has. */
const fractionPatterns = {
  short: { any: /^(.*?)(?:[.,](\d{1,2}))?$/, '.': /^(.*?)(?:\.(\d{1,2}))?$/, ',': /^(.*?)(?:,(\d{1,2}))?$/ },
  long: { any: /^(.*?)(?:[.,](\d{1,4}))?$/, '.': /^(.*?)(?:\.(\d{1,4}))?$/, ',': /^(.*?)(?:,(\d{1,4}))?$/ },
};

/**
 * A price as a page writes it: "$1,299.00", "1.299,00 €", "CHF 1’299.–", "1 299,5 kr", "12€50", "¥1,299", "5,00-", "(5.00)".
 * The last separator that is followed by one or two digits is the decimal one, unless `decimal` says which is. Null when
 * there is no price, more than one, or one that could mean two things ("KWD 1.250" without `decimal`).
 */
export function amountFromText(text: string, currency: string, decimal?: '.' | ','): Cents | null {
  const plain = text
    .normalize('NFKC')
    .replace(minus, '-')
    .replace(/[’‘`´]/g, "'")
    .replace(spaces, ' ');
  // The sign of the currency stands where the decimal separator would.
  const flat = plain.replace(/(\d) ?[€$£] ?(\d\d)(?!\d)/, `$1${decimal ?? '.'}$2`);
  const found = [...flat.matchAll(/\d(?:[\d.,' ]*\d)?/g)];
  const [match] = found;
  if (!match || found.length > 1) return null;
  const [amount] = match;
  const before = flat.slice(0, match.index).trimEnd();
  const after = flat.slice(match.index + amount.length);
  // A percentage is no price.
  if (/^ ?[%‰]/.test(after)) return null;
  const isLong = exponentOf(currency) > 2;
  if (isLong && decimal === undefined && isAmbiguous(amount)) return null;
  const [, whole, fraction = ''] = fractionPatterns[isLong ? 'long' : 'short'][decimal ?? 'any'].exec(amount) ?? [];
  if (whole === undefined || !wholeNumber.test(whole) || (decimal !== undefined && whole.includes(decimal)))
    return null;
  return amountFromParts(isOwed(before, after), whole.replace(/\D/g, ''), fraction, currency);
}

/** "1.250" is one thousand to some and a price with three decimals to others; "1,250.500" and "0.250" are not. */
const isAmbiguous = (amount: string): boolean => /^[1-9][^.,]*[.,]\d{3}$/.test(amount) || /([.,])\d{3}\1/.test(amount);

/** Whether the signs around an amount make it negative. A dash between words and a price does not. */
function isOwed(before: string, after: string): boolean {
  const isMinusBefore = /-[^\s\w-]*(?:[A-Z]{3})?$/i.test(before) || /^-\D*$/.test(before);
  const isInBrackets = before.endsWith('(') && after.startsWith(')');
  return isMinusBefore || isInBrackets || /^ ?[^\d\w.,-]?-(?!\d)/.test(after);
}

/** The shortest text that means this number: 19.99 is "19.99" though no float is exactly that. */
function textOf(amount: unknown): string | null {
  if (typeof amount === 'string') return amount.trim();
  if (typeof amount !== 'number') return null;
  const text = String(amount);
  return Number.isFinite(amount) && !text.includes('e') ? text : null;
}

function amountFromParts(
  isNegative: boolean,
  whole: string,
  fraction: string,
  currency: string,
  rest: Rest = 'refuse',
): Cents | null {
  // Without its decimal places no digit of it means anything.
  if (!isCurrency(currency)) return null;
  const exponent = exponentOf(currency);
  const beyond = fraction.slice(exponent);
  if (rest === 'refuse' && /[1-9]/.test(beyond)) return null;
  const cut = Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`);
  const size = cut + (/^[5-9]/.test(beyond) ? 1 : 0);
  if (!Number.isSafeInteger(size)) return null;
  return toCents(isNegative && size !== 0 ? -size : size);
}
