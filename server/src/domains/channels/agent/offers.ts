import { type Failure, Invalid } from '../../../kit/failure.ts';
import type { Cents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { challengeHeader, type Issuer, issueChallenge, type Subject } from './challenge.ts';
import type { PaymentMethod } from './methods/method.ts';
import { createPrepaidMethod } from './methods/prepaid.ts';
import { callPrice, readPreferences, sortByPreference } from './model.ts';

/** A request that needs a payment. */
export interface PaymentRequest extends Subject {
  amount: Cents;
  /** The only method that the client asked for. */
  only?: string | undefined;
  /** Refuses what this mode cannot do, before anyone pays. */
  check(world: World): void;
}

/** The methods that can pay for this request, by amount and mode. */
export function payableMethods(methods: readonly PaymentMethod[], ask: PaymentRequest): PaymentMethod[] {
  const refusals: unknown[] = [];
  const payable = methods
    .filter(({ name, minCents }) => (ask.only ?? name) === name && minCents <= ask.amount)
    .filter(({ world }) => {
      try {
        ask.check(world);
        return true;
      } catch (refusal) {
        refusals.push(refusal);
        return false;
      }
    });
  if (payable.length === 0) throw refusals.at(-1) ?? amountTooSmall(ask);
  return payable;
}

const amountTooSmall = (ask: PaymentRequest): Failure | Invalid =>
  new Invalid([
    { loc: ['query', 'method'], msg: `The amount is below the minimum for ${ask.only}`, type: 'value_error' },
  ]);

/** WWW-Authenticate values, one per method, preferred ones first. */
export function challengeHeaders(
  issuer: Issuer,
  methods: readonly PaymentMethod[],
  ask: PaymentRequest,
  { now, accept }: { now: Date; accept: string | undefined },
): string[] {
  return sortByPreference(payableMethods(methods, ask), readPreferences(accept)).map((method) =>
    challengeHeader(issueChallenge(issuer, { ...ask, method }, now)),
  );
}

/** Methods whose minimum is above the price of a data call; they sell credit instead. */
export const creditSellers = (methods: readonly PaymentMethod[]): PaymentMethod[] =>
  methods.filter(({ isLocal }) => !isLocal);

/** Methods for data calls: those without a minimum, and credit if a method sells it. */
export function methodsForCalls(
  methods: readonly PaymentMethod[],
  { database, publicUrl }: { database: Database; publicUrl: string },
): PaymentMethod[] {
  const buyUrl = `${publicUrl}/agent/credit`;
  const worlds = new Set(creditSellers(methods).map(({ world }) => world));
  const credit = [...worlds].map((world) => createPrepaidMethod({ database, world, buyUrl }));
  return [...credit, ...methods.filter(({ isLocal, minCents }) => isLocal && minCents <= callPrice)];
}
