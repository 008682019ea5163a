import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCustomer } from '../../../tools/stores/vendure-admin.ts';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { addLiveFunds, buyInDashboard } from '../harness/buy-in-dashboard.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { signedInBrowser } from '../harness/dashboard.ts';
import { legacyAddress, legacyClient } from '../harness/legacy.ts';
import { signIn } from '../harness/person.ts';
import { faults } from '../harness/stores/faulty-proxy.ts';
import { killWorkersAt, vendureToKillAt } from '../harness/stores/kills.ts';
import { type LiveSystem, startLiveSystem, vendureInstallation } from '../harness/stores/live-system.ts';
import { orderFor } from '../harness/system.ts';

// A shop that is not ours. What it sold is read in its own books.

describe.skipIf(vendureInstallation === null)('a real Vendure as a live store', { timeout: 120_000 }, () => {
  let live: LiveSystem;
  let key: string;
  beforeAll(async () => {
    live = await startLiveSystem();
    ({ key } = await live.system.account('live', 10_000_000));
  }, 180_000);
  afterAll(() => live?.stop());

  const keyboard = (more: Record<string, unknown> = {}) =>
    orderFor(live.product('clacky-keyboard'), { max_price: 20_000, ...more });

  async function place(body: unknown, as = key): Promise<string> {
    const answer = await live.system.post('/orders', as, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }

  /** What the shop sold in the meantime, by its own books. */
  async function soldBy(act: () => Promise<unknown>) {
    const before = new Set((await live.admin.placedOrders()).map(({ code }) => code));
    await act();
    return (await live.admin.placedOrders()).filter(({ code }) => !before.has(code));
  }

  async function expectNothingSold(body: unknown, errorType: string) {
    const { available_cents } = (await live.system.get('/wallet', key)).body;
    const sold = await soldBy(async () => {
      const order = await live.settle(key, await place(body));
      expect(order).toMatchObject({ status: 'order_failed', job_result: { error_type: errorType } });
    });
    expect(sold).toEqual([]);
    expect((await live.system.get('/wallet', key)).body).toMatchObject({ available_cents, held_cents: 0 });
  }

  it('is found by searching, with its availability', async () => {
    const { body } = await live.system.get('/products/search?retailer=real&query=laptop', key);
    expect(body).toMatchObject({
      status: 'completed',
      results: [{ title: 'Laptop', price: 129_900, available: true }],
    });
  });

  it('tells nothing that the store did not say: what is unknown is null', async () => {
    const { status, body } = await live.system.get('/products/laptop/offers?retailer=real', key);
    expect(status).toBe(200);
    expect(body.offers.length).toBeGreaterThan(1);
    for (const offer of body.offers) {
      expect(offer).toMatchObject({ handling_days: null, seller: { num_ratings: null, percent_positive: null } });
    }
    const product = await live.system.get('/products/laptop?retailer=real', key);
    expect(product.body).toMatchObject({ brand: null, list_price: null });
  });

  it('sells two lines, one of them a variant, and every cent is accounted for', async () => {
    const before = (await live.system.get('/wallet', key)).body.available_cents;
    const products = [
      {
        url: live.product('laptop'),
        quantity: 1,
        variant: [
          { label: 'Screen size', value: '15 inch' },
          { label: 'RAM', value: '8GB' },
        ],
      },
      { url: live.product('clacky-keyboard'), quantity: 2 },
    ];
    const [sold, ...more] = await soldBy(async () => {
      const order = await live.settle(key, await place({ ...keyboard(), products, max_price: 300_000 }));
      expect(order.status, JSON.stringify(order)).toBe('order_placed');
    });
    expect(more).toEqual([]);
    const lines = sold!.lines.map(({ quantity, productVariant }) => [productVariant.sku, quantity]);
    expect(lines).toEqual([
      ['L2201508', 1],
      ['A4TKLA45535', 2],
    ]);
    expect(sold!.shippingAddress).toMatchObject({ streetLine1: '1 Market St', countryCode: 'US' });
    expect((await live.system.get('/wallet', key)).body.available_cents).toBe(before - sold!.totalWithTax);
    expect(await ledgerProblems(live.system.database.db)).toEqual([]);
  });

  it('sells through the legacy API and to a batch', async () => {
    const client = legacyClient(live.system, key);
    const sold = await soldBy(async () => {
      const made = await client.post('/v1/orders', {
        retailer: 'real',
        products: [{ product_id: 'spiky-cactus', quantity: 1 }],
        shipping_address: legacyAddress,
        is_gift: false,
        max_price: 5000,
      });
      expect(made.status, made.text).toBe(200);
      const row = { name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' };
      const rows = [1, 2].map((quantity) => ({
        ...row,
        product_url: live.product('spiky-cactus'),
        quantity: String(quantity),
        max_price: '9000',
      }));
      const batch = await live.system.post('/orders/bulk', key, { filename: 'live.csv', rows });
      expect(batch.status, batch.text).toBe(201);
      for (let step = 0; step < 5; step += 1) {
        await live.system.queue.drain();
        live.clock.advance(60_000);
      }
      const answer = await client.get(`/v1/orders/${made.body.request_id}`);
      expect(answer.body, answer.text).toMatchObject({ _type: 'order_response' });
    });
    expect(sold.map(({ lines }) => lines[0]!.quantity).sort()).toEqual([1, 1, 2]);
  });

  it("buys with the client's own account there, and refuses a wrong password", async () => {
    await registerCustomer(live.shop.url, 'client@example.com', 'Long-enough-1');
    const account = { email: 'client@example.com', password: 'Long-enough-1', retailer: 'real' };
    const made = await live.system.post('/managed-accounts', key, account);
    expect(made.status, made.text).toBe(201);
    const [sold] = await soldBy(async () => {
      const order = await live.settle(key, await place(keyboard({ retailer_credentials_id: made.body.short_id })));
      expect(order.status, JSON.stringify(order)).toBe('order_placed');
    });
    expect(sold!.customer!.emailAddress).toBe('client@example.com');
    const wrong = await live.system.post('/managed-accounts', key, {
      ...account,
      email: 'other@example.com',
      password: 'no',
    });
    await expectNothingSold(keyboard({ retailer_credentials_id: wrong.body.short_id }), 'login_failed');
  });

  it('buys two concurrent orders of one account one after the other, each with its own items', async () => {
    await registerCustomer(live.shop.url, 'twice@example.com', 'Long-enough-1');
    const made = await live.system.post('/managed-accounts', key, {
      email: 'twice@example.com',
      password: 'Long-enough-1',
      retailer: 'real',
    });
    const sold = await soldBy(async () => {
      const body = keyboard({ retailer_credentials_id: made.body.short_id, max_price: 50_000 });
      const ids = await Promise.all([
        place(body),
        place({ ...body, products: [{ ...body.products[0]!, quantity: 3 }] }),
      ]);
      for (const id of ids) expect((await live.settle(key, id)).status).toBe('order_placed');
    });
    expect(sold.map(({ lines }) => lines.map(({ quantity }) => quantity)).sort()).toEqual([[1], [3]]);
  });

  it('sells nothing above max_price, nothing sold out, and nothing to places it does not ship to', async () => {
    await expectNothingSold(keyboard({ max_price: 1000 }), 'max_price_exceeded');
    // No other test has bought one: what is on hand can be sold.
    const ropes = (quantity: number) => keyboard({ products: [{ url: live.product('skipping-rope'), quantity }] });
    await live.admin.setStock('B07CNGXVXT', 0);
    await expectNothingSold(ropes(1), 'product_out_of_stock');
    await live.admin.setStock('B07CNGXVXT', 1);
    await expectNothingSold(ropes(3), 'product_quantity_unavailable');
    await live.admin.leaveCountry('IT');
    const abroad = { ...keyboard().shipping_address, country: 'IT', state: 'RM', postal_code: '00184', city: 'Roma' };
    await expectNothingSold(keyboard({ shipping_address: abroad }), 'shipping_address_invalid');
  });

  it.runIf(hasBrowser)('sells to a person in the dashboard, in Chromium', async () => {
    const jane = await signIn(live.system, 'jane@example.com');
    await addLiveFunds(live.system, jane, 100_000);
    const browser = await openBrowser();
    try {
      const page = await (await signedInBrowser(browser, live.system, jane)).newPage();
      let id = '';
      const sold = await soldBy(async () => {
        id = await buyInDashboard(page, live.product('clacky-keyboard'), { highestPrice: '200' });
        await live.system.queue.drain();
      });
      expect(sold).toHaveLength(1);
      const { body } = await jane.call(`/orders/${id}`, { world: 'live' });
      expect(body, JSON.stringify(body)).toMatchObject({ status: 'order_placed', merchant_order_ids: [sold[0]!.code] });
    } finally {
      await browser.close();
    }
  });

  it('is followed until its package arrives', async () => {
    const id = await place(keyboard());
    const order = await live.settle(key, id);
    const [code] = order.merchant_order_ids;
    await live.admin.ship(code, { trackingCode: 'JD0001', method: 'DHL' });
    live.clock.advance(3_600_000);
    await live.system.queue.drain();
    const shipped = (await live.system.get(`/orders/${id}`, key)).body;
    expect(JSON.stringify(shipped), 'the number is shown').toContain('JD0001');
    await live.admin.deliver(code);
    live.clock.advance(3_600_000);
    await live.system.queue.drain();
    const { body } = await live.system.get(`/orders/${id}/timeline`, key);
    expect(JSON.stringify(body)).toContain('delivered');
  });

  it('buys nothing that sells out between the quote and the purchase, and never at another price', async () => {
    const tent = keyboard({ products: [{ url: live.product('tent'), quantity: 1 }], max_price: 100_000 });
    live.proxy.before('mutation Stand', () => live.admin.setStock('2000023510', 0));
    await expectNothingSold(tent, 'product_out_of_stock');
    const skateboard = keyboard({ products: [{ url: live.product('cruiser-skateboard'), quantity: 1 }] });
    live.proxy.before('mutation Stand', () => live.admin.setPrice('799872520', 9_999));
    const [sold] = await soldBy(async () => live.settle(key, await place(skateboard)));
    // 24.99 and 20 % of tax, and the delivery: a shop of this kind keeps the price that it quoted.
    expect(sold!.totalWithTax).toBe(2499 + 500 + 500);
  });

  describe('when paying goes wrong', () => {
    for (const fault of faults) {
      it(`has sold once at most, and the order tells it: ${fault}`, async () => {
        const wasBusy = (await live.system.get('/wallet', key)).body;
        const hasHappened = live.proxy.plan('mutation Pay', fault);
        let order: { status: string } = { status: '' };
        const sold = await soldBy(async () => {
          order = await live.settle(key, await place(keyboard()));
        });
        expect(hasHappened()).toBe(true);
        expect(order.status, JSON.stringify(order)).toBe('order_placed');
        expect(sold).toHaveLength(1);
        const { available_cents, held_cents } = (await live.system.get('/wallet', key)).body;
        expect(held_cents).toBe(0);
        expect(available_cents).toBe(wasBusy.available_cents - sold[0]!.totalWithTax);
        expect(await ledgerProblems(live.system.database.db)).toEqual([]);
      });
    }
  });

  it('has sold each order once when a worker is killed between the payment and its answer', { timeout: 300_000 }, () =>
    killWorkersAt(vendureToKillAt(live.shop.url, live.admin), 2),
  );
});
