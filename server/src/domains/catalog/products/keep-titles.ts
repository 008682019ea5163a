import { hourMs, plusMs } from '../../../kit/clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type TitledProduct, titleMost, writeTitles } from './sql-titles.ts';

/** What this process wrote down is not written again for so long. Titles are kept for weeks after the last order that had them. */
const knownMs = 6 * hourMs;
const knownMost = 10_000;

type Keep = (products: readonly TitledProduct[], now: Date) => Promise<void>;

/**
 * Keeps what the products of an order are called, so that the order is found by it. Most orders have what was ordered a moment ago:
 * those cost nothing. The others share a statement.
 */
function createKeep(database: Database): Keep {
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
    const products = given.map((product) => ({ ...product, title: tidy(product.title) }));
    const changed = products.filter((product) => {
      const before = known.get(nameOf(product));
      return before === undefined || before.title !== product.title || before.until < now;
    });
    if (changed.length === 0) return;
    await write({ products: changed, now });
    if (known.size > knownMost) known.clear();
    for (const product of changed) {
      // What the cart did not say may be known when the product is looked at later.
      if (product.title !== null) known.set(nameOf(product), { title: product.title, until: plusMs(now, knownMs) });
    }
  };
}

const nameOf = ({ world, retailer, productId }: TitledProduct): string => JSON.stringify([world, retailer, productId]);

// PostgreSQL keeps every character but this one.
const tidy = (title: string | null): string | null => title?.replaceAll('\0', '').trim().slice(0, titleMost) || null;

const keepByDatabase = new WeakMap<Database, Keep>();

export async function keepTitles(database: Database, products: readonly TitledProduct[], now: Date): Promise<void> {
  const keep = keepByDatabase.get(database) ?? createKeep(database);
  keepByDatabase.set(database, keep);
  await keep(products, now);
}
