import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { connectorConformance } from '../../src/connectors/conformance.ts';
import { cups, type EverShopVisits, password, startEverShopVisits } from '../harness/stores/evershop-drill.ts';
import { requestFor, storeAccount } from '../harness/stores/request.ts';

const call = () => ({ signal: AbortSignal.timeout(280_000) });

describe.skipIf(findChromium() === null)(
  'a real EverShop, of which only the pages are used',
  { timeout: 600_000 },
  () => {
    let visits: EverShopVisits;
    beforeAll(async () => {
      visits = await startEverShopVisits();
    }, 900_000);
    afterAll(() => visits?.stop());
    const connect = (more: { late_seconds?: number } = { late_seconds: 1 }) => visits.connect(more);

    connectorConformance('EverShop, bought from by an account', async () => {
      return {
        connector: connect({ late_seconds: 0 }),
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
        elapse: async () => {},
        advance: (number) => visits.admin.advance(number),
        countSold: visits.soldUnder,
        tellsWithoutHandle: false,
      };
    });

    it('refuses with a name: wrong password, an account that may not, sold out, no such variant, another country', async () => {
      const connector = connect();
      const before = (await visits.admin.orders()).length;
      const wrong = storeAccount(visits.account.email, 'Not-the-password-1');
      const prepare = (request: ReturnType<typeof requestFor>) => connector.prepare!(request, call());
      expect(await prepare(requestFor(cups(), { account: wrong }))).toMatchObject({ reason: 'login_failed' });
      const purple = [{ productId: 'ceramic-coffee-cup-white', variant: [{ label: 'Color', value: 'Purple' }] }];
      expect(await prepare(requestFor(purple, { account: visits.account }))).toMatchObject({
        reason: 'product_variant_unavailable',
      });
      await visits.admin.setStock('BOWL-003-WHT', 0);
      const bowl = [{ productId: 'ceramic-candy-bowl-white', variant: [{ label: 'Color', value: 'White' }] }];
      expect(await prepare(requestFor(bowl, { account: visits.account }))).toMatchObject({
        reason: 'product_out_of_stock',
      });
      const request = requestFor(cups(), { account: visits.account });
      const abroad = { ...request, shippingAddress: { ...request.shippingAddress, country: 'IS', state: null } };
      expect(await prepare(abroad)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^shipping_/) });
      const barred = storeAccount('barred@example.com', password);
      await visits.admin.copyBarred(barred.email, visits.account.email);
      expect(await prepare(requestFor(cups(), { account: barred }))).toMatchObject({ reason: 'login_failed' });
      expect(await visits.admin.orders()).toHaveLength(before);
    });

    it('buys nothing when the price moved between the quote and the button', async () => {
      const connector = connect();
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
      expect(outcome).toMatchObject({ kind: 'blocked', message: expect.stringContaining('total moved') });
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
