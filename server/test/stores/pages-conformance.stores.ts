import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe } from 'vitest';
import { createChromium, findChromium } from '../../src/connectors/browser/chromium.ts';
import { connectorOf } from '../../src/connectors/browser/index.ts';
import { parseRecipe } from '../../src/connectors/browser/load-recipe.ts';
import { connectorConformance } from '../../src/connectors/conformance.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createDial } from '../../src/platform/outgoing/index.ts';
import { type PagesShop, startPagesShop } from '../harness/pages-shop/shop.ts';
import { liveStore, requestFor, storeAccount } from '../harness/stores/request.ts';

const file = new URL('../harness/pages-shop/recipe.json', import.meta.url);

describe.skipIf(findChromium() === null)('a shop of pages', { timeout: 120_000 }, () => {
  const chromium = createChromium({ path: null, atOnce: 3 });
  let shop: PagesShop | undefined;
  beforeAll(async () => {
    shop = await startPagesShop();
  });
  afterAll(async () => {
    await chromium.close();
    await shop?.stop();
  });

  connectorConformance('A shop of pages, bought from by an account', async () => {
    const pages = shop!;
    const account = storeAccount('jane@example.com', 'Long-enough-1');
    pages.register(account.email, await account.password());
    const store = liveStore('browser', pages.url);
    const kind = { chromium, dial: createDial({ allowPrivate: true }), keepFilm: async () => {} };
    const recipe = parseRecipe(readFileSync(file, 'utf8'), 'pages-shop');
    const connector = connectorOf(store, recipe, kind, {
      clock: systemClock,
      logger: createLogger({ level: 'silent' }),
    });
    const wished = [
      { productId: 'lamp' },
      { productId: 'mug', quantity: 2, variant: [{ label: 'Colour', value: 'Sea Blue' }] },
    ];
    const losing = (when: 'before' | 'after') => () => {
      const lossy = requestFor([{ productId: 'lamp' }], { account });
      pages.mood.lose = { note: lossy.reference, when };
      return lossy;
    };
    return {
      connector,
      request: (overrides) => requestFor(wished, { account, ...overrides }),
      missingProduct: { retailer: 'real', productId: 'no-such-thing' },
      search: { retailer: 'real', query: '', nonsense: 'xqzvwplorf' },
      elapse: async () => {},
      lostAnswers: { afterBuying: losing('after'), beforeBuying: losing('before') },
      advance: async (number) => pages.advance(number),
      countSold: async (reference) => pages.orders.filter(({ note }) => note === reference).length,
    };
  });
});
