import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs, secondMs } from '../../kit/clock.ts';

export const linkLifeMs = 15 * minuteMs;
/** Counted from the sign-in, not from the last use: once a month everybody proves again that the mailbox is theirs. */
export const sessionLifeMs = 30 * dayMs;

/** The name that a link is stored under. Reading the table is not enough to open one. */
export const linkIdentifier = (token: string): string =>
  `magic-link:${createHash('sha256').update(token).digest('base64url')}`;

const usableAddress = /^[\w'+.-]*[\w+-]@[^@]+\.[a-z]{2,}$/i;

/** Sign-in takes fewer addresses than the API: no `!` or `%` before the `@`, and a top-level domain of letters. */
export const isUsableAddress = (email: string): boolean => usableAddress.test(email);

const perQuarterHour = (count: number) => ({ burst: count, perSecond: (count * secondMs) / (15 * minuteMs) });

/** How many links one mailbox is sent, and how many one address may ask for. */
export const linkRates = { email: perQuarterHour(5), address: perQuarterHour(20) };

/** How long a mailed invitation can be accepted. */
export const invitationLifeDays = 7;
export const invitationLifeMs = invitationLifeDays * dayMs;
/** How many people an account has at most, and how many invitations it may mail. */
export const peopleMax = 100;
export const invitationRate = { burst: 20, perSecond: 20 / 3600 };

/** How many codes of an authenticator one person may try. */
export const codeRate = perQuarterHour(10);

/** Operators prove every hour that the mailbox is theirs. */
export const operatorSessionMs = hourMs;

/**
 * Where a sign-in may lead: a page of the app, with nothing that any parser could read as another host. The person who asks for
 * another's link chooses this, so it is no path that does something by itself: another link would sign them in as another.
 */
export const nextPathPattern =
  '^/(?:app(?:/[A-Za-z0-9_-]+)*|claim/[A-Za-z0-9_-]+|invite/[A-Za-z0-9_-]+|device)/?(?:\\?[A-Za-z0-9_.~:,&=+%-]*)?$';
export const nextPathLengthMax = 200;

const nextPath = new RegExp(nextPathPattern);

export const isNextPath = (path: string): boolean => path.length <= nextPathLengthMax && nextPath.test(path);
