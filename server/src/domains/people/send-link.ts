import { minuteMs } from '../../kit/clock.ts';
import type { Limiter } from '../../platform/limiter.ts';
import type { Logger } from '../../platform/logger.ts';
import { MailError } from '../../platform/mailer/index.ts';
import { tooManyRequests } from '../access/accounts/index.ts';
import type { Auth, LinkWay } from './auth.ts';
import { mailNotSent } from './failures.ts';
import { linkLifeMs, linkRates } from './model.ts';

interface Needs {
  limiter: Limiter;
  logger: Logger;
  auth(): Promise<Auth>;
}

export interface LinkRequest extends LinkWay {
  email: string;
  /** Who asks; null when addresses are not counted. */
  addressBucket: string | null;
}

/** Mails a sign-in link. The answer is the same whether or not anybody has signed in with this address before. */
export async function sendLink(needs: Needs, request: LinkRequest): Promise<void> {
  const email = request.email.toLowerCase();
  if (request.addressBucket !== null) await take(needs, `sign-in:address:${request.addressBucket}`, linkRates.address);
  await take(needs, `sign-in:email:${email}`, linkRates.email);
  const { nextPath, browser } = request;
  try {
    await (await needs.auth()).sendLink(email, { nextPath, browser });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    needs.logger.warn({ err: error }, 'a sign-in link was not mailed');
    // That a mailbox is refused for good concerns its owner alone.
    if (!error.isPermanent) throw mailNotSent();
  }
}

async function take({ limiter }: Needs, bucket: string, rate: (typeof linkRates)['email']): Promise<void> {
  const verdict = await limiter.take(bucket, rate);
  if (verdict.isAllowed) return;
  const hint = ` The links that were mailed already still work, each once within ${linkLifeMs / minuteMs} minutes.`;
  throw tooManyRequests(rate.burst, verdict.retryAfterSeconds, verdict.resetAt, hint);
}
