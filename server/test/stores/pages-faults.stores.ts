import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChromium, findChromium } from '../../src/connectors/browser/chromium.ts';
import { browserFaults, buyAfterFaults, createFaultyChromium } from '../harness/browser-faults.ts';
import { startPagesSessions } from '../harness/pages-shop/connector.ts';
import { requestFor, storeAccount } from '../harness/stores/request.ts';

/** How often each fault is tried. */
const runs = Number(process.env.FAULT_RUNS ?? 10);

describe.skipIf(findChromium() === null)('what happens to browsers', { timeout: 3_600_000 }, () => {
  const browser = createFaultyChromium(createChromium({ path: null, atOnce: 2 }), /\/api\/buy/);
  const account = storeAccount('faults@example.com', 'Long-enough-1');
  let visits: Awaited<ReturnType<typeof startPagesSessions>> | undefined;
  beforeAll(async () => {
    visits = await startPagesSessions(2, browser.chromium);
    visits.shop.register(account.email, await account.password());
  });
  afterAll(() => visits?.stop());

  for (const fault of browserFaults) {
    it(`${fault}: one order each time`, async () => {
      const connector = visits!.connect({ patience_seconds: 60 });
      for (let run = 0; run < runs; run += 1) {
        const request = requestFor([{ productId: 'lamp' }], { account });
        browser.plan(fault);
        const outcomes = await buyAfterFaults(connector, request, visits!.clock);
        expect(browser.hasHappened()).toBe(true);
        expect(['placed', 'found'], outcomes.join(', ')).toContain(outcomes.at(-1));
        const sold = visits!.shop.orders.filter(({ note }) => note === request.reference);
        expect(sold, outcomes.join(', ')).toHaveLength(1);
      }
    });
  }
});
