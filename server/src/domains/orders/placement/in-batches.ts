import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  claimOrders,
  markManySubmitting,
  type PlacedRow,
  type PlacementRow,
  type SubmittingOrder,
  writePlaced,
} from '../orders/index.ts';

/**
 * The three commits of a purchase, shared by orders that reach them at the same time. Each order is checked by its own epoch and
 * continues only after its own commit. A failed statement is retried for each order alone.
 */
export interface PlacementBatches {
  /** Claims an order that needs no account; null: something else must be checked first. */
  claim(id: string, now: Date): Promise<PlacementRow | null>;
  /** True if the button may be pressed. */
  submitting(attempt: SubmittingOrder, now: Date): Promise<boolean>;
  /** False if another worker ended this attempt. */
  placed(row: PlacedRow): Promise<boolean>;
}

const shared = { maxBatch: 50, maxInFlight: 2 };

interface TimedItem<Item> {
  item: Item;
  now: Date;
}

/** A shared statement uses the latest of the given times. */
const latestOf = (asked: readonly TimedItem<unknown>[]): Date =>
  new Date(Math.max(...asked.map(({ now }) => now.getTime())));

function createBatches(database: Database): PlacementBatches {
  const claim = createBatcher<TimedItem<string>, PlacementRow | null>({
    ...shared,
    conflictKey: ({ item }) => item,
    async run(asked) {
      // Sorted, as everywhere that locks several orders.
      const ids = asked.map(({ item }) => item).sort();
      const rows = await claimOrders(database, ids, latestOf(asked));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return asked.map(({ item }) => byId.get(item) ?? null);
    },
  });
  const submitting = createBatcher<TimedItem<SubmittingOrder>, boolean>({
    ...shared,
    conflictKey: ({ item }) => item.id,
    async run(asked) {
      const attempts = asked.map(({ item }) => item).sort(byId);
      const ours = await markManySubmitting(database, attempts, latestOf(asked));
      return asked.map(({ item }) => ours.has(item.id));
    },
  });
  const placed = createBatcher<PlacedRow, boolean>({
    ...shared,
    // Two at once would block each other at the wallets.
    maxInFlight: 1,
    conflictKey: ({ id }) => id,
    async run(rows) {
      const ours = await writePlaced(database, rows.toSorted(byId));
      return rows.map(({ id }) => ours.has(id));
    },
  });
  return {
    claim: (id, now) => claim({ item: id, now }),
    submitting: (attempt, now) => submitting({ item: attempt, now }),
    placed,
  };
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

const batchesByDatabase = new WeakMap<Database, PlacementBatches>();

export function batchesOf(database: Database): PlacementBatches {
  const batches = batchesByDatabase.get(database) ?? createBatches(database);
  batchesByDatabase.set(database, batches);
  return batches;
}
