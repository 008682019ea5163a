import { afterAll, beforeAll, describe } from 'vitest';
import { startExpressCart } from '../../../tools/stores/expresscart.ts';
import { ensureInstalled } from '../../../tools/stores/install.ts';
import { createChromium, findChromium } from '../../src/connectors/browser/chromium.ts';
import { loadRecipe, ownRecipes } from '../../src/connectors/browser/load-recipe.ts';
import { connectorConformance } from '../conformance/index.ts';
import { runningClock } from '../harness/fake-clock.ts';
import { connectTo } from '../harness/pages-shop/connector.ts';
import { requestFor, storeAccount } from '../harness/stores/request.ts';

describe.skipIf(findChromium() === null)('a real expressCart', { timeout: 600_000 }, () => {
  const chromium = createChromium({ path: process.env.CHROMIUM_PATH ?? null, atOnce: 2 });
  const clock = runningClock();
  const account = storeAccount('buyer@example.com', 'Long-enough-1');
  const lines = [
    { productId: 'hudderton-backpack' },
    { productId: '5-panel-camp-cap', quantity: 2, variant: [{ label: 'colour', value: 'Navy blue' }] },
  ];
  let shop: Awaited<ReturnType<typeof startExpressCart>>;
  beforeAll(async () => {
    shop = await startExpressCart(await ensureInstalled('expresscart', console.log));
    await shop.register(account.email, await account.password());
  }, 900_000);
  afterAll(async () => {
    await chromium.close();
    await shop?.stop();
  });

  connectorConformance('expressCart, bought from by an account', async () => ({
    connector: connectTo(shop.url, loadRecipe('expresscart', [ownRecipes]), { chromium, recordings: [], clock }),
    request: (overrides) => requestFor(lines, { account, ...overrides }),
    missingProduct: { retailer: 'real', productId: 'no-such-thing' },
    search: { retailer: 'real', query: 'backpack', nonsense: 'xqzvwplorf' },
    elapse: async (ms) => clock.advance(ms),
    advance: (number) => shop.advance(number),
    countSold: async (reference) =>
      (await shop.orders()).filter(({ orderComment }) => orderComment === reference).length,
  }));
});
