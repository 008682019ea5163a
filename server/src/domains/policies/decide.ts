import { canonicalJson } from '../../kit/canonical-json.ts';
import type { World } from '../../kit/world.ts';
import type { Executor, Tx } from '../../platform/database/index.ts';
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
  findBinding,
  findPlaceFacts,
  insertAlert,
  lockBinding,
  type Place,
  type PlaceFacts,
  policyOf,
  spentUnder,
} from './store.ts';
import { appendDecisions, type NewDecision } from './store-chain.ts';

/** A purchase and who wants to make it. */
export interface Asked extends ProposedPurchase {
  orderId: string;
  keyId: string | null;
  place: Place;
}

export interface Spender {
  accountId: string;
  world: World;
  keyId: string | null;
}

export interface PolicyAlert {
  policyId: string;
  accountId: string;
  world: World;
  rule: string;
  percent: number;
  limit: number;
  used: number;
}

export interface Decided extends Verdict {
  /** The policies that were asked, in a stable order. */
  policies: Policy[];
  /** Findings with the policy that made each. */
  byPolicy: { policy: Policy; findings: Finding[]; spent: Spent }[];
}

interface Standing {
  policy: Policy;
  spent: SpentSoFar;
}

async function standingsOf(executor: Executor, policies: Policy[], now: Date): Promise<Standing[]> {
  const standings: Standing[] = [];
  for (const policy of policies) standings.push({ policy, spent: await spentUnder(executor, policy, now) });
  return standings;
}

function judge(standings: readonly Standing[], asked: Asked, facts: PlaceFacts, now: Date): Decided {
  const byPolicy = standings.map(({ policy, spent: soFar }) => {
    const spent = { ...soFar, ...facts };
    return { policy, spent, findings: examine(policy.rules, asked, spent, now) };
  });
  const policies = standings.map(({ policy }) => policy);
  return { ...verdictOf(byPolicy.flatMap(({ findings }) => findings)), policies, byPolicy };
}

/** Nothing is looked up for policies that do not ask for it; one place is looked up once. */
function placeLookup(executor: Executor, spender: Spender, policies: readonly Policy[]) {
  const factsByPlace = new Map<string, PlaceFacts>();
  const isAsked = policies.some(({ rules }) => asksForPlace(rules));
  return async (place: Place): Promise<PlaceFacts> => {
    if (!isAsked) return { isNewRetailer: false, isNewAddress: false };
    const name = JSON.stringify(place);
    const facts = factsByPlace.get(name) ?? (await findPlaceFacts(executor, spender, place));
    factsByPlace.set(name, facts);
    return facts;
  };
}

/** What would be decided now. Looks only. */
export async function foresee(
  executor: Executor,
  spender: Spender,
  asked: readonly Asked[],
  now: Date,
): Promise<Decided[]> {
  const policies = (await findBinding(executor, spender)).map(policyOf);
  return judgeAll(executor, spender, policies, asked, now);
}

/**
 * Decides on purchases in the transaction that makes them. The policies stay locked until it ends, so of two that race for the
 * last of a limit one sees the other.
 */
export async function decideAll(tx: Tx, spender: Spender, asked: readonly Asked[], now: Date): Promise<Decided[]> {
  const policies = (await lockBinding(tx, spender)).map(policyOf);
  return judgeAll(tx, spender, policies, asked, now);
}

/** Each purchase counts for those after it. */
async function judgeAll(
  executor: Executor,
  spender: Spender,
  policies: Policy[],
  purchases: readonly Asked[],
  now: Date,
): Promise<Decided[]> {
  const factsOf = placeLookup(executor, spender, policies);
  let standings = await standingsOf(executor, policies, now);
  const decided: Decided[] = [];
  for (const asked of purchases) {
    const verdict = judge(standings, asked, await factsOf(asked.place), now);
    decided.push(verdict);
    if (verdict.decision === 'deny') continue;
    standings = standings.map(({ policy, spent }) => ({ policy, spent: withPurchase(spent, asked.cents) }));
  }
  return decided;
}

/** Keeps the decisions, whatever they are, in the account's chain. */
export async function recordDecisions(
  tx: Tx,
  spender: Spender,
  decided: readonly { asked: Asked; verdict: Decided }[],
  now: Date,
): Promise<void> {
  const rows = decided.map(({ asked, verdict }): NewDecision => {
    const { orderId, keyId, place: _place, titles, ...inputs } = asked;
    const policies = verdict.policies.map(({ id, scope, subject, version }) => ({ id, scope, subject, version }));
    const findings = verdict.findings.map(({ rule, decision, limit, used, left }) => ({
      rule,
      decision,
      limit,
      used,
      left,
    }));
    return {
      order_id: orderId,
      key_id: keyId,
      decision: verdict.decision,
      rule: verdict.decision === 'allow' ? null : (verdict.findings[0]?.rule ?? null),
      inputs: canonicalJson({ ...inputs, titles: titles ?? null, policies, findings }),
      created_at: now,
    };
  });
  if (rows.length > 0) await appendDecisions(tx, spender, rows);
}

/** The thresholds that accepted purchases pass for the first time in their period. */
export async function newAlerts(
  tx: Tx,
  accepted: readonly { asked: Asked; verdict: Decided }[],
  now: Date,
): Promise<PolicyAlert[]> {
  const alerts: PolicyAlert[] = [];
  for (const { asked, verdict } of accepted) {
    for (const { policy, spent } of verdict.byPolicy) {
      for (const [index, window] of (policy.rules.windows ?? []).entries()) {
        const before = spent.windows[index];
        if (!before || window.amount_cents === undefined) continue;
        const used = before.cents + asked.cents;
        for (const percent of passedPercents(window.amount_cents, before.cents, used)) {
          const rule = `windows.${window.per}.amount_cents`;
          const isNew = await insertAlert(tx, {
            policyId: policy.id,
            rule,
            periodStart: before.periodStart,
            percent,
            now,
          });
          const { accountId, world } = policy;
          if (isNew)
            alerts.push({ policyId: policy.id, accountId, world, rule, percent, limit: window.amount_cents, used });
        }
      }
    }
  }
  return alerts;
}
