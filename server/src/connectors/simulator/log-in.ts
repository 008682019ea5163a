import { Secret, TOTP } from 'otpauth';
import { assertDefined } from '../../kit/assert-defined.ts';
import { type Clock, minuteMs, plusMs } from '../../kit/clock.ts';
import type { Blocked, Refused, RetailerAccount } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { createSeededRandom } from './catalog/seeded-random.ts';
import type { VisitLog } from './sql-visits.ts';

/** The only rejected password, besides an empty one. */
const wrongPassword = 'wrong-password';
/** Failed logins until an account is locked, and for how long. */
const failuresMax = 5;
const lockMs = 15 * minuteMs;
/** TOTP secret of simulated accounts. */
export const simulatedTotpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codeWaitMs = 30_000;
const codeValidMs = 10 * minuteMs;

/** Emails a code to the account. */
export type MailCode = (mail: { accountId: string; email: string; retailer: string; code: string }) => Promise<void>;

export interface LogInNeeds {
  visits: VisitLog;
  clock: Clock;
  mailCode: MailCode | undefined;
}

/** A tag in the email address (name+tag@…) sets what the store requires. */
type Tag = 'totp' | 'code' | 'late' | 'locked';
const hasTag = (account: RetailerAccount, tag: Tag): boolean =>
  assertDefined(account.email.split('@')[0]).toLowerCase().split('+').slice(1).includes(tag);

/** Checks password, then second factor or emailed code. Null if accepted. */
export async function logIn(
  needs: LogInNeeds,
  account: RetailerAccount,
  retailer: string,
): Promise<Refused | Blocked | null> {
  const { visits, clock } = needs;
  const now = clock.now();
  const lockedUntil = await visits.lockedUntil(retailer, account.id);
  if (hasTag(account, 'locked') || (lockedUntil && lockedUntil > now)) return lockedAccount;
  const password = await account.password();
  if (password === wrongPassword || password === '') {
    await visits.countFailure(retailer, account.id, { failuresMost: failuresMax, lockedUntil: plusMs(now, lockMs) });
    const detail = 'invalid_login_credentials';
    return refuse('login_failed', 'The store rejected this email address and password.', { detail });
  }
  await visits.forgiveFailures(retailer, account.id);
  if (hasTag(account, 'totp')) return checkTotp(needs, account, retailer);
  if (hasTag(account, 'code') || hasTag(account, 'late')) {
    return confirmByMail({ account, retailer, reference: account.id }, needs);
  }
  return null;
}

/** Accepts the code of this or an adjacent step, once. */
async function checkTotp(
  needs: LogInNeeds,
  account: RetailerAccount,
  retailer: string,
): Promise<Refused | Blocked | null> {
  const code = await account.totp();
  if (code === null)
    return verificationRequired('The store requires an authenticator code, and the account has no authenticator.');
  const totp = new TOTP({ secret: Secret.fromBase32(simulatedTotpSecret) });
  const timestamp = needs.clock.now().getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  const step = Math.floor(timestamp / 30_000) + (delta ?? 0);
  const isFresh = delta !== null && (await needs.visits.takeTotpStep(retailer, account.id, step));
  const detail = 'invalid_login_credentials';
  return isFresh ? null : refuse('login_failed', 'The store rejected the authenticator code.', { detail });
}

/** Emails a one-time code and waits for it. Null if accepted. */
export async function confirmByMail(
  query: { account: RetailerAccount | null; retailer: string; reference: string },
  { clock, mailCode }: Pick<LogInNeeds, 'clock' | 'mailCode'>,
): Promise<Blocked | null> {
  const { account, retailer, reference } = query;
  if (!account || !mailCode)
    return verificationRequired('The store emailed a code, and no forwarding is set up for that mailbox.');
  const mailedAt = clock.now();
  const code = createSeededRandom(`code ${reference} ${mailedAt.toISOString()}`).digits(6);
  await mailCode({ accountId: account.id, email: account.email, retailer, code });
  const answer = await account.mailedCode(mailedAt, codeWaitMs);
  const validMs = hasTag(account, 'late') ? -1 : codeValidMs;
  if (answer !== null && clock.now().getTime() - mailedAt.getTime() > validMs) {
    return verificationRequired('The emailed code was entered too late.');
  }
  return answer === code ? null : verificationRequired('The store emailed a code that was not entered in time.');
}

const verificationRequired = (message: string): Blocked => ({
  kind: 'blocked',
  reason: 'account_verification_required',
  message,
});

export const lockedAccount: Blocked = {
  kind: 'blocked',
  reason: 'account_locked',
  message: "The store has locked this account. The account's owner must unlock it on the store's site.",
};
