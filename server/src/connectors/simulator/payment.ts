import type { Card, Payment, Refused } from '../contract.ts';
import { refuse } from '../refuse.ts';

/** Test card number that is always declined. */
const declinedCard = '4000000000000002';

export async function checkPayment(payment: Payment, now: Date): Promise<Refused | null> {
  if (payment.kind !== 'card') return null;
  const card = await payment.open();
  const number = card.number.replace(/[\s-]/g, '');
  const decline = (message: string, detail: string): Refused => refuse('payment_declined', message, { detail });
  if (!passesLuhn(number)) return decline('The card number is not valid.', 'invalid_card_number');
  if (isExpired(card, now)) return decline('The card has expired.', 'invalid_expiration_date');
  if (card.securityCode !== null && !/^\d{3,4}$/.test(card.securityCode)) {
    return decline('The security code is not valid.', 'invalid_security_code');
  }
  return number === declinedCard ? decline('The card was declined.', 'credit_card_declined') : null;
}

function isExpired(card: Card, now: Date): boolean {
  const year = card.expirationYear < 100 ? 2000 + card.expirationYear : card.expirationYear;
  return now.getTime() >= Date.UTC(year, card.expirationMonth, 1);
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
