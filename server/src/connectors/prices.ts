import { type Cents, exponentOf, isCurrency, toCents } from '../kit/money.ts';

/** How to treat more decimals than the currency has. */
type Rest = 'refuse' | 'round';

/** Parses a whole number ("1999") with this many decimals. Null if it isn't one, or has fractions of a minor unit. */
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

/** As `amountFromMinor`, rounded. */
export const amountFromFineMinor = (amount: unknown, currency: string, decimals: number): Cents | null =>
  amountFromMinor(amount, currency, decimals, 'round');

/**
 * Parses a number (19.99) or decimal string ("19.99") without separators. Null if it isn't one, or has fractions of a
 * minor unit.
 */
export function amountFromDecimal(amount: unknown, currency: string, rest: Rest = 'refuse'): Cents | null {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(textOf(amount) ?? '') ?? [];
  return whole === undefined ? null : amountFromParts(sign === '-', whole, fraction, currency, rest);
}

/** As `amountFromDecimal`, rounded. */
export const amountFromFineDecimal = (amount: unknown, currency: string): Cents | null =>
  amountFromDecimal(amount, currency, 'round');

const spaces = /[\s\u00a0\u2009\u202f]+/g;
const minus = /[\u2212\u2010-\u2013\ufe63]/g;
/** Whole numbers with optional groups, including Indian grouping. */
const wholeNumber = /^\d+$|^[1-9]\d{0,2}([.,' ])\d{3}(\1\d{3})*$|^[1-9]\d?(,\d{2})+,\d{3}$/;

/** Splits a number into whole part and decimals. */
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
  // The currency sign replaces the decimal separator ("12€50").
  const flat = plain.replace(/(\d) ?[€$£] ?(\d\d)(?!\d)/, `$1${decimal ?? '.'}$2`);
  const found = [...flat.matchAll(/\d(?:[\d.,' ]*\d)?/g)];
  const [match] = found;
  if (!match || found.length > 1) return null;
  const [amount] = match;
  const before = flat.slice(0, match.index).trimEnd();
  const after = flat.slice(match.index + amount.length);
  // Not a percentage.
  if (/^ ?[%‰]/.test(after)) return null;
  const isLong = exponentOf(currency) > 2;
  if (isLong && decimal === undefined && isAmbiguous(amount)) return null;
  const [, whole, fraction = ''] = fractionPatterns[isLong ? 'long' : 'short'][decimal ?? 'any'].exec(amount) ?? [];
  if (whole === undefined || !wholeNumber.test(whole) || (decimal !== undefined && whole.includes(decimal)))
    return null;
  return amountFromParts(isNegativeAmount(before, after), whole.replace(/\D/g, ''), fraction, currency);
}

/** "1.250" can be 1250 or 1.25. "1,250.500" and "0.250" are clear. */
const isAmbiguous = (amount: string): boolean => /^[1-9][^.,]*[.,]\d{3}$/.test(amount) || /([.,])\d{3}\1/.test(amount);

/** Whether the text around an amount makes it negative. A dash between words doesn't. */
function isNegativeAmount(before: string, after: string): boolean {
  const isMinusBefore = /-[^\s\w-]*(?:[A-Z]{3})?$/i.test(before) || /^-\D*$/.test(before);
  const isInBrackets = before.endsWith('(') && after.startsWith(')');
  return isMinusBefore || isInBrackets || /^ ?[^\d\w.,-]?-(?!\d)/.test(after);
}

/** The shortest decimal text of a number. */
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
  // Unknown number of decimals.
  if (!isCurrency(currency)) return null;
  const exponent = exponentOf(currency);
  const beyond = fraction.slice(exponent);
  if (rest === 'refuse' && /[1-9]/.test(beyond)) return null;
  const cut = Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`);
  const size = cut + (/^[5-9]/.test(beyond) ? 1 : 0);
  if (!Number.isSafeInteger(size)) return null;
  return toCents(isNegative && size !== 0 ? -size : size);
}
