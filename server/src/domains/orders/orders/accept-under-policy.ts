import { type Clock, utcDay } from '../../../kit/clock.ts';
import { existing } from '../../../kit/existing.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import { type Database, inTransaction, isConnectionLost, type Tx } from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import type { Once } from '../../access/accounts/index.ts';
import { addKeySpend, type Caller, findKeyLabel, spendLimitExceeded } from '../../access/accounts/index.ts';
import {
  type Asked,
  announceAlerts,
  asksForTitles,
  type Case,
  type Decided,
  type Finding,
  lockAndDecide,
  mayAsk,
  newAlerts,
  type TotalsCache,
} from '../../access/policies/index.ts';
import type { KnownProduct } from '../../catalog/products/index.ts';
import type { NewQuestion } from './actions/index.ts';
import { approvalOf } from './approval-of.ts';
import { dayAboveKeyLimit } from './failures.ts';
import { isTaken } from './keyed-id.ts';
import { type Acceptance, acceptWhole, type NewOrder } from './sql-accept.ts';
import { findAnswered, type SentBefore } from './sql-written.ts';

/** An order of an account that has policies, before they were asked. */
export interface Proposal {
  caller: Caller;
  order: NewOrder;
  /** What is known of the products, in the order of the items; null: nobody has looked them up. */
  products: readonly KnownProduct[] | null;
  once: Once;
  /** Writes the answer that is remembered, once it is known whether a person is asked first. */
  finish(question: NewQuestion | null): Promise<NewOrder>;
}

/** `undecided`: nothing was written, because deciding needs to know the products. */
export type Judged = Acceptance | { kind: 'denied'; finding: Finding };

export interface PolicyNeeds {
  database: Database;
  clock: Clock;
}

interface JudgeNeeds extends PolicyNeeds {
  sign: SignLink;
  publicUrl: string;
  cache: TotalsCache;
}

/** What is being bought, in words; null when no retailer could tell. */
export function titlesIn(products: readonly KnownProduct[]): string[] | null {
  const titles = products.flatMap(({ title }) => (title === null ? [] : [title]));
  return titles.length > 0 && titles.length === products.length ? titles : null;
}

export function askedOf({
  caller,
  order,
  titles,
}: {
  caller: Caller;
  order: NewOrder;
  titles: string[] | null;
}): Asked {
  const { phone_number: _phone, ...address } = order.shipping_address;
  const { reason } = order.metadata;
  return {
    orderId: order.id,
    keyId: caller.keyId,
    retailer: order.retailer,
    country: address.country,
    cents: order.max_price_cents + order.fee_cents,
    quantity: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    titles,
    reason: typeof reason === 'string' ? reason : null,
    place: { retailer: order.retailer, address },
  };
}

/** An account has orders that were accepted and others that were not: what was decided on them depends on each other. */
class NotTogether extends Error {}

/** Nothing was written for the account, because its wallet does not cover all of its orders: each is tried alone. */
type Tried = Judged | { kind: 'again' };

/**
 * Accepts orders of accounts that have policies. Those that wait share a transaction, in which they are decided one after the other:
 * the decision, the hold, the order and the record of the decision exist together or not at all. One transaction at a time: no order
 * overtakes another of its account, and the more wait, the more share what a transaction costs.
 */
export function createPolicyAcceptor(needs: JudgeNeeds): (proposal: Proposal) => Promise<Judged> {
  const judge = (proposals: Proposal[]) => inTransaction(needs.database.db, (tx) => judgeWithin(needs, tx, proposals));

  async function alone(proposal: Proposal): Promise<Judged> {
    const [tried] = await judge([proposal]).catch((error: unknown) => {
      // Another request with the same key was quicker, or the answer to the commit was lost: the second look finds what was written.
      if (isTaken(error) || isConnectionLost(error)) return judge([proposal]);
      throw error;
    });
    if (!tried || tried.kind === 'again') throw new Error('An order was judged without a result.');
    return tried;
  }

  const inTurn = createBatcher<Proposal, Judged>({
    maxBatch: 50,
    maxInFlight: 1,
    conflictKey: ({ order }) => order.id,
    async run(proposals) {
      const [first] = proposals;
      if (proposals.length === 1 && first) return [await alone(first)];
      const tried = await judge(proposals).catch((error: unknown) => {
        if (!(error instanceof NotTogether) && !isTaken(error) && !isConnectionLost(error)) throw error;
        return proposals.map(() => again);
      });
      const judged: Judged[] = [];
      for (const [index, proposal] of proposals.entries()) {
        const each = existing(tried[index]);
        judged.push(each.kind === 'again' ? await alone(proposal) : each);
      }
      return judged;
    },
  });
  // A key with a daily limit pays for it with a transaction of its own.
  return (proposal) => (proposal.caller.limits.spendPerDay === null ? inTurn(proposal) : alone(proposal));
}

interface Proposed extends Case {
  proposal: Proposal;
}

const again = { kind: 'again' as const };

