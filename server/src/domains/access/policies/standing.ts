import { plusMs, secondMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import { type Asked, bindingOf, type Counted, type Decided, decisionOf, judge, passedBy } from './decide.ts';
import { asksForPlace, asksForTitles, type Policy, type SpentSoFar, withPurchase } from './model.ts';
import type { KnownPolicies, Spender } from './sql.ts';
import { type ChainHead, type LinkRow, linkTo } from './sql-chain.ts';

/** So long what was counted is relied on, even if nothing else ends it. */
const goodForMs = 60 * secondMs;
const keptMost = 10_000;

/**
 * What one account has spent, as counted under a lock when its chain of decisions stood at `head`. While the chain still stands
 * there, nobody has decided anything else since and no policy was changed: money can only have come back. So what this
 * allows is allowed, and whatever it does not allow is counted anew.
 */
export interface Standing {
  accountId: string;
  world: World;
  known: KnownPolicies;
  /** The keys whose groups are known, in a group or not. */
  keyIds: Set<string>;
  spentByPolicy: Map<string, SpentSoFar>;
  /** Where the chain stood when counting began, and where it stands with what was decided since. */
  headBefore: ChainHead;
  head: ChainHead;
  countedAt: Date;
}

/** What a decider counted of one account, once what it decided is in the chain; null when it decided nothing about it. */
export function standingAfter(
  { known, spentByPolicy, headBefore }: Counted,
  spenders: readonly Spender[],
  head: ChainHead,
  countedAt: Date,
): Standing | null {
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

/** Policies that look at nothing but the order itself and the sums. */
const isPlain = ({ rules }: Policy): boolean =>
  !asksForPlace(rules) && !asksForTitles(rules) && rules.approve?.first_order !== true;

function isFresh({ spentByPolicy, countedAt }: Standing, now: Date): boolean {
  if (now < countedAt || now >= plusMs(countedAt, goodForMs)) return false;
  return [...spentByPolicy.values()].every(({ windows }) =>
    windows.every(({ periodEnd }) => periodEnd === null || now < periodEnd),
  );
}

/**
 * Allows a purchase and moves the standing on, with the link that its chain gets, which is of the time of the order; null: it has to be looked at properly, because
 * a person is asked, a rule denies, a threshold is passed, or something is not known here.
 */
export function allowFrom(
  sign: SignLink,
  standing: Standing,
  asked: Asked,
  now: Date,
  orderedAt: Date,
): LinkRow | null {
  const { accountId, world, known, spentByPolicy } = standing;
  const { keyId } = asked;
  if (keyId === null || !standing.keyIds.has(keyId) || !isFresh(standing, now)) return null;
  const byPolicy: Decided['byPolicy'] = [];
  const policies = bindingOf(known, { accountId, world, keyId });
  for (const policy of policies) {
    const soFar = spentByPolicy.get(policy.id);
    if (!soFar || !isPlain(policy)) return null;
    byPolicy.push(judge(policy, asked, { ...soFar, isNewRetailer: false, isNewAddress: false }, now));
  }
  const findings = byPolicy.flatMap((judged) => judged.findings);
  if (findings.some(({ decision }) => decision !== 'allow')) return null;
  if (byPolicy.some((judged) => passedBy(judged, asked.cents).length > 0)) return null;
  for (const { policy, spent } of byPolicy) spentByPolicy.set(policy.id, withPurchase(spent, asked.cents));
  const verdict = { decision: 'allow' as const, findings, policies, byPolicy };
  const link = linkTo(sign, standing.head, standing, decisionOf(asked, verdict, orderedAt));
  standing.head = { ...standing.head, length: link.position, hash: link.hash };
  return link;
}

export interface Standings {
  find(spender: Pick<Spender, 'accountId' | 'world'>): Standing | null;
  /** After the commit that its head is of. */
  keep(standing: Standing): void;
  /** What was decided on it was not written. */
  forget(spender: Pick<Spender, 'accountId' | 'world'>): void;
}

export function createStandings(): Standings {
  const kept = new Map<string, Standing>();
  const nameOf = ({ accountId, world }: Pick<Spender, 'accountId' | 'world'>) => `${accountId} ${world}`;
  return {
    find: (spender) => kept.get(nameOf(spender)) ?? null,
    keep(standing) {
      const name = nameOf(standing);
      const before = kept.get(name);
      kept.delete(name);
      kept.set(name, before ? joined(standing, before) : standing);
      const [oldest] = kept.keys();
      if (kept.size > keptMost && oldest !== undefined) kept.delete(oldest);
    },
    forget: (spender) => void kept.delete(nameOf(spender)),
  };
}

/** The groups of keys that were learnt before hold until something is changed; other policies' sums, until something was decided. */
function joined(standing: Standing, before: Standing): Standing {
  if (before.head.epoch !== standing.head.epoch) return standing;
  const isNext = before.head.hash.equals(standing.headBefore.hash) && isFresh(before, standing.countedAt);
  return {
    ...standing,
    known: { ...standing.known, groupByKey: new Map([...before.known.groupByKey, ...standing.known.groupByKey]) },
    keyIds: new Set([...before.keyIds, ...standing.keyIds]),
    spentByPolicy: isNext ? new Map([...before.spentByPolicy, ...standing.spentByPolicy]) : standing.spentByPolicy,
    countedAt: isNext ? before.countedAt : standing.countedAt,
  };
}
