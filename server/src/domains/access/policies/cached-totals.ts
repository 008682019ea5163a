import { plusMs, secondMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import {
  alertsPassedBy,
  bindingPoliciesOf,
  type DeciderTotals,
  decisionOf,
  evaluatePolicy,
  type PolicyDecision,
  type PolicyRequest,
} from './decide.ts';
import { addPurchase, needsPlaceFacts, needsTitles, type Policy, type SpentSoFar } from './model.ts';
import type { KnownPolicies, Spender } from './sql.ts';
import { type ChainHead, createLink, type LinkRow } from './sql-chain.ts';

/** How long cached totals are used, even if nothing invalidates them. */
const validMs = 60 * secondMs;
const entriesMax = 10_000;

/**
 * An account's spending, counted under a lock when its chain of decisions ended at `head`. While the chain still ends
 * there, no other decision or policy change happened, so the totals can only have gone down. What they allow is
 * allowed; anything else is counted again.
 */
export interface CachedTotals {
  accountId: string;
  world: World;
  known: KnownPolicies;
  /** Keys whose groups are known, in a group or not. */
  keyIds: Set<string>;
  spentByPolicy: Map<string, SpentSoFar>;
  /** The end of the chain when counting began, and with the decisions since. */
  headBefore: ChainHead;
  head: ChainHead;
  countedAt: Date;
}

/** What a decider counted for an account, once its decisions are in the chain; null without decisions. */
export function cachedTotalsAfter(
  { known, spentByPolicy, headBefore }: DeciderTotals,
  spenders: readonly Spender[],
  head: ChainHead,
  countedAt: Date,
): CachedTotals | null {
  const [spender] = spenders;
  const before = spender && headBefore(spender);
  if (!before) return null;
  const { accountId, world } = spender;
  const policies = known.policies.filter((policy) => policy.accountId === accountId && policy.world === world);
  const own = policies.flatMap(({ id }) => {
    const spent = spentByPolicy.get(id);
    return spent ? [[id, spent] as const] : [];
  });
  return {
    accountId,
    world,
    known: { ...known, policies },
    keyIds: new Set(spenders.flatMap(({ keyId }) => (keyId === null ? [] : [keyId]))),
    spentByPolicy: new Map(own),
    headBefore: before,
    head,
    countedAt,
  };
}

/** Policies that depend only on the order and the totals. */
const needsOnlyTotals = ({ rules }: Policy): boolean =>
  !needsPlaceFacts(rules) && !needsTitles(rules) && rules.approve?.first_order !== true;

function isFresh({ spentByPolicy, countedAt }: CachedTotals, now: Date): boolean {
  if (now < countedAt || now >= plusMs(countedAt, validMs)) return false;
  return [...spentByPolicy.values()].every(({ windows }) =>
    windows.every(({ periodEnd }) => periodEnd === null || now < periodEnd),
  );
}

/**
 * Allows a purchase and updates the cached totals, with the next link of the chain, dated by the order. Null if it
 * needs the full decision: a person is asked, a rule denies, a threshold is passed, or something is not cached.
 */
export function allowFromCache(
  sign: SignLink,
  totals: CachedTotals,
  asked: PolicyRequest,
  now: Date,
  orderedAt: Date,
): LinkRow | null {
  const { accountId, world, known, spentByPolicy } = totals;
  const { keyId } = asked;
  if (keyId === null || !totals.keyIds.has(keyId) || !isFresh(totals, now)) return null;
  const byPolicy: PolicyDecision['byPolicy'] = [];
  const policies = bindingPoliciesOf(known, { accountId, world, keyId });
  for (const policy of policies) {
    const soFar = spentByPolicy.get(policy.id);
    if (!soFar || !needsOnlyTotals(policy)) return null;
    byPolicy.push(evaluatePolicy(policy, asked, { ...soFar, isNewRetailer: false, isNewAddress: false }, now));
  }
  const findings = byPolicy.flatMap((judged) => judged.findings);
  if (findings.some(({ decision }) => decision !== 'allow')) return null;
  if (byPolicy.some((judged) => alertsPassedBy(judged, asked.cents).length > 0)) return null;
  for (const { policy, spent } of byPolicy) spentByPolicy.set(policy.id, addPurchase(spent, asked.cents));
  const verdict = { decision: 'allow' as const, findings, policies, byPolicy };
  const link = createLink(sign, totals.head, totals, decisionOf(asked, verdict, orderedAt));
  totals.head = { ...totals.head, length: link.position, hash: link.hash };
  return link;
}

export interface CachedTotalsStore {
  find(spender: Pick<Spender, 'accountId' | 'world'>): CachedTotals | null;
  /** Call after the commit of its head. */
  keep(totals: CachedTotals): void;
  /** Call if the decision was not written. */
  forget(spender: Pick<Spender, 'accountId' | 'world'>): void;
}

export function createCachedTotals(): CachedTotalsStore {
  const kept = new Map<string, CachedTotals>();
  const nameOf = ({ accountId, world }: Pick<Spender, 'accountId' | 'world'>) => `${accountId} ${world}`;
  return {
    find: (spender) => kept.get(nameOf(spender)) ?? null,
    keep(totals) {
      const name = nameOf(totals);
      const before = kept.get(name);
      kept.delete(name);
      kept.set(name, before ? mergeTotals(totals, before) : totals);
      const [oldest] = kept.keys();
      if (kept.size > entriesMax && oldest !== undefined) kept.delete(oldest);
    },
    forget: (spender) => void kept.delete(nameOf(spender)),
  };
}

/** Known groups of keys are valid until a change; totals of other policies, until a decision. */
function mergeTotals(totals: CachedTotals, before: CachedTotals): CachedTotals {
  if (before.head.epoch !== totals.head.epoch) return totals;
  const isNext = before.head.hash.equals(totals.headBefore.hash) && isFresh(before, totals.countedAt);
  return {
    ...totals,
    known: { ...totals.known, groupByKey: new Map([...before.known.groupByKey, ...totals.known.groupByKey]) },
    keyIds: new Set([...before.keyIds, ...totals.keyIds]),
    spentByPolicy: isNext ? new Map([...before.spentByPolicy, ...totals.spentByPolicy]) : totals.spentByPolicy,
    countedAt: isNext ? before.countedAt : totals.countedAt,
  };
}
