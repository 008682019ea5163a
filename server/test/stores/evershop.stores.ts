import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EverShopInstance, startEverShop } from '../../../tools/stores/evershop.ts';
import { type EverShopAdmin, openEverShopAdmin } from '../../../tools/stores/evershop-admin.ts';
import { ensureInstalled } from '../../../tools/stores/install.ts';
import { createChromium, findChromium } from '../../src/connectors/browser/chromium.ts';
import { connectorOf } from '../../src/connectors/browser/index.ts';
import { ownRecipes, parseRecipe } from '../../src/connectors/browser/load-recipe.ts';
import { connectorConformance } from '../../src/connectors/conformance.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createDial } from '../../src/platform/outgoing/index.ts';
import { browserFaults, buyAtLast, createFaultyChromium, settle } from '../harness/browser-faults.ts';
import { liveStore, requestFor, storeAccount } from '../harness/stores/request.ts';

/** How often each fault is tried. */
const runs = Number(process.env.FAULT_RUNS ?? 10);
const password = 'Long-enough-1';
const black = [{ label: 'Color', value: 'Black' }];
const cups = (quantity = 2) => [{ productId: 'ceramic-coffee-cup-white', quantity, variant: black }];
const call = () => ({ signal: AbortSignal.timeout(280_000) });

