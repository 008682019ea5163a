import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, utcDay } from '../../../kit/clock.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import {
  afterCommit,
  type Database,
  inTransaction,
  isConnectionLost,
  type Tx,
} from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import type { IdempotentRequest } from '../../access/accounts/index.ts';
import { addKeySpend, type Caller, findKeyLabel, spendLimitExceeded } from '../../access/accounts/index.ts';
import {
  type CachedTotalsStore,
  cachedTotalsAfter,
  type DeciderTotals,
  type Finding,
  findNewAlerts,
  lockAndDecide,
  type PolicyDecision,
  type PolicyRequest,
  publishAlerts,
  recordDecisions,
} from '../../access/policies/index.ts';
import type { KnownProduct } from '../../catalog/products/index.ts';
import type { NewAction } from './actions/index.ts';
import { createApproval, findCardOf } from './create-approval.ts';
import { dayExceedsKeyLimit } from './failures.ts';
import { isOrderIdTaken } from './keyed-id.ts';
import { type Acceptance, acceptOrders, type NewOrder } from './sql-accept.ts';
import { findAnsweredOrders, type SentBefore } from './sql-written.ts';

/** An order of an account with policies, before they decide. */
export interface Proposal {
  caller: Caller;
  order: NewOrder;
  /** What is known about the products, in the order of the items. Empty if nobody looked. */
  products: readonly KnownProduct[];
  once: IdempotentRequest;
  /** Serializes the stored answer once it is known whether a person must approve. */
  finish(question: NewAction | null): Promise<NewOrder>;
}

export type PolicyAcceptance = Acceptance | { kind: 'denied'; finding: Finding };

export interface PolicyNeeds {
  database: Database;
  clock: Clock;
}

interface DecideNeeds extends PolicyNeeds {
  sign: SignLink;
  publicUrl: string;
  /** Keeps the totals for the next orders of the same accounts. */
  cachedTotals: CachedTotalsStore;
}

/** Product titles; null if one is unknown. */
export function titlesOf(products: readonly KnownProduct[]): string[] | null {
  const titles = products.flatMap(({ title }) => (title === null ? [] : [title]));
  return titles.length > 0 && titles.length === products.length ? titles : null;
}

