import { canonicalJson } from '../../../kit/canonical-json.ts';
import { existing } from '../../../kit/existing.ts';
import type { World } from '../../../kit/world.ts';
import { afterCommit, type Executor, type Tx } from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import { isUsable, type TotalsByPolicy, type TotalsCache } from './cached-totals.ts';
import { ruleUnknown } from './failures.ts';
import { unknownRule } from './known-rules.ts';
import {
  asksForPlace,
  examine,
  type Finding,
  type Policy,
  type ProposedPurchase,
  passedPercents,
  type Spent,
  type SpentSoFar,
  type Verdict,
  verdictOf,
  withPurchase,
} from './model.ts';
import {
  findPlaceFacts,
  findPolicies,
  insertAlert,
  type KnownPolicy,
  type Place,
  type PlaceFacts,
  type Spender,
} from './sql.ts';
import { appendDecisions, type ChainHead, chainName, lockChains, type NewDecision, type Owner } from './sql-chain.ts';
import { spentUnder } from './sql-spent.ts';

/** A purchase and who wants to make it. */
export interface Asked extends ProposedPurchase {
  orderId: string;
  keyId: string | null;
  place: Place;
}

export interface PolicyAlert {
  policyId: string;
  accountId: string;
  world: World;
  rule: string;
  /** When the period of the window began. */
  periodStart: string;
  percent: number;
  limit: number;
  used: number;
}

export type { Spender } from './sql.ts';

export interface Decided extends Verdict {
  /** The policies that were asked, in a stable order. */
  policies: Policy[];
  /** Findings with the policy that made each. */
  byPolicy: { policy: Policy; findings: Finding[]; spent: Spent }[];
}

/** What would be decided now. Looks only. */
export async function foresee(
  executor: Executor,
  spender: Spender,
  purchases: readonly Asked[],
  now: Date,
): Promise<Decided[]> {
  const { decide } = createJudge(executor, await findPolicies(executor, [spender]), new Map(), now);
  const decided: Decided[] = [];
  for (const asked of purchases) decided.push(await decide(spender, asked));
  return decided;
}

/** A purchase that was decided on. */
export interface Case {
  spender: Spender;
  asked: Asked;
  verdict: Decided;
}

/** Decides on purchases of one transaction, one after the other. */
export interface Decider {
  /** What the policies say to a purchase. It counts for the next ones once it was added. */
  judge(spender: Spender, asked: Asked): Promise<Decided>;
  /** The purchase is made, or a person is asked about it. */
  add(verdict: Decided, asked: Asked): void;
  /** Judges a purchase, and adds it unless it is denied. */
  decide(spender: Spender, asked: Asked): Promise<Decided>;
  /** Appends the decisions, whatever they are, to the chains of their accounts. */
  record(sign: SignLink, cases: readonly Case[]): Promise<void>;
}

/**
 * Decides on purchases in the transaction that makes them. The ends of these accounts' chains stay locked until it ends, so of two
 * purchases that race for the last of a limit one sees the other.
 */
export async function lockAndDecide(
  tx: Tx,
  spenders: readonly Spender[],
  now: Date,
  cache?: TotalsCache,
): Promise<Decider> {
  const heads = await lockChains(tx, spenders);
  const headOf = (owner: Owner): ChainHead => existing(heads.get(chainName(owner)));
  const owners = [...new Map(spenders.map((spender) => [chainName(spender), spender])).values()];
  const known = owners.map((owner) => cache?.find(owner, headOf(owner)) ?? null);
  const unknown = owners.filter((_owner, index) => known[index] === null);
  const read = unknown.length === 0 ? [] : await findPolicies(tx, unknown);
  const policies = [...known.flatMap((account) => account?.policies ?? []), ...read];
  const cached = new Map(known.flatMap((account) => [...(account?.totals ?? [])]));
  const { totals, ...judge } = createJudge(tx, policies, cached, now);

  async function record(sign: SignLink, cases: readonly Case[]): Promise<void> {
    if (cases.length === 0) return;
    const chains = [...Map.groupBy(cases, ({ spender }) => chainName(spender)).values()].map((own) => {
      const { spender: of } = existing(own[0]);
      return { of, head: headOf(of), decisions: own.map(({ asked, verdict }) => decisionOf(asked, verdict, now)) };
    });
    for (const [index, head] of (await appendDecisions(tx, sign, chains)).entries()) {
      const { of } = existing(chains[index]);
      heads.set(chainName(of), head);
      const own = policies.filter(({ accountId, world }) => accountId === of.accountId && world === of.world);
      afterCommit(tx, () => cache?.keep(of, head, { policies: own, totals: totalsOf(own, totals) }));
    }
  }
  return { ...judge, record };
}

const totalsOf = (policies: readonly Policy[], totals: TotalsByPolicy): TotalsByPolicy =>
  new Map(
    policies.flatMap(({ id }) => {
      const known = totals.get(id);
      return known ? [[id, known] as const] : [];
    }),
  );

