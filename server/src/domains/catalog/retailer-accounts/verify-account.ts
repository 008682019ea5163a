import type { LoginAnswer } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { minuteMs, plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import type { Limiter } from '../../../platform/limiter.ts';
import { VaultError } from '../../../platform/secrets/index.ts';
import { tooManyRequests } from '../../access/accounts/index.ts';
import { knownRetailer } from './create-account.ts';
import { accountInUse, cannotLogIn, retailerRequired } from './failures.ts';
import { leaseMs, verifyRates } from './model.ts';
import { type AccountRow, findAccount, findAccountById, type Owner } from './sql.ts';
import { leaseAccountNow } from './sql-queue.ts';
import { type HeldAccount, holdAccount, type UseNeeds } from './use-account.ts';

const loginWithinMs = minuteMs;

export interface Verification {
  answer: LoginAnswer;
  account: AccountRow;
}

interface VerifyRequest {
  shortId: string;
  retailer: string | null;
  /** Rate limit bucket of the caller's address, or null. */
  addressBucket: string | null;
}

async function countVerification(
  limiter: Limiter,
  account: AccountRow,
  retailer: string,
  addressBucket: string | null,
): Promise<void> {
  const buckets: [string, { perSecond: number; burst: number }][] = [
    [`verify:account:${account.id}`, verifyRates.account],
    [
      `verify:mailbox:${account.account_id}:${account.world}:${retailer}:${account.email.toLowerCase()}`,
      verifyRates.mailbox,
    ],
  ];
  if (addressBucket !== null) buckets.push([`verify:address:${addressBucket}`, verifyRates.address]);
  for (const [bucket, rate] of buckets) {
    const verdict = await limiter.take(bucket, rate);
    if (!verdict.isAllowed) throw tooManyRequests(rate.burst, verdict.retryAfterSeconds, verdict.resetAt);
  }
}

/** Logs in without buying. Ignores pause and cooldown, because the owner asks for it. */
export async function verifyAccount(
  needs: UseNeeds & { registry: Registry; limiter: Limiter },
  owner: Owner,
  { shortId, retailer: retailerGiven, addressBucket }: VerifyRequest,
): Promise<Verification> {
  const { db } = needs.database;
  const account = await findAccount(db, owner, shortId);
  if (!account) throw notFound();
  const retailer = account.retailer ?? knownRetailer(needs.registry, owner.world, retailerGiven);
  if (retailer === null) throw retailerRequired();
  const connector = needs.registry.forRetailer(owner.world, retailer)?.connector;
  if (!connector?.login || !connector.abilities.has('login')) throw cannotLogIn(retailer);
  await countVerification(needs.limiter, account, retailer, addressBucket);
  const now = needs.clock.now();
  const lease = await leaseAccountNow(db, account.id, newId(), now, plusMs(now, leaseMs));
  if (!lease) throw accountInUse();
  const held = holdAccount(needs, account, lease);
  const answer = await logIn(held, (call) => assertDefined(connector.login?.(retailer, held.storeAccount, call)));
  return { answer, account: (await findAccountById(db, account.id)) ?? account };
}

type Login = (call: { signal: AbortSignal }) => Promise<LoginAnswer>;

async function logIn(held: HeldAccount, login: Login): Promise<LoginAnswer> {
  try {
    const answer = await attemptLogin(held, login);
    await held.report(answer.kind === 'ok' ? answer : { ...answer, kind: 'trouble' });
    return answer;
  } finally {
    held.markUsed();
    await held.release();
  }
}

async function attemptLogin(held: HeldAccount, login: Login): Promise<LoginAnswer> {
  try {
    return await login({ signal: AbortSignal.any([held.signal, AbortSignal.timeout(loginWithinMs)]) });
  } catch (error) {
    if (error instanceof VaultError) throw error;
    const message = 'The store could not be reached.';
    return { kind: 'blocked', reason: 'retailer_unavailable', message };
  }
}
