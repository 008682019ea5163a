import { plusMs, secondMs } from '../../../kit/clock.ts';
import type { Policy, SpentSoFar } from './model.ts';
import type { KnownPolicy } from './sql.ts';
import { type ChainHead, chainName, type Owner } from './sql-chain.ts';

/** How long a count is used again. */
const goodForMs = 60 * secondMs;
const accountsMost = 10_000;

/** What a policy has counted, with what was decided since. Money that was refunded since is missing, so it can only be too strict. */
export interface Totals {
  spent: SpentSoFar;
  countedAt: Date;
}

export type TotalsByPolicy = ReadonlyMap<string, Totals>;

/** Whether totals still count the right periods. Whether an order is the first one can change back, so that is always counted. */
export function isUsable({ spent, countedAt }: Totals, { rules }: Policy, now: Date): boolean {
  if (rules.approve?.first_order === true) return false;
  if (now < countedAt || now >= plusMs(countedAt, goodForMs)) return false;
  return spent.windows.every(({ periodEnd }) => periodEnd === null || now < periodEnd);
}

/** What is known of an account whose chain of decisions ends at `head`: every decision moves the end, every change of a policy or group the epoch. */
export interface KnownAccount {
  policies: readonly KnownPolicy[];
  totals: TotalsByPolicy;
}

/** What this process knows of the accounts that it decided on. */
export interface TotalsCache {
  has(owner: Owner): boolean;
  /** The account as it was, if its chain still ends there; without totals if only others have decided since. The caller has locked the chain. */
  find(owner: Owner, head: ChainHead): KnownAccount | null;
  /** After the commit that moved the chain there. */
  keep(owner: Owner, head: ChainHead, known: KnownAccount): void;
}

export function createTotalsCache(): TotalsCache {
  const cached = new Map<string, KnownAccount & { head: ChainHead }>();
  return {
    has: (owner) => cached.has(chainName(owner)),
    find(owner, head) {
      const known = cached.get(chainName(owner));
      if (known?.head.epoch !== head.epoch) return null;
      return known.head.hash.equals(head.hash) ? known : { policies: known.policies, totals: new Map() };
    },
    keep(owner, head, known) {
      const name = chainName(owner);
      cached.delete(name);
      cached.set(name, { ...known, head });
      const [oldest] = cached.keys();
      if (cached.size > accountsMost && oldest !== undefined) cached.delete(oldest);
    },
  };
}
