import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  claimOrders,
  markManySubmitting,
  type PlacedRow,
  type PlacementRow,
  type SubmittingOrder,
  writeManyPlaced,
} from '../orders/index.ts';

/**
 * The three commits of a plain purchase, each shared by the orders that come to it at the same moment. Every order is checked by its
 * own epoch, and goes on only when its own commit is there. A statement that fails as a whole is tried again for each alone.
 */
export interface PlacementBatches {
  /** Claims an order that needs no account; null: there is something else to look at. */
  claim(id: string, now: Date): Promise<PlacementRow | null>;
  /** True when the button may be pressed. */
  submitting(attempt: SubmittingOrder, now: Date): Promise<boolean>;
  /** False when another worker ended this attempt. */
  placed(row: PlacedRow): Promise<boolean>;
}

const shared = { maxBatch: 50, maxInFlight: 2 };

interface TimedItem<Item> {
  item: Item;
  now: Date;
}

/** What happens together happens at the latest of the moments that it was asked for. */
const latestOf = (asked: readonly TimedItem<unknown>[]): Date =>
  new Date(Math.max(...asked.map(({ now }) => now.getTime())));

function createBatches(database: Database): PlacementBatches {
  const claim = createBatcher<TimedItem<string>, PlacementRow | null>({
    ...shared,
    conflictKey: ({ item }) => item,
    async run(asked) {
      // In the order of their ids, as everything that locks several orders does.
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
    // Two at once would wait for each other at the wallets.
    maxInFlight: 1,
    conflictKey: ({ id }) => id,
    async run(rows) {
      const ours = await writeManyPlaced(database, rows.toSorted(byId));
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
