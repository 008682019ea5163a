import type { Api } from '../../lib/api.ts';
import { formatShortDay } from '../../lib/format.ts';
import { orderStatusWords } from '../../lib/words.ts';

type Options = { signal: AbortSignal };
type Status = keyof typeof orderStatusWords;
export type Counts = Record<Status, number>;

const statuses = Object.keys(orderStatusWords) as Status[];

/** A list tells its total with every page, so the shortest page of each status tells all of them. */
export async function askCounts(api: Api, options: Options): Promise<Counts> {
  const totals = await Promise.all(
    statuses.map(async (status) => {
      const { total } = await api.listOrders({ status_filter: status, limit: 1 }, options);
      return [status, total] as const;
    }),
  );
  return Object.fromEntries(totals) as Counts;
}

export const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const dayMs = 86_400_000;
const windowDays = 30;
/** Enough for most; who moves more money than this in a month sees the latest part. */
const movementsMost = 1000;

/** What it cost: money that left for good, less what came back. */
const costs: Record<string, number> = { capture: 1, fee: 1, refund: -1, refund_fee: -1, credit: -1 };

interface Spending {
  days: { label: string; value: number }[];
  total: number;
  /** Whether every movement of the window was read. */
  isWhole: boolean;
}

export async function askSpending(api: Api, options: Options): Promise<Spending> {
  const today = Math.floor(Date.now() / dayMs);
  const cents = new Array<number>(windowDays).fill(0);
  let read = 0;
  for await (const entry of api.each.listWalletTransactions({ limit: 200 }, options)) {
    const day = windowDays - 1 - (today - Math.floor(new Date(entry.created_at).getTime() / dayMs));
    read += 1;
    if (day < 0 || read > movementsMost) break;
    cents[Math.min(day, windowDays - 1)]! += (costs[entry.type] ?? 0) * entry.amount_cents;
  }
  return {
    days: cents.map((value, day) => ({
      label: formatShortDay(new Date((today - windowDays + 1 + day) * dayMs)),
      value: Math.max(0, value),
    })),
    total: cents.reduce((sum, value) => sum + value, 0),
    isWhole: read <= movementsMost,
  };
}
