import { hourMs, plusMs } from '../../../kit/clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type TitledProduct, titleMax, writeTitles } from './sql-titles.ts';

/** What this process wrote down is not written again for so long. Titles are kept for weeks after the last order that had them. */
const cachedTitleMs = 6 * hourMs;
const entriesMax = 10_000;

type SaveTitles = (products: readonly TitledProduct[], now: Date) => Promise<void>;

/**
 * Keeps what the products of an order are called, so that the order is found by it. Most orders have what was ordered a moment ago:
 * those cost nothing. The others share a statement.
 */
function createTitleWriter(database: Database): SaveTitles {
  const known = new Map<string, { title: string; until: Date }>();
  const write = createBatcher<{ products: readonly TitledProduct[]; now: Date }, undefined>({
    maxBatch: 50,
    maxInFlight: 1,
    async run(asked) {
      const now = new Date(Math.max(...asked.map((each) => each.now.getTime())));
      const products = asked.flatMap((each) => each.products);
      await writeTitles(database, products, now);
      return asked.map(() => undefined);
    },
  });

  return async (given, now) => {
    const products = given.map((product) => ({ ...product, title: cleanTitle(product.title) }));
    const changed = products.filter((product) => {
      const before = known.get(nameOf(product));
      return before === undefined || before.title !== product.title || before.until < now;
    });
    if (changed.length === 0) return;
    await write({ products: changed, now });
    if (known.size > entriesMax) known.clear();
    for (const product of changed) {
      // What the cart did not say may be known when the product is looked at later.
      if (product.title !== null)
        known.set(nameOf(product), { title: product.title, until: plusMs(now, cachedTitleMs) });
    }
  };
}

const nameOf = ({ world, retailer, productId }: TitledProduct): string => JSON.stringify([world, retailer, productId]);

// PostgreSQL keeps every character but this one.
const cleanTitle = (title: string | null): string | null =>
  title?.replaceAll('\0', '').trim().slice(0, titleMax) || null;

const writersByDatabase = new WeakMap<Database, SaveTitles>();

export async function saveTitles(database: Database, products: readonly TitledProduct[], now: Date): Promise<void> {
  const keep = writersByDatabase.get(database) ?? createTitleWriter(database);
  writersByDatabase.set(database, keep);
  await keep(products, now);
}