async function judgeWithin(needs: JudgeNeeds, tx: Tx, proposals: Proposal[]): Promise<Tried[]> {
  const now = needs.clock.now();
  const callers = proposals.map(({ caller }) => caller);
  const decider = await lockAndDecide(tx, callers, now, needs.cache);
  // After the lock, so that a request that was first has ended. What was answered once is not decided on again.
  const [answer] = proposals.length === 1 ? await findAnswers(tx, proposals) : [];
  if (answer) return [answer];
  const results = new Map<Proposal, Tried>();
  const cases: Proposed[] = [];
  for (const proposal of proposals) {
    const { caller: spender, order, products } = proposal;
    const asked = askedOf({ caller: spender, order, titles: products && titlesIn(products) });
    const verdict = await decider.judge(spender, asked);
    if (products === null && wantsProducts(verdict)) {
      results.set(proposal, { kind: 'undecided' });
      continue;
    }
    if (verdict.decision !== 'deny') decider.add(verdict, asked);
    cases.push({ proposal, spender, asked, verdict });
  }
  const judged = await acceptCases(needs, tx, proposals.length === 1 ? cases : await withoutRepeats(tx, cases));
  const accepted = judged.filter(({ result }) => result.kind === 'accepted');
  for (const { proposal } of accepted) await spendWithinDay(tx, proposal, now);
  await decider.record(
    needs.sign,
    judged.filter(({ result }) => result.kind === 'accepted' || result.kind === 'denied'),
  );
  await announceAlerts(tx, await newAlerts(tx, accepted, now), now);
  for (const { proposal, result } of judged) results.set(proposal, result);
  return proposals.map((proposal) => results.get(proposal) ?? again);
}

const accountOf = ({ spender: { accountId, world } }: Case): string => `${accountId} ${world}`;

/**
 * A repeated request that is not allowed may be denied for what it bought itself. Its account's orders are tried alone then. One that
 * is allowed is found by the statement that accepts.
 */
async function withoutRepeats(tx: Tx, cases: readonly Proposed[]): Promise<readonly Proposed[]> {
  const doubtful = cases.filter(({ verdict }) => verdict.decision !== 'allow');
  if (doubtful.length === 0) return cases;
  const answers = await findAnswers(
    tx,
    doubtful.map(({ proposal }) => proposal),
  );
  const repeating = new Set(doubtful.filter((_case, index) => answers[index]).map(accountOf));
  return cases.filter((each) => !repeating.has(accountOf(each)));
}

async function findAnswers(tx: Tx, proposals: readonly Proposal[]): Promise<(Acceptance | undefined)[]> {
  const answers = await findAnswered(tx, proposals.map(sentOnce));
  return proposals.map((_proposal, ord) => answers.get(ord));
}

/** Products are looked up only where a policy reads their titles or may ask a person, who wants to know what is bought. */
const wantsProducts = ({ decision, policies }: Decided): boolean =>
  policies.some(({ rules }) => asksForTitles(rules) || (decision !== 'allow' && mayAsk(rules)));

/** Writes what is not denied, an account's orders together or not at all. */
async function acceptCases(
  needs: JudgeNeeds,
  tx: Tx,
  cases: readonly Proposed[],
): Promise<(Proposed & { result: Tried })[]> {
  const wanted = cases.filter(({ verdict }) => verdict.decision !== 'deny');
  const orders = await Promise.all(wanted.map(({ proposal, verdict }) => finish(needs, tx, proposal, verdict)));
  const acceptances = orders.length === 0 ? [] : await acceptWhole(tx, orders);
  const isAccepted = (_case: unknown, index: number): boolean => acceptances[index]?.kind === 'accepted';
  const failed = new Set(wanted.filter((each, index) => !isAccepted(each, index)).map(accountOf));
  if (wanted.some((each, index) => isAccepted(each, index) && failed.has(accountOf(each)))) throw new NotTogether();
  const resultOf = (each: Proposed): Tried => {
    if (cases.length > 1 && failed.has(accountOf(each))) return again;
    const { decision, findings } = each.verdict;
    if (decision === 'deny') return { kind: 'denied', finding: existing(findings[0]) };
    return existing(acceptances[wanted.indexOf(each)]);
  };
  return cases.map((each) => ({ ...each, result: resultOf(each) }));
}

async function finish({ publicUrl }: JudgeNeeds, tx: Tx, proposal: Proposal, verdict: Decided): Promise<NewOrder> {
  if (verdict.decision !== 'approve') return proposal.finish(null);
  const { caller, order, products } = proposal;
  const keyName = await findKeyLabel(tx, caller.keyId);
  return proposal.finish(approvalOf({ order, verdict, products: products ?? [], keyName, publicUrl }));
}

const sentOnce = ({ order, once: { operation, key } }: Proposal): SentBefore => ({
  order,
  once: key === null ? null : { operation, key },
});

/** A key's own daily limit holds beside the policies. */
async function spendWithinDay(tx: Tx, { caller, order }: Proposal, now: Date): Promise<void> {
  const limit = caller.limits.spendPerDay;
  if (limit === null) return;
  const cents = order.max_price_cents + order.fee_cents;
  if (await addKeySpend(tx, { keyId: caller.keyId, day: utcDay(now), cents, limit })) return;
  throw spendLimitExceeded(dayAboveKeyLimit(limit));
}
