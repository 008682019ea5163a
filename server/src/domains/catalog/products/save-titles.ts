import { hourMs, plusMs } from '../../../kit/clock.ts';
import { cutText } from '../../../kit/storable-text.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type TitledProduct, titleMax, writeTitles } from './sql-titles.ts';

/** How long this process skips titles that it has already written. */
const cachedTitleMs = 6 * hourMs;
const entriesMax = 10_000;

type SaveTitles = (products: readonly TitledProduct[], now: Date) => Promise<void>;

/** Stores product titles, so orders can be searched by them. Recently stored titles are skipped, others are batched. */
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
      // A title that the cart lacks may become known later.
      if (product.title !== null)
        known.set(nameOf(product), { title: product.title, until: plusMs(now, cachedTitleMs) });
    }
  };
}

const nameOf = ({ world, retailer, productId }: TitledProduct): string => JSON.stringify([world, retailer, productId]);

const cleanTitle = (title: string | null): string | null =>
  (title && cutText(title.replaceAll('\0', '').trim(), titleMax)) || null;

const writersByDatabase = new WeakMap<Database, SaveTitles>();

export async function saveTitles(database: Database, products: readonly TitledProduct[], now: Date): Promise<void> {
  const keep = writersByDatabase.get(database) ?? createTitleWriter(database);
  writersByDatabase.set(database, keep);
  await keep(products, now);
}
