import { type Clock, minuteMs, plusMs } from '../../kit/clock.ts';
import { newId, randomBase62 } from '../../kit/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Limiter } from '../../platform/limiter.ts';
import type { Logger } from '../../platform/logger.ts';
import { MailError, type Mailer } from '../../platform/mailer/index.ts';
import { tooManyRequests } from '../access/accounts/index.ts';
import { mailNotSent, unusableAddress } from './failures.ts';
import { type LinkContext, mailLink } from './mail-link.ts';
import { isUsableAddress, linkIdentifier, linkLifeMs, linkRates } from './model.ts';
import { insertLink } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  limiter: Limiter;
  logger: Logger;
  mailer: Mailer;
  config: Pick<Config, 'publicUrl'>;
}

export interface LinkRequest extends LinkContext {
  email: string;
  /** Null: no limit per IP address. */
  addressBucket: string | null;
}

const tokenLength = 32;

/** Mails a sign-in link. The response does not reveal whether the address has signed in before. */
export async function sendLink(needs: Needs, request: LinkRequest): Promise<void> {
  const email = request.email.toLowerCase();
  if (!isUsableAddress(email)) throw unusableAddress();
  if (request.addressBucket !== null)
    await consumeRate(needs, `sign-in:address:${request.addressBucket}`, linkRates.address);
  await consumeRate(needs, `sign-in:email:${email}`, linkRates.email);
  const token = randomBase62(tokenLength);
  const now = needs.clock.now();
  await insertLink(needs.db, { id: newId(), identifier: linkIdentifier(token), email }, now, plusMs(now, linkLifeMs));
  try {
    await mailLink({ mailer: needs.mailer, publicUrl: needs.config.publicUrl }, email, token, request);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    needs.logger.warn({ err: error }, 'sign-in email failed');
    // A permanent refusal is not reported: it would reveal something about the mailbox.
    if (!error.isPermanent) throw mailNotSent();
  }
}

async function consumeRate({ limiter }: Needs, bucket: string, rate: (typeof linkRates)['email']): Promise<void> {
  const verdict = await limiter.take(bucket, rate);
  if (verdict.isAllowed) return;
  const hint = ` Links we already sent you still work. Each works once and expires ${linkLifeMs / minuteMs} minutes after it was sent.`;
  throw tooManyRequests(rate.burst, verdict.retryAfterSeconds, verdict.resetAt, hint);
}
