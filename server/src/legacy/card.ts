import type { Card } from '../connectors/contract.ts';
import { legacyRefusal } from './failures.ts';
import type { PaymentMethod } from './schema.ts';

/** Reads the card of a self-managed order and checks it without contacting a bank. Messages never repeat its digits. */
export function cardFrom(payment: PaymentMethod, now: Date): Card | null {
  const hasCard = payment.number || payment.security_code;
  if (payment.use_gift === true && !hasCard) return null;
  const card = checked(payment, now);
  return payment.use_gift === true ? null : card;
}

function checked(payment: PaymentMethod, now: Date): Card {
  const nameOnCard = payment.name_on_card?.trim() ?? '';
  if (nameOnCard === '')
    throw legacyRefusal('invalid_payment_method', 'payment_method requires name_on_card, or use_gift.');
  const number = (payment.number ?? '').replaceAll(/[\s-]/g, '');
  if (!passesLuhn(number)) {
    throw legacyRefusal(
      'invalid_card_number',
      'payment_method.number is not a card number: a digit is wrong or missing.',
    );
  }
  const securityCode = payment.security_code ?? '';
  if (!/^\d{3,4}$/.test(securityCode)) {
    throw legacyRefusal('invalid_security_code', 'payment_method.security_code must have three or four digits.');
  }
  const expirationMonth = payment.expiration_month ?? 0;
  const expirationYear = fullYear(payment.expiration_year ?? 0);
  if (!isInFuture(expirationMonth, expirationYear, now)) {
    throw legacyRefusal(
      'invalid_expiration_date',
      'The card has expired, or its expiration_month or expiration_year is not valid.',
    );
  }
  return { nameOnCard, number, securityCode, expirationMonth, expirationYear };
}

const fullYear = (year: number): number => (year >= 0 && year < 100 ? 2000 + year : year);

/** A card is valid until the end of its month. */
function isInFuture(month: number, year: number, now: Date): boolean {
  const isDate = Number.isInteger(month) && Number.isInteger(year) && month >= 1 && month <= 12 && year < 2100;
  return isDate && now.getTime() < Date.UTC(year, month, 1);
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}
