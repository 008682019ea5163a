import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { connectorConformance } from '../conformance/index.ts';
import { cups, type EverShopSessions, startEverShopSessions } from '../harness/stores/evershop-drill.ts';
import { requestFor } from '../harness/stores/request.ts';

const call = () => ({ signal: AbortSignal.timeout(280_000) });

describe.skipIf(findChromium() === null)(
  'a real EverShop, of which only the pages are used',
  { timeout: 600_000 },
  () => {
    let visits: EverShopSessions;
    beforeAll(async () => {
      visits = await startEverShopSessions();
    }, 900_000);
    afterAll(() => visits?.stop());

    connectorConformance('EverShop, bought from by an account', async () => {
      return {
        connector: visits.connect(),
        request: (overrides) =>
          requestFor(
            [...cups(), { productId: 'desk-pen-holder-yellow', variant: [{ label: 'Color', value: 'Yellow' }] }],
            {
              account: visits.account,
              ...overrides,
            },
          ),
        missingProduct: { retailer: 'real', productId: 'no-such-thing' },
        search: { retailer: 'real', query: 'cup', nonsense: 'xqzvwplorf' },
        elapse: async (ms) => visits.clock.advance(ms),
        advance: (number) => visits.admin.advance(number),
        countSold: visits.soldUnder,
      };
    });

    it('buys nothing when the price moved between the quote and the button', async () => {
      const connector = visits.connect();
      const request = requestFor(cups(), { account: visits.account });
      const prepared = await connector.prepare!(request, call());
      if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
      const { price } = prepared.checkout;
      const dearer = JSON.parse(prepared.checkout.handle);
      dearer.price.total = price.total - 100;
      const outcome = await connector.submit!(
        { ...prepared.checkout, handle: JSON.stringify(dearer) },
        request,
        call(),
      );
      expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('total changed') });
      expect(await visits.soldUnder(request.reference)).toBe(0);
      await visits.admin.setPrice('CUP-001-BLK', 16);
      const later = await connector.prepare!(
        requestFor(cups(), { account: visits.account, maxPrice: price.total }),
        call(),
      );
      expect(later, JSON.stringify(later)).toMatchObject({ kind: 'refused', reason: 'max_price_exceeded' });
      await visits.admin.setPrice('CUP-001-BLK', 15);
    });
  },
);