describe.skipIf(findChromium() === null)(
  'a real EverShop, of which only the pages are used',
  { timeout: 600_000 },
  () => {
    const browser = createFaultyChromium(createChromium({ path: null, atOnce: 2 }), /\/api\/(carts|cart)\/.*checkout/);
    let shop: EverShopInstance | undefined;
    let admin: EverShopAdmin | undefined;
    beforeAll(async () => {
      shop = await startEverShop(await ensureInstalled('evershop', console.log));
      admin = await openEverShopAdmin(shop);
      await admin.register({ email: 'buyer@example.com', password });
    }, 900_000);
    afterAll(async () => {
      await browser.chromium.close();
      await admin?.close();
      await shop?.stop();
    });

    const connect = (more: { late_seconds?: number } = {}) => {
      const recipe = parseRecipe(readFileSync(`${ownRecipes}/evershop.json`, 'utf8'), 'evershop');
      const store = liveStore('browser', shop!.url, { payment: 'cod' });
      const kind = { chromium: browser.chromium, dial: createDial({ allowPrivate: true }), keepFilm: async () => {} };
      const needs = { clock: systemClock, logger: createLogger({ level: 'silent' }) };
      return connectorOf(store, { ...recipe, patience_seconds: 60, late_seconds: 1, ...more }, kind, needs);
    };
    // One account for everything: the shop allows few log-ins, and a session is kept.
    const account = storeAccount('buyer@example.com', password);
    const soldUnder = async (reference: string) =>
      (await admin!.orders()).filter(({ note }) => note?.includes(reference)).length;

    connectorConformance('EverShop, bought from by an account', async () => {
      return {
        connector: connect({ late_seconds: 0 }),
        request: (overrides) =>
          requestFor(
            [...cups(), { productId: 'desk-pen-holder-yellow', variant: [{ label: 'Color', value: 'Yellow' }] }],
            {
              account,
              ...overrides,
            },
          ),
        missingProduct: { retailer: 'real', productId: 'no-such-thing' },
        search: { retailer: 'real', query: 'cup', nonsense: 'xqzvwplorf' },
        elapse: async () => {},
        advance: (number) => admin!.advance(number),
        countSold: soldUnder,
        tellsWithoutHandle: false,
      };
    });

    it('refuses with a name: wrong password, an account that may not, sold out, no such variant, another country', async () => {
      const connector = connect();
      const before = (await admin!.orders()).length;
      const wrong = storeAccount(account.email, 'Not-the-password-1');
      const prepare = (request: ReturnType<typeof requestFor>) => connector.prepare!(request, call());
      expect(await prepare(requestFor(cups(), { account: wrong }))).toMatchObject({ reason: 'login_failed' });
      const purple = [{ productId: 'ceramic-coffee-cup-white', variant: [{ label: 'Color', value: 'Purple' }] }];
      expect(await prepare(requestFor(purple, { account }))).toMatchObject({ reason: 'product_variant_unavailable' });
      await admin!.setStock('BOWL-003-WHT', 0);
      const bowl = [{ productId: 'ceramic-candy-bowl-white', variant: [{ label: 'Color', value: 'White' }] }];
      expect(await prepare(requestFor(bowl, { account }))).toMatchObject({ reason: 'product_out_of_stock' });
      const request = requestFor(cups(), { account });
      const abroad = { ...request, shippingAddress: { ...request.shippingAddress, country: 'IS', state: null } };
      expect(await prepare(abroad)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^shipping_/) });
      const barred = storeAccount('barred@example.com', password);
      await admin!.copyBarred(barred.email, account.email);
      expect(await prepare(requestFor(cups(), { account: barred }))).toMatchObject({ reason: 'login_failed' });
      expect(await admin!.orders()).toHaveLength(before);
    });

    it('buys nothing when the price moved between the quote and the button', async () => {
      const connector = connect();
      const request = requestFor(cups(), { account });
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
      expect(await soldUnder(request.reference)).toBe(0);
      await admin!.setPrice('CUP-001-BLK', 16);
      const later = await connector.prepare!(requestFor(cups(), { account, maxPrice: price.total }), call());
      expect(later, JSON.stringify(later)).toMatchObject({ kind: 'refused', reason: 'max_price_exceeded' });
      await admin!.setPrice('CUP-001-BLK', 15);
    });

    it('buys what was ordered although something was left in the cart', async () => {
      const connector = connect();
      const earlier = requestFor(cups(2), { account });
      expect(await connector.prepare!(earlier, call())).toMatchObject({ kind: 'ready' });
      expect(await admin!.cartOf(account.email)).toEqual([{ sku: 'CUP-001-BLK', quantity: 2 }]);
      const request = requestFor(cups(2), { account });
      expect((await buyAtLast(connector, request)).at(-1)).toBe('placed');
      const sold = (await admin!.orders()).find(({ note }) => note?.includes(request.reference));
      expect(sold?.items).toEqual([{ sku: 'CUP-001-BLK', quantity: 2 }]);
    });

    it('logs in again when the session ends in the middle', async () => {
      const connector = connect();
      const request = requestFor(cups(), { account });
      const prepared = await connector.prepare!(request, call());
      if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
      await admin!.forgetSessions();
      const outcome = await connector.submit!(prepared.checkout, request, call());
      expect(['blocked', 'unknown', 'placed']).toContain(outcome.kind);
      const isSold =
        outcome.kind === 'placed' ||
        (outcome.kind === 'unknown' && (await settle(connector, request, prepared.checkout)) === 'found');
      if (!isSold) expect(['placed', 'found']).toContain((await buyAtLast(connector, request)).at(-1));
      expect(await soldUnder(request.reference)).toBe(1);
      const again = requestFor(cups(), { account });
      expect((await buyAtLast(connector, again)).at(-1)).toBe('placed');
      expect(await soldUnder(again.reference)).toBe(1);
    });

    for (const fault of browserFaults) {
      it(`${fault}: one order each time`, { timeout: 3_600_000 }, async () => {
        const connector = connect();
        for (let run = 0; run < runs; run += 1) {
          const request = requestFor(cups(), { account });
          browser.plan(fault);
          const outcomes = await buyAtLast(connector, request);
          expect(browser.hasHappened()).toBe(true);
          expect(['placed', 'found'], outcomes.join(', ')).toContain(outcomes.at(-1));
          expect(await soldUnder(request.reference), outcomes.join(', ')).toBe(1);
        }
      });
    }
  },
);
