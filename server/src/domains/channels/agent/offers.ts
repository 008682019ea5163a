import { type Failure, Invalid } from '../../../kit/failure.ts';
import type { Cents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { challengeHeader, type Issuer, issueChallenge, type Subject } from './challenge.ts';
import type { PaymentMethod } from './methods/method.ts';
import { createPrepaidMethod } from './methods/prepaid.ts';
import { callPrice, readPreferences, sortByPreference } from './model.ts';

/** A request that is to be paid for. */
export interface PaymentRequest extends Subject {
  amount: Cents;
  /** The one method that the client wants to hear about. */
  only?: string | undefined;
  /** Refuses what this world cannot do, before anybody pays for it. */
  check(world: World): void;
}

/** The methods that can pay for this: those that take the amount, and whose world can do what is asked for. */
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
    { loc: ['query', 'method'], msg: `${ask.only} does not accept such a small amount`, type: 'value_error' },
  ]);

/** The lines of WWW-Authenticate: one per method, the client's favourite first. */
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

/** Methods whose smallest charge is above the price of a data call: they sell credit for it instead. */
export const creditSellers = (methods: readonly PaymentMethod[]): PaymentMethod[] =>
  methods.filter(({ isLocal }) => !isLocal);

/** What data calls can be paid with: what takes a cent by itself, and credit where a payment method sells it. */
export function methodsForCalls(
  methods: readonly PaymentMethod[],
  { database, publicUrl }: { database: Database; publicUrl: string },
): PaymentMethod[] {
  const buyUrl = `${publicUrl}/agent/credit`;
  const worlds = new Set(creditSellers(methods).map(({ world }) => world));
  const credit = [...worlds].map((world) => createPrepaidMethod({ database, world, buyUrl }));
  return [...credit, ...methods.filter(({ isLocal, minCents }) => isLocal && minCents <= callPrice)];
}
