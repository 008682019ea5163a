import { type Cents, toCents } from '../kit/money.ts';

/** How many decimal places a currency has: JPY none, USD two, KWD three. */
export function decimalsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * An amount in minor units as a whole number or its text ("1999"), with the number of decimal places that it has
 * (2 for cents). Null when it is not one, or would not be a whole number of cents.
 */
export function centsFromMinor(amount: unknown, decimals = 2): Cents | null {
  const text = typeof amount === 'number' ? numberText(amount) : typeof amount === 'string' ? amount.trim() : null;
  if (text === null || !/^-?\d+$/.test(text)) return null;
  const isNegative = text.startsWith('-');
  const digits = text.replace('-', '').padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return centsFromParts(isNegative, whole, digits.slice(digits.length - decimals));
}

/**
 * As `centsFromMinor`, to the nearest cent: shops that calculate with more decimal places than their currency has charge
 * what is rounded. Halves go up, as payment pages round them.
 */
export function centsFromFineMinor(amount: unknown, decimals: number): Cents | null {
  if (decimals <= 2) return centsFromMinor(amount, decimals);
  const text = typeof amount === 'number' ? numberText(amount) : typeof amount === 'string' ? amount.trim() : null;
  if (text === null || !/^-?\d+$/.test(text)) return null;
  const unit = 10n ** BigInt(decimals - 2);
  const value = BigInt(text);
  const size = ((value < 0n ? -value : value) + unit / 2n) / unit;
  return centsFromMinor(`${value < 0n && size > 0n ? '-' : ''}${size}`);
}

/**
 * An amount in major units: a number (19.99) or a decimal text ("19.99"). No text with separators or signs of a
 * currency; a page's words go through `centsFromText`. Null when it is not one, or has parts of a cent.
 */
export function centsFromDecimal(amount: unknown): Cents | null {
  const text = typeof amount === 'number' ? numberText(amount) : typeof amount === 'string' ? amount.trim() : null;
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '') ?? [];
  return whole === undefined ? null : centsFromParts(sign === '-', whole, fraction);
}

const spaces = /[\s\u00a0\u2009\u202f]+/g;
const minus = /[\u2212\u2010-\u2013\ufe63]/g;
/** Whole numbers with or without groups: of three digits, or of two before the last three as in India. */
const wholeNumber = /^\d+$|^[1-9]\d{0,2}([.,' ])\d{3}(\1\d{3})*$|^[1-9]\d?(,\d{2})+,\d{3}$/;

/** A number without its decimals, and the decimals. */
const fractions = {
  any: /^(.*?)(?:[.,](\d{1,2}))?$/,
  '.': /^(.*?)(?:\.(\d{1,2}))?$/,
  ',': /^(.*?)(?:,(\d{1,2}))?$/,
};

/**
 * A price as a page writes it: "$1,299.00", "1.299,00 €", "CHF 1’299.–", "1 299,5 kr", "12€50", "5,00-", "(5.00)". The last
 * separator that is followed by one or two digits is the decimal one, unless `decimal` says which is. Null when there is no
 * price, or more than one.
 */
export function centsFromText(text: string, decimal?: '.' | ','): Cents | null {
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
  const [, whole, fraction = ''] = fractions[decimal ?? 'any'].exec(amount) ?? [];
  if (whole === undefined || !wholeNumber.test(whole) || (decimal !== undefined && whole.includes(decimal)))
    return null;
  return centsFromParts(isOwed(before, after), whole.replace(/\D/g, ''), fraction);
}

/** Whether the signs around an amount make it negative. A dash between words and a price does not. */
function isOwed(before: string, after: string): boolean {
  const isMinusBefore = /-[^\s\w-]*(?:[A-Z]{3})?$/i.test(before) || /^-\D*$/.test(before);
  const isInBrackets = before.endsWith('(') && after.startsWith(')');
  return isMinusBefore || isInBrackets || /^ ?[^\d\w.,-]?-(?!\d)/.test(after);
}

/** The shortest text that means this number: 19.99 is "19.99" though no float is exactly that. */
function numberText(amount: number): string | null {
  const text = String(amount);
  return Number.isFinite(amount) && !text.includes('e') ? text : null;
}

function centsFromParts(isNegative: boolean, whole: string, fraction: string): Cents | null {
  if (/[1-9]/.test(fraction.slice(2))) return null;
  const cents = Number(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`);
  if (!Number.isSafeInteger(cents)) return null;
  return toCents(isNegative && cents !== 0 ? -cents : cents);
}
