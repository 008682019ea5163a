import type { TestContext } from 'vitest';
import { recordOf } from '../../src/connectors/cart-lines.ts';
import type {
  Ability,
  Call,
  Checkout,
  Connector,
  FindQuery,
  Outcome,
  ProductRef,
  Purchase,
  PurchaseRecord,
  PurchaseRequest,
} from '../../src/connectors/contract.ts';

/** A connector under test, and what the suite must know about the store behind it. */
export interface ConformanceSubject {
  connector: Connector;
  /** A purchase that the store accepts, under a reference of its own each time. */
  request(overrides?: Partial<PurchaseRequest>): PurchaseRequest;
  missingProduct: ProductRef;
  search: { retailer: string; query: string; nonsense: string };
  /** A purchase of one line of which the store sells fewer, and how many. */
  scarce?: { request: PurchaseRequest; limit: number };
  /** Lets this much time pass for the store. */
  elapse(ms: number): Promise<void>;
  /** Purchases whose answer gets lost, after the store sold or before; where that can be brought about. */
  lostAnswers?: { afterBuying(): PurchaseRequest; beforeBuying(): PurchaseRequest };
  /**
   * Loses one call to the store from now on, counted from 0: before it reaches the store, or its answer. The function
   * that comes back says whether it came to that; asking ends it.
   */
  loseCall?(place: number, when: 'before' | 'after'): () => boolean;
  /** Calls take long. The short form loses every call in one of the two ways. */
  isSlow?: boolean;
  /** Moves one given order a step on its way (shipped, then delivered), where a person does that by hand. */
  advance?(merchantOrderId: string): Promise<void>;
  /** The store refunds so many cents of an order: one unit of its first line, where it can say so. */
  refund?(merchantOrderId: string, cents: number): Promise<void>;
  /** How often the store itself says that it sold under this reference; where its books can be read. */
  countSold?(reference: string): Promise<number>;
  /** What the store says last about a parcel that arrived; delivered, unless it never says that. */
  lastStatus?: 'in_transit';
  /** The tests to run, by name, where a whole run takes too long for every day; all of them otherwise. */
  only?: readonly string[];
  close?(): Promise<void>;
}

export type Current = () => ConformanceSubject;

/** Longer than any store takes on a busy machine: what is too slow is for the test itself to say. */
export const call = (): Call => ({ signal: AbortSignal.timeout(120_000) });
export const abortedCall = (): Call => ({ signal: AbortSignal.abort(new Error('interrupted')) });

/** As the engine asks: with the handle of the checkout where one was kept. */
export const findQuery = (request: PurchaseRequest, checkout?: Checkout): FindQuery => ({
  ...recordOf(request, { handle: checkout?.handle ?? null }),
  since: new Date(),
  maxPrice: request.maxPrice,
  isTaken: async () => false,
});

export const trackQuery = (request: PurchaseRequest, purchase: Purchase): PurchaseRecord =>
  recordOf(request, { merchantOrderIds: purchase.merchantOrderIds, note: purchase.note ?? null });

export function need(context: TestContext, { connector, only }: ConformanceSubject, ...wanted: Ability[]): void {
  if (only && !only.includes(context.task.name)) context.skip('not in the short form');
  const lacking = wanted.filter((ability) => !connector.abilities.has(ability));
  if (lacking.length > 0) context.skip(`does not declare ${lacking.join(', ')}`);
  const isBuying = wanted.includes('checkout') && wanted.length > 1;
  if (connector.handsOver && isBuying) context.skip('a person presses the button');
}

export async function ready({ connector }: ConformanceSubject, request: PurchaseRequest): Promise<Checkout> {
  const prepared = await connector.prepare!(request, call());
  if (prepared.kind !== 'ready') throw new Error(`Not ready: ${JSON.stringify(prepared)}`);
  // A checkout is written down between the two steps.
  return JSON.parse(JSON.stringify(prepared.checkout)) as Checkout;
}

export async function bought(subject: ConformanceSubject, request: PurchaseRequest): Promise<Purchase> {
  return submitted(subject, await ready(subject, request), request);
}

export async function submitted(
  { connector }: ConformanceSubject,
  checkout: Checkout,
  request: PurchaseRequest,
): Promise<Purchase> {
  const outcome: Outcome = await connector.submit!(checkout, request, call());
  if (outcome.kind !== 'placed') throw new Error(`Not placed: ${JSON.stringify(outcome)}`);
  return outcome.purchase;
}
