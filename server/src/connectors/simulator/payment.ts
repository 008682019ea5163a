import type { Blocked, Card, Payment, Refused, StoreAccount } from '../contract.ts';
import { dice } from './catalogue/dice.ts';
import { refuse } from './quote/refuse.ts';

/** The card number that issuers of test cards give to one that is always declined. */
const declinedCard = '4000000000000002';
const wrongPassword = 'wrong-password';
const codeWaitMs = 30_000;

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

/** Every password is right but one, so that the wrong one can be tried. */
export async function logIn(account: StoreAccount): Promise<Refused | null> {
  if ((await account.password()) !== wrongPassword) return null;
  const detail = 'invalid_login_credentials';
  return refuse('login_failed', 'The store does not accept this e-mail address and password.', { detail });
}

/** Sends the code that the store wants to see to the address of the account. */
export type MailCode = (mail: { accountId: string; email: string; retailer: string; code: string }) => Promise<void>;

/** Mails a one-time code to the account and waits until it is read back. Null once the store is satisfied. */
export async function confirmByMail(
  query: { account: StoreAccount | null; retailer: string; reference: string; now: Date },
  mailCode: MailCode | undefined,
): Promise<Blocked | null> {
  const { account, retailer, reference, now } = query;
  if (!account || !mailCode) return verificationRequired('The store mailed a code, and nobody can read that mailbox.');
  const code = dice(`code ${reference} ${now.toISOString()}`).digits(6);
  await mailCode({ accountId: account.id, email: account.email, retailer, code });
  const answer = await account.mailedCode(now, codeWaitMs);
  return answer === code ? null : verificationRequired('The store mailed a code that did not come back to it in time.');
}

const verificationRequired = (message: string): Blocked => ({
  kind: 'blocked',
  reason: 'account_verification_required',
  message,
});
