import { canonicalJson } from '../../../kit/canonical-json.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import { unknownRuleFailure } from './failures.ts';
import { unknownRule } from './known-rules.ts';
import {
  addPurchase,
  evaluateRules,
  type Finding,
  needsPlaceFacts,
  type Policy,
  type ProposedPurchase,
  passedPercents,
  type Spent,
  type SpentSoFar,
  type Verdict,
  verdictOf,
} from './model.ts';
import {
  type DestinationFacts,
  findDestinationFacts,
  findPolicies,
  insertAlert,
  type KnownPolicies,
  lockPolicies,
  type PurchaseDestination,
  type Spender,
} from './sql.ts';
import { appendDecisions, type ChainHead, chainName, lockChains, type NewDecision } from './sql-chain.ts';
import { readSpent } from './sql-spent.ts';

const policyTexts = new WeakMap<Policy, string>();

/** Cached: each decision stores its policies as text, and a version never changes. */
function textOf(policy: Policy): string {
  const known = policyTexts.get(policy);
  if (known !== undefined) return known;
  const { id, scope, subject, version } = policy;
  const text = canonicalJson({ id, scope, subject, version });
  policyTexts.set(policy, text);
  return text;
}

const limitText = (value: unknown): string => (typeof value === 'number' ? `${value}` : canonicalJson(value ?? null));

const findingText = ({ rule, decision, limit, used, left }: Finding): string =>
  `{"decision":"${decision}","left":${left},"limit":${limitText(limit)},"rule":${JSON.stringify(rule)},"used":${used}}`;

/**
 * The input of a decision and its policies as canonical JSON. Every order under a policy needs it, so it is built in
 * order instead of sorted.
 */
export function decisionInputsOf(
  { cents, country, quantity, reason, retailer, titles }: ProposedPurchase,
  { policies, findings }: { policies: readonly Policy[]; findings: readonly Finding[] },
): string {
  return `{"cents":${cents},"country":${JSON.stringify(country)},"findings":[${findings.map(findingText).join(',')}],"policies":[${policies.map(textOf).join(',')}],"quantity":${quantity},"reason":${JSON.stringify(reason ?? null)},"retailer":${JSON.stringify(retailer)},"titles":${JSON.stringify(titles ?? null)}}`;
}

/** A purchase and its key. */
export interface PolicyRequest extends ProposedPurchase {
  orderId: string;
  keyId: string | null;
  place: PurchaseDestination;
}

export interface PolicyAlert {
  policyId: string;
  accountId: string;
  world: World;
  rule: string;
  /** Start of the window's period. */
  periodStart: string;
  percent: number;
  limit: number;
  used: number;
}

export type { Spender } from './sql.ts';

export interface PolicyDecision extends Verdict {
  /** The policies that apply, in a stable order. */
  policies: Policy[];
  byPolicy: { policy: Policy; findings: Finding[]; spent: Spent }[];
}

/** What would be decided now. Writes nothing. */
export async function previewDecisions(
  executor: Executor,
  spender: Spender,
  purchases: readonly PolicyRequest[],
  now: Date,
): Promise<PolicyDecision[]> {
  const { decide } = createDecider(executor, await findPolicies(executor, [spender]), now);
  const decided: PolicyDecision[] = [];
  for (const asked of purchases) decided.push(await decide(spender, asked));
  return decided;
}

/** Decides one purchase after another; each counts for the next. */
export type Decider = (spender: Spender, asked: PolicyRequest) => Promise<PolicyDecision>;

/** What a decider counted, and where each account's chain ended when it began. */
export interface DeciderTotals {
  known: KnownPolicies;
  spentByPolicy: Map<string, SpentSoFar>;
  headBefore(spender: Pick<Spender, 'accountId' | 'world'>): ChainHead | undefined;
}

/**
 * Decides on purchases in the transaction that creates them. Policies and chains of their accounts stay locked, so
 * two concurrent purchases cannot both use the rest of a limit.
 */
export async function lockAndDecide(
  tx: Tx,
  spenders: readonly Spender[],
  now: Date,
): Promise<{ decide: Decider; counted: DeciderTotals }> {
  const known = await lockPolicies(tx, spenders);
  const heads = await lockChains(tx, spenders);
  const { decide, spentByPolicy } = createDecider(tx, known, now);
  return { decide, counted: { known, spentByPolicy, headBefore: (spender) => heads.get(chainName(spender)) } };
}

