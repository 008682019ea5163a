import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { findQuery } from '../conformance/subject.ts';
import { startPagesSessions } from '../harness/pages-shop/connector.ts';
import type { PagesShop } from '../harness/pages-shop/shop.ts';
import { requestFor, storeAccount } from '../harness/stores/request.ts';

/** A machine with busy cores takes its time. */
const patience = { signal: AbortSignal.timeout(280_000) };

describe.skipIf(findChromium() === null)('a store that has only pages', { timeout: 300_000 }, () => {
  let visits: Awaited<ReturnType<typeof startPagesSessions>> | undefined;
  beforeAll(async () => {
    visits = await startPagesSessions(1);
  });
  afterAll(() => visits?.stop());

  it('sells once when the response is lost, with a leftover cart and a one-time code, and the history decides', async () => {
    const { shop: pages, recordings, connect } = visits!;
    const account = storeAccount('jane@example.com', 'Long-enough-1', async () => '314159');
    const leftOver = { slug: 'lamp', title: 'Brass Lamp', variant: '', quantity: 4, price: 129_900 };
    const second = { kind: 'totp' as const, code: () => '314159' };
    pages.register(account.email, await account.password(), { second, rows: [leftOver] });
    const connector = connect({ patience_seconds: 90 });
    const variant = [{ label: 'Colour', value: 'Sea Blue' }];
    const request = requestFor([{ productId: 'mug', quantity: 2, variant }], { account });
    pages.mood.lose = { note: request.reference, when: 'after' };

    const prepared = await connector.prepare!(request, patience);
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    expect(prepared.checkout.price).toMatchObject({ subtotal: 2_500, shipping: 500, tax: 250, total: 3_250 });
    expect(pages.orders).toEqual([]);

    // The page never says what became of the press; waiting for it is interrupted.
    const outcome = await connector.submit!(prepared.checkout, request, { signal: AbortSignal.any([sold(pages)]) });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(await connector.submit!(prepared.checkout, request, patience)).toMatchObject({ kind: 'unknown' });

    const found = await connector.find!(findQuery(request, prepared.checkout), patience);
    expect(found).toMatchObject({
      kind: 'found',
      purchase: { merchantOrderIds: ['P-1000'], lines: [{ quantity: 2 }] },
    });
    expect(pages.orders).toMatchObject([
      { note: request.reference, rows: [{ slug: 'mug', quantity: 2 }], total: 3_250 },
    ]);
    // The device is trusted by now: no log-in was needed again.
    expect(pages.seen.logIns).toBe(1);
    expect(recordings.map(({ purpose }) => purpose)).toEqual(['prepare', 'find']);
    expect(recordings[0]!.pictures.map(({ name }) => name)).toContain('final check');
    expect(JSON.stringify(recordings)).not.toContain('Long-enough-1');
    expect(JSON.stringify(recordings)).not.toContain('314159');
  });
});

/** Aborts once the shop has sold. */
function sold(pages: PagesShop): AbortSignal {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (pages.orders.length === 0) return;
    clearInterval(timer);
    controller.abort(new Error('The worker is stopped.'));
  }, 50);
  return controller.signal;
}
