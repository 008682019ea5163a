import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs, secondMs } from '../../kit/clock.ts';

export const linkLifeMs = 15 * minuteMs;
/** Counted from sign-in, not from last use: everyone proves once a month that they own the mailbox. */
export const sessionLifeMs = 30 * dayMs;

/** Links are stored by hash, so reading the table is not enough to open one. */
export const linkIdentifier = (token: string): string =>
  `magic-link:${createHash('sha256').update(token).digest('base64url')}`;

const usableAddress = /^[\w'+.-]*[\w+-]@[^@]+\.[a-z]{2,}$/i;

/** Stricter than the API: no `!` or `%` before the `@`, and a top-level domain of letters. */
export const isUsableAddress = (email: string): boolean => usableAddress.test(email);

const perQuarterHour = (count: number) => ({ burst: count, perSecond: (count * secondMs) / (15 * minuteMs) });

/** How many links one mailbox receives, and how many one IP address may request. */
export const linkRates = { email: perQuarterHour(5), address: perQuarterHour(20) };

/** How long an invitation can be accepted. */
export const invitationLifeDays = 7;
export const invitationLifeMs = invitationLifeDays * dayMs;
/** Limits of people and of mailed invitations per account. */
export const peopleMax = 100;
export const invitationRate = { burst: 20, perSecond: 20 / 3600 };

/** How many authenticator codes one person may try. */
export const codeRate = perQuarterHour(10);

/** Operators must prove every hour that they own the mailbox. */
export const operatorSessionMs = hourMs;

/**
 * Where a sign-in may lead: a page of the app, with nothing a parser could read as another host. Whoever requests a
 * link chooses this path, so it must not have side effects: another sign-in link would sign the person in as someone
 * else.
 */
export const nextPathPattern =
  '^/(?:app(?:/[A-Za-z0-9_-]+)*|claim/[A-Za-z0-9_-]+|invite/[A-Za-z0-9_-]+|device)/?(?:\\?[A-Za-z0-9_.~:,&=+%-]*)?$';
export const nextPathLengthMax = 200;

const nextPath = new RegExp(nextPathPattern);

export const isNextPath = (path: string): boolean => path.length <= nextPathLengthMax && nextPath.test(path);
