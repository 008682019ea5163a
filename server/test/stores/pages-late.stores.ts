import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { minuteMs } from '../../src/kit/clock.ts';
import { buyAfterFaults } from '../harness/browser-faults.ts';
import { startPagesSessions } from '../harness/pages-shop/connector.ts';
import { authors, recipeBy } from '../harness/pages-shop/late-sales.ts';
import { requestFor, storeAccount } from '../harness/stores/request.ts';

/** Each way of a shop with each way of writing a recipe; `late_seconds` takes turns. */
const cases = [1, 5, 20]
  .flatMap((minutes) =>
    authors.flatMap((author) =>
      (['all', 'number', 'nothing'] as const).flatMap((shows) =>
        [true, false].map((keepsCart) => ({ minutes, author, shows, keepsCart })),
      ),
    ),
  )
  .map((given, index) => ({ ...given, late: [0, undefined, 60][(index + given.minutes) % 3] }));

describe.skipIf(findChromium() === null)('sales that a pages-only store records late', { timeout: 300_000 }, () => {
  let visits: Awaited<ReturnType<typeof startPagesSessions>>;
  beforeAll(async () => {
    visits = await startPagesSessions(2);
  });
  afterAll(() => visits?.stop());

  it.each(cases)(
    '$minutes min, recipe: $author, late_seconds $late, shows $shows, cart kept: $keepsCart',
    async ({ minutes, author, late, shows, keepsCart }) => {
      const { shop, clock } = visits;
      const account = storeAccount(
        `${minutes}-${author}-${late}-${shows}-${keepsCart}@example.com`.replaceAll(' ', '-'),
        'x',
      );
      shop.register(account.email, await account.password());
      shop.mood.late = { ms: minutes * minuteMs, shows, keepsCart };
      const connector = visits.connectWith({ ...recipeBy(author, late), patience_seconds: 60 });
      const outcomes = await buyAfterFaults(
        connector,
        requestFor([{ productId: 'lamp' }], { account }),
        clock,
        [0, 12, 40],
      );
      expect(['found', 'operator'], outcomes.join(', ')).toContain(outcomes.at(-1));
      clock.advance(60 * minuteMs);
      expect(shop.sales().filter(({ email }) => email === account.email)).toHaveLength(1);
    },
  );
});
