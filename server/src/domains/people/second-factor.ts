import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../kit/clock.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import type { Limiter } from '../../platform/limiter.ts';
import type { SealedColumn, Vault } from '../../platform/secrets/index.ts';
import { type Person, tooManyRequests } from '../access/accounts/index.ts';
import { alreadyEnrolled, codeRefused, notEnrolled } from './failures.ts';
import { codeRate } from './model.ts';
import type { PeopleSessions } from './sessions.ts';
import { confirmFactor, consumeFactorStep, findFactor, replaceFactor } from './sql-factors.ts';

export interface FactorNeeds {
  db: Db;
  clock: Clock;
  vault: Vault;
  limiter: Limiter;
  sessions: PeopleSessions;
}

const contextOf = (id: string): string => `people_factors/${id}/sealed`;

export const factorSealedColumns: SealedColumn[] = [
  { table: 'people_factors', column: 'sealed', contextOf, isErasable: true },
];

const periodSeconds = 30;

const totpOf = (secret: string, email: string): TOTP =>
  new TOTP({ issuer: 'Errand', label: email, secret: Secret.fromBase32(secret), period: periodSeconds });

/** Creates an authenticator secret. It takes effect with its first valid code; until then it can be replaced. */
export async function startEnrollment({ db, clock, vault }: FactorNeeds, person: Person) {
  const secret = new Secret({ size: 20 }).base32;
  const sealed = await vault.sealErasable(secret, contextOf(person.id));
  const isMade = await replaceFactor(db, person.id, sealed, clock.now());
  if (!isMade) throw alreadyEnrolled();
  return { secret, otpauth_url: totpOf(secret, person.email).toString() };
}

/** Accepts each code once. The session of this Cookie header may then move money for a while. */
export async function acceptCode(needs: FactorNeeds, person: Person, cookies: string, code: string): Promise<void> {
  const { db, clock, vault, limiter, sessions } = needs;
  const verdict = await limiter.take(`second-factor:${person.id}`, codeRate);
  if (!verdict.isAllowed) throw tooManyRequests(codeRate.burst, verdict.retryAfterSeconds, verdict.resetAt);
  const factor = await findFactor(db, person.id);
  if (!factor) throw notEnrolled();
  const now = clock.now();
  const secret = (await vault.openErasable(factor.sealed, contextOf(person.id))).toString();
  const delta = totpOf(secret, person.email).validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null) throw codeRefused();
  const step = Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
  await inTransaction(db, async (tx) => {
    if (!(await consumeFactorStep(tx, { id: person.id, sealed: factor.sealed, step }))) throw codeRefused();
    await confirmFactor(tx, person.id, now);
  });
  await sessions.noteFactor(cookies, now);
}