function createDecider(executor: Executor, known: KnownPolicies, now: Date) {
  const spentByPolicy = new Map<string, SpentSoFar>();
  const factsByPlace = new Map<string, DestinationFacts>();

  async function factsOf(
    spender: Spender,
    policies: readonly Policy[],
    place: PurchaseDestination,
  ): Promise<DestinationFacts> {
    if (!policies.some(({ rules }) => needsPlaceFacts(rules))) return { isNewRetailer: false, isNewAddress: false };
    const name = JSON.stringify([spender.accountId, spender.world, place]);
    const facts = factsByPlace.get(name) ?? (await findDestinationFacts(executor, spender, place));
    factsByPlace.set(name, facts);
    return facts;
  }

  const decide: Decider = async (spender, asked) => {
    const policies = bindingPoliciesOf(known, spender);
    const facts = await factsOf(spender, policies, asked.place);
    const byPolicy: PolicyDecision['byPolicy'] = [];
    for (const policy of policies) {
      const soFar = spentByPolicy.get(policy.id) ?? (await readSpent(executor, policy, now));
      spentByPolicy.set(policy.id, soFar);
      byPolicy.push(evaluatePolicy(policy, asked, { ...soFar, ...facts }, now));
    }
    const verdict = verdictOf(byPolicy.flatMap(({ findings }) => findings));
    if (verdict.decision !== 'deny') {
      for (const { policy, spent } of byPolicy) spentByPolicy.set(policy.id, addPurchase(spent, asked.cents));
    }
    return { ...verdict, policies, byPolicy };
  };
  return { decide, spentByPolicy };
}

/** Policies with only known rules, cached because versions never change. */
const checkedPolicies = new WeakSet<Policy>();

export function evaluatePolicy(
  policy: Policy,
  asked: PolicyRequest,
  spent: Spent,
  now: Date,
): PolicyDecision['byPolicy'][number] {
  const unknown = checkedPolicies.has(policy) ? null : unknownRule(policy.rules);
  if (unknown !== null) throw unknownRuleFailure(unknown);
  checkedPolicies.add(policy);
  return { policy, spent, findings: evaluateRules(policy.rules, asked, spent, now) };
}

export const bindingPoliciesOf = (
  { policies, groupByKey }: KnownPolicies,
  { accountId, world, keyId }: Spender,
): Policy[] =>
  policies.filter((policy) => {
    if (policy.accountId !== accountId || policy.world !== world) return false;
    if (policy.scope === 'account') return true;
    if (keyId === null) return false;
    return policy.subject === (policy.scope === 'key' ? keyId : groupByKey.get(keyId));
  });

/** A decision for storage, with its input and the versions of its policies. */
export function decisionOf(asked: PolicyRequest, verdict: PolicyDecision, now: Date): NewDecision {
  return {
    order_id: asked.orderId,
    key_id: asked.keyId,
    decision: verdict.decision,
    rule: verdict.decision === 'allow' ? null : (verdict.findings[0]?.rule ?? null),
    inputs: decisionInputsOf(asked, verdict),
    created_at: now,
  };
}

/** Appends the decisions to the account's chain and returns its new end. */
export async function recordDecisions(
  tx: Tx,
  sign: SignLink,
  spender: Spender,
  decided: readonly { asked: PolicyRequest; verdict: PolicyDecision }[],
  now: Date,
): Promise<ChainHead | null> {
  const rows = decided.map(({ asked, verdict }) => decisionOf(asked, verdict, now));
  return rows.length > 0 ? appendDecisions(tx, sign, spender, rows) : null;
}

/** Thresholds that accepted purchases pass for the first time in their period. */
export async function findNewAlerts(
  tx: Tx,
  accepted: readonly { asked: PolicyRequest; verdict: PolicyDecision }[],
  now: Date,
): Promise<PolicyAlert[]> {
  const alerts: PolicyAlert[] = [];
  for (const { asked, verdict } of accepted) {
    for (const alert of verdict.byPolicy.flatMap((judged) => alertsPassedBy(judged, asked.cents))) {
      if (await insertAlert(tx, alert, now)) alerts.push(alert);
    }
  }
  return alerts;
}

export function alertsPassedBy({ policy, spent }: PolicyDecision['byPolicy'][number], cents: number): PolicyAlert[] {
  const { id: policyId, accountId, world } = policy;
  return (policy.rules.windows ?? []).flatMap(({ per, amount_cents: limit }, index) => {
    const before = spent.windows[index];
    if (!before || limit === undefined) return [];
    const used = before.cents + cents;
    const rule = `windows.${per}.amount_cents`;
    const periodStart = before.periodStart.toISOString();
    const percents = passedPercents(limit, before.cents, used);
    return percents.map((percent) => ({ policyId, accountId, world, rule, periodStart, percent, limit, used }));
  });
}