export function policyRequestOf({
  caller,
  order,
  titles,
}: {
  caller: Caller;
  order: NewOrder;
  titles: string[] | null;
}): PolicyRequest {
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

/** One order of a batch failed and may have changed the decisions about the others. Each is retried alone. */
class BatchConflict extends Error {}

/**
 * Accepts orders of accounts with policies. Waiting orders share a transaction that decides them one by one. The
 * decision, the hold, the order and the record are written together or not at all.
 */
export function createPolicyAcceptor(needs: DecideNeeds): (proposal: Proposal) => Promise<PolicyAcceptance> {
  const judge = (proposals: Proposal[]) =>
    inTransaction(needs.database.db, (tx) => decideInTransaction(needs, tx, proposals));

  async function alone(proposal: Proposal): Promise<PolicyAcceptance> {
    const [judged] = await judge([proposal]).catch((error: unknown) => {
      // Another request with the same key won, or the commit's response was lost. The second try finds what was written.
      if (isOrderIdTaken(error) || isConnectionLost(error)) return judge([proposal]);
      throw error;
    });
    if (!judged) throw new Error('The policy check returned no result.');
    return judged;
  }

  return createBatcher<Proposal, PolicyAcceptance>({
    maxBatch: 50,
    maxInFlight: 2,
    conflictKey: ({ order }) => order.id,
    async run(proposals) {
      const [first] = proposals;
      if (proposals.length === 1 && first) return [await alone(first)];
      try {
        return await judge(proposals);
      } catch (error) {
        if (!(error instanceof BatchConflict) && !isOrderIdTaken(error) && !isConnectionLost(error)) throw error;
      }
      const judged: PolicyAcceptance[] = [];
      for (const proposal of proposals) judged.push(await alone(proposal));
      return judged;
    },
  });
}

interface DecidedProposal {
  proposal: Proposal;
  asked: PolicyRequest;
  verdict: PolicyDecision;
}

async function decideInTransaction(needs: DecideNeeds, tx: Tx, proposals: Proposal[]): Promise<PolicyAcceptance[]> {
  const now = needs.clock.now();
  const callers = proposals.map(({ caller }) => caller);
  const { decide, counted } = await lockAndDecide(tx, callers, now);
  // After the lock, so an earlier request has ended. A stored answer is not decided again.
  const answered = await findAnsweredOrders(tx, proposals.map(sentBeforeOf));
  const cases: DecidedProposal[] = [];
  for (const [ord, proposal] of proposals.entries()) {
    if (answered.has(ord)) continue;
    const { caller, order, products } = proposal;
    const asked = policyRequestOf({ caller, order, titles: titlesOf(products) });
    cases.push({ proposal, asked, verdict: await decide(proposal.caller, asked) });
  }
  const wanted = cases.filter(({ verdict }) => verdict.decision !== 'deny');
  const orders = await Promise.all(wanted.map(({ proposal, verdict }) => finish(needs, tx, proposal, verdict)));
  const acceptances = orders.length === 0 ? [] : await acceptOrders(tx, orders);
  const isWhole = acceptances.every(({ kind }) => kind === 'accepted');
  if (!isWhole && proposals.length > 1) throw new BatchConflict();
  const accepted = isWhole ? wanted : [];
  for (const { proposal } of accepted) await spendWithinDay(tx, proposal, now, proposals.length > 1);
  if (isWhole) await recordAcceptances(needs, tx, cases, counted, now);
  await publishAlerts(tx, await findNewAlerts(tx, accepted, now), now);
  const judgedByProposal = new Map(
    cases.map((each) => [each.proposal, acceptanceOf(each, acceptances[wanted.indexOf(each)])] as const),
  );
  return proposals.map((proposal, ord) => assertDefined(answered.get(ord) ?? judgedByProposal.get(proposal)));
}

async function finish(
  { publicUrl, clock }: DecideNeeds,
  tx: Tx,
  proposal: Proposal,
  verdict: PolicyDecision,
): Promise<NewOrder> {
  if (verdict.decision !== 'approve') return proposal.finish(null);
  const { caller, order, products } = proposal;
  const keyName = await findKeyLabel(tx, caller.keyId);
  const card = await findCardOf(tx, order, clock.now());
  return proposal.finish(createApproval({ order, verdict, products, keyName, card, publicUrl }));
}

function acceptanceOf({ verdict }: DecidedProposal, acceptance: Acceptance | undefined): PolicyAcceptance {
  const finding = verdict.findings[0];
  if (verdict.decision === 'deny' && finding) return { kind: 'denied', finding };
  return acceptance ?? { kind: 'short', required: 0, available: 0 };
}

const sentBeforeOf = ({ order, once: { operation, key } }: Proposal): SentBefore => ({
  order,
  once: key === null ? null : { operation, key },
});

/** Writes each account's decisions in order. Accounts are sorted, so transactions lock them in the same order. */
async function recordAcceptances(
  { cachedTotals, sign }: DecideNeeds,
  tx: Tx,
  cases: readonly DecidedProposal[],
  counted: DeciderTotals,
  now: Date,
): Promise<void> {
  const byAccount = Map.groupBy(cases, ({ proposal: { caller } }) => `${caller.accountId} ${caller.world}`);
  for (const name of [...byAccount.keys()].sort()) {
    const own = byAccount.get(name) ?? [];
    const callers = own.map(({ proposal }) => proposal.caller);
    const [caller] = callers;
    const head = caller && (await recordDecisions(tx, sign, caller, own, now));
    const totals = head && cachedTotalsAfter(counted, callers, head, now);
    if (totals && !currentTestClock()) afterCommit(tx, () => cachedTotals.keep(totals));
  }
}

/** A key's daily limit applies in addition to the policies. */
async function spendWithinDay(tx: Tx, { caller, order }: Proposal, now: Date, isShared: boolean): Promise<void> {
  const limit = caller.limits.spendPerDay;
  if (limit === null) return;
  const cents = order.max_price_cents + order.fee_cents;
  if (await addKeySpend(tx, { keyId: caller.keyId, day: utcDay(now), cents, limit })) return;
  throw isShared ? new BatchConflict() : spendLimitExceeded(dayExceedsKeyLimit(limit));
}