function createJudge(executor: Executor, known: readonly KnownPolicy[], cached: TotalsByPolicy, now: Date) {
  const totals = new Map(cached);
  /** What was counted in this transaction. The other totals are from before. */
  const counted = new Set<string>();
  const addedByPolicy = new Map<string, number[]>();
  const factsByPlace = new Map<string, PlaceFacts>();

  async function factsOf(spender: Spender, policies: readonly Policy[], place: Place): Promise<PlaceFacts> {
    if (!policies.some(({ rules }) => asksForPlace(rules))) return { isNewRetailer: false, isNewAddress: false };
    const name = JSON.stringify([spender.accountId, spender.world, place]);
    const facts = factsByPlace.get(name) ?? (await findPlaceFacts(executor, spender, place));
    factsByPlace.set(name, facts);
    return facts;
  }

  async function spentBy(policy: Policy, mayBeCached: boolean): Promise<SpentSoFar> {
    const before = totals.get(policy.id);
    if (before && (counted.has(policy.id) || (mayBeCached && isUsable(before, policy, now)))) return before.spent;
    const added = addedByPolicy.get(policy.id) ?? [];
    const spent = added.reduce(withPurchase, await spentUnder(executor, policy, now));
    totals.set(policy.id, { spent, countedAt: now });
    counted.add(policy.id);
    return spent;
  }

  async function judgeBy(policies: Policy[], asked: Asked, facts: PlaceFacts, mayBeCached: boolean): Promise<Decided> {
    const byPolicy: Decided['byPolicy'] = [];
    for (const policy of policies) {
      const unknown = unknownRule(policy.rules);
      if (unknown !== null) throw ruleUnknown(unknown);
      const spent = { ...(await spentBy(policy, mayBeCached)), ...facts };
      byPolicy.push({ policy, spent, findings: examine(policy.rules, asked, spent, now) });
    }
    return { ...verdictOf(byPolicy.flatMap(({ findings }) => findings)), policies, byPolicy };
  }

  async function judge(spender: Spender, asked: Asked): Promise<Decided> {
    const policies = bindingOf(known, spender);
    const facts = await factsOf(spender, policies, asked.place);
    const verdict = await judgeBy(policies, asked, facts, true);
    const isPlain = verdict.decision === 'allow' && alertsOf(verdict, asked).length === 0;
    // Cached totals may be too strict: only what they plainly allow is not counted.
    return isPlain || policies.every(({ id }) => counted.has(id)) ? verdict : judgeBy(policies, asked, facts, false);
  }

  function add({ byPolicy }: Decided, { cents }: Asked): void {
    for (const { policy } of byPolicy) {
      const before = existing(totals.get(policy.id));
      totals.set(policy.id, { ...before, spent: withPurchase(before.spent, cents) });
      addedByPolicy.set(policy.id, [...(addedByPolicy.get(policy.id) ?? []), cents]);
    }
  }

  async function decide(spender: Spender, asked: Asked): Promise<Decided> {
    const verdict = await judge(spender, asked);
    if (verdict.decision !== 'deny') add(verdict, asked);
    return verdict;
  }
  return { judge, add, decide, totals };
}

const bindingOf = (policies: readonly KnownPolicy[], { accountId, world, keyId }: Spender): Policy[] =>
  policies.filter((policy) => {
    if (policy.accountId !== accountId || policy.world !== world) return false;
    if (policy.scope === 'account') return true;
    if (keyId === null) return false;
    return policy.scope === 'key' ? policy.subject === keyId : policy.groupKeyIds.includes(keyId);
  });

/** A decision as it is kept: with what was decided on, and the versions of the policies that decided, as canonical JSON. */
function decisionOf(asked: Asked, verdict: Decided, now: Date): NewDecision {
  const { cents, country, quantity, reason, retailer, titles } = asked;
  const policies = verdict.policies.map(({ id, scope, subject, version }) => ({ id, scope, subject, version }));
  const { decision, findings } = verdict;
  return {
    order_id: asked.orderId,
    key_id: asked.keyId,
    decision,
    rule: decision === 'allow' ? null : (findings[0]?.rule ?? null),
    inputs: canonicalJson({ cents, country, findings, policies, quantity, reason, retailer, titles }),
    created_at: now,
  };
}

/** The thresholds that accepted purchases pass for the first time in their period. */
export async function newAlerts(
  tx: Tx,
  accepted: readonly Pick<Case, 'asked' | 'verdict'>[],
  now: Date,
): Promise<PolicyAlert[]> {
  const alerts: PolicyAlert[] = [];
  for (const { asked, verdict } of accepted) {
    for (const alert of alertsOf(verdict, asked)) if (await insertAlert(tx, alert, now)) alerts.push(alert);
  }
  return alerts;
}

/** The thresholds that a purchase passes. */
const alertsOf = ({ byPolicy }: Decided, { cents }: Asked): PolicyAlert[] =>
  byPolicy.flatMap(({ policy: { id: policyId, accountId, world, rules }, spent }) =>
    (rules.windows ?? []).flatMap(({ per, amount_cents: limit }, index) => {
      const before = spent.windows[index];
      if (!before || limit === undefined) return [];
      const used = before.cents + cents;
      const rule = `windows.${per}.amount_cents`;
      const periodStart = before.periodStart.toISOString();
      const percents = passedPercents(limit, before.cents, used);
      return percents.map((percent) => ({ policyId, accountId, world, rule, periodStart, percent, limit, used }));
    }),
  );
