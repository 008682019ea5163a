import { recordOf } from '../../../kit/known-keys.ts';
import type { World } from '../../../kit/world.ts';

/** How the audit log names a person who works on the database itself. */
export const commandLine = 'command line';

export type Subject =
  | 'order'
  | 'return'
  | 'case'
  | 'retailer'
  | 'wallet'
  | 'key'
  | 'managed_account'
  | 'secrets'
  | 'database'
  | 'charge'
  | 'store'
  | 'operator'
  | 'job'
  | 'incident'
  | 'alert'
  | 'policy'
  | 'customer';

/** One thing that an operator did: what it was about, how it stood before and how it stands now. */
export interface Action {
  /** The operator's address, or `commandLine`. */
  operator: string;
  name: string;
  subject: { type: Subject; id: string };
  /** Absent where there was nothing before. Never a secret. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  note?: string | null;
}

export interface StatusCount {
  world: World;
  retailer: string;
  status: string;
  count: number;
}

/** How many orders of each world stand how, for every status, also those that no order has. */
export function sumByWorld<Status extends string>(
  counts: readonly StatusCount[],
  statuses: readonly Status[],
): Record<World, Record<Status, number>> {
  const ofWorld = (world: World) =>
    recordOf(statuses, (status) =>
      counts.filter((row) => row.world === world && row.status === status).reduce((sum, row) => sum + row.count, 0),
    );
  return { test: ofWorld('test'), live: ofWorld('live') };
}

/** What became of the orders of one retailer: bought, failed, or still under way. */
export function outcomesOf(counts: readonly StatusCount[], world: World, retailer: string) {
  const outcomes = { placed: 0, failed: 0, under_way: 0 };
  for (const { status, count, ...row } of counts) {
    if (row.world !== world || row.retailer !== retailer) continue;
    if (status === 'order_placed' || status === 'cancelled_by_retailer') outcomes.placed += count;
    else if (status === 'order_failed') outcomes.failed += count;
    else if (status !== 'cancelled') outcomes.under_way += count;
  }
  return outcomes;
}
