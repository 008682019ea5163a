import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerMedusaCustomer } from '../../../tools/stores/medusa-admin.ts';
import { enqueue } from '../../src/platform/queue/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { legacyAddress, legacyClient } from '../harness/legacy.ts';
import { testEveryChannel } from '../harness/stores/channels.ts';
import { faults } from '../harness/stores/faulty-proxy.ts';
import { killWhilePaying } from '../harness/stores/kills.ts';
import { type LiveMedusa, startLiveMedusa } from '../harness/stores/live-medusa.ts';
import { orderFor } from '../harness/system.ts';

/** Every request of buying that does something, in its order. */
const steps = [
  '/store/products?',
  '/store/carts {',
  '/store/shipping-options',
  '/shipping-methods',
  '/store/payment-collections {',
  '/payment-sessions',
  '/complete',
];

describe('a real Medusa as a live store', () => {
  let live: LiveMedusa;
  let key: string;
  beforeAll(async () => {
    live = await startLiveMedusa();
    ({ key } = await live.system.account('live', 100_000_000));
  });
  afterAll(() => live?.stop());

  const mug = (more: Record<string, unknown> = {}) => orderFor(live.product('mug'), { max_price: 20_000, ...more });

  async function place(body: unknown): Promise<string> {
    const answer = await live.system.post('/orders', key, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }

  async function expectNothingSold(body: unknown, errorType: string) {
    const { available_cents } = (await live.system.get('/wallet', key)).body;
    const sold = await live.soldBy(async () => {
      const order = await live.settle(key, await place(body));
      expect(order, JSON.stringify(order)).toMatchObject({
        status: 'order_failed',
        job_result: { error_type: errorType },
      });
    });
    expect(sold).toEqual([]);
    expect((await live.system.get('/wallet', key)).body).toMatchObject({ available_cents, held_cents: 0 });
  }

  // First, while the service's time has not been moved past the shop's: one-time codes depend on it.
  it("buys with a client's account that has a second factor, and refuses a wrong password", async () => {
    const login = { email: 'client@example.com', password: 'Long-enough-1' };
    const customer = await registerMedusaCustomer(live.shop.url, live.admin.publishableKey, login);
    const secret = await customer.enrol(async (text) => new TOTP({ secret: Secret.fromBase32(text) }).generate());
    const made = await live.system.post('/managed-accounts', key, { ...login, totp_secret: secret, retailer: 'real' });
    expect(made.status, made.text).toBe(201);
    // A code is good once, and the one that enrolled the account is used up: both clocks go to the next.
    const stepMs = 30_000;
    await new Promise((resolve) => setTimeout(resolve, stepMs - (Date.now() % stepMs)));
    live.clock.advance(Date.now() - live.clock.now().getTime());
    const [sold] = await live.soldBy(async () => {
      const order = await live.settle(key, await place(mug({ retailer_credentials_id: made.body.short_id })));
      expect(order.status, JSON.stringify(order)).toBe('order_placed');
    });
    expect(sold!.email).toBe('client@example.com');
    const wrong = await live.system.post('/managed-accounts', key, {
      email: 'nobody@example.com',
      password: 'no',
      retailer: 'real',
    });
    await expectNothingSold(mug({ retailer_credentials_id: wrong.body.short_id }), 'login_failed');
  });

  testEveryChannel(() => ({
    ...live,
    soldBy: async (act) =>
      (await live.soldBy(act)).map(({ id, items, email, total }) => ({
        number: id,
        lines: items.map(({ variant_sku: sku, quantity }) => [sku, quantity]),
        email,
        cents: Math.round(total * 100),
      })),
    setStock: live.admin.setStock,
    ship: live.admin.ship,
    deliver: live.admin.deliver,
    registerCustomer: async (email, password) => {
      await registerMedusaCustomer(live.shop.url, live.admin.publishableKey, { email, password });
    },
    // It sells there from the beginning to nobody.
    leaveItaly: async () => {},
    plain: { slug: 'mug', sku: 'MUG' },
    variant: { slug: 'shirt', sku: 'SHIRT-M', variant: [{ label: 'Size', value: 'M' }] },
    other: { slug: 'poster', sku: 'POSTER' },
    takesReturns: true,
  }));

  it('sells two lines, one of them a variant, and every cent is accounted for', async () => {
    const before = (await live.system.get('/wallet', key)).body.available_cents;
    const products = [
      { url: live.product('shirt'), quantity: 1, variant: [{ label: 'Size', value: 'M' }] },
      { url: live.product('mug'), quantity: 2 },
    ];
    const [sold, ...more] = await live.soldBy(async () => {
      const order = await live.settle(key, await place({ ...mug(), products }));
      expect(order.status, JSON.stringify(order)).toBe('order_placed');
    });
    expect(more).toEqual([]);
    const lines = sold!.items.map(({ quantity, variant_sku }) => [variant_sku, quantity]).sort();
    expect(lines).toEqual([
      ['MUG', 2],
      ['SHIRT-M', 1],
    ]);
    const spent = before - (await live.system.get('/wallet', key)).body.available_cents;
    expect(spent).toBe(Math.round(sold!.total * 100));
    expect(await ledgerProblems(live.system.database.db)).toEqual([]);
  });

  it('sells through the legacy API and to a batch', async () => {
    const client = legacyClient(live.system, key);
    const sold = await live.soldBy(async () => {
      const made = await client.post('/v1/orders', {
        retailer: 'real',
        products: [{ product_id: 'mug', quantity: 1 }],
        shipping_address: legacyAddress,
        is_gift: false,
        max_price: 5000,
      });
      expect(made.status, made.text).toBe(200);
      const row = { name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' };
      const rows = [1, 2].map((quantity) => ({
        ...row,
        product_url: live.product('mug'),
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
    expect(sold.map(({ items }) => items[0]!.quantity).sort()).toEqual([1, 1, 2]);
  });

  it('sells nothing above max_price, nothing sold out, and nothing to places it does not ship to', async () => {
    await expectNothingSold(mug({ max_price: 500 }), 'max_price_exceeded');
    const shirts = (quantity: number) => {
      const variant = [{ label: 'Size', value: 'S' }];
      return mug({ products: [{ url: live.product('shirt'), quantity, variant }] });
    };
    await live.admin.setStock('SHIRT-S', 0);
    await expectNothingSold(shirts(1), 'product_out_of_stock');
    await live.admin.setStock('SHIRT-S', 1);
    await expectNothingSold(shirts(3), 'product_quantity_unavailable');
    const abroad = { ...mug().shipping_address, country: 'IT', state: 'RM', postal_code: '00184', city: 'Roma' };
    await expectNothingSold(mug({ shipping_address: abroad }), 'shipping_address_invalid');
  });

  it('is followed until its package arrives', async () => {
    const id = await place(mug());
    const order = await live.settle(key, id);
    const [code] = order.merchant_order_ids;
    await live.admin.ship(code);
    live.clock.advance(3_600_000);
    await live.system.queue.drain();
    const shipped = (await live.system.get(`/orders/${id}`, key)).body;
    expect(shipped.items[0].status, JSON.stringify(shipped)).toBe('shipped');
    await live.admin.deliver(code);
    live.clock.advance(3_600_000);
    await live.system.queue.drain();
    const { items } = (await live.system.get(`/orders/${id}`, key)).body;
    expect(items[0].status).toBe('delivered');

    // And goes back: the shop takes the request, and a person credits what arrived.
    const wanted = { order_id: id, items: [{ order_item_id: items[0].id, quantity: 1 }], reason: 'damaged' };
    const asked = await live.system.post('/returns', key, wanted);
    expect(asked.status, asked.text).toBe(201);
    await live.system.queue.drain();
    const back = (await live.system.get(`/returns/${asked.body.id}`, key)).body;
    expect(back, JSON.stringify(back)).toMatchObject({
      status: 'approved',
      merchant_return_id: expect.stringMatching(/^return_/),
    });
  });

  it('takes a part of an order back once, though this service ended before it wrote that down', async () => {
    const id = await place(mug({ products: [{ url: live.product('mug'), quantity: 2 }] }));
    const { items, merchant_order_ids: codes } = await live.settle(key, id);
    await live.admin.ship(codes[0]);
    const wanted = { order_id: id, items: [{ order_item_id: items[0].id, quantity: 1 }], reason: 'damaged' };
    const asked = await live.system.post('/returns', key, wanted);
    await live.system.queue.drain();
    const { db } = live.system.database;
    const read = async () => (await live.system.get(`/returns/${asked.body.id}`, key)).body;
    expect(await read()).toMatchObject({ status: 'approved' });
    // As it stood before the answer was written.
    await sql`update return_requests set status = 'open', resolved_at = null, filed_at = null, merchant_return_id = null
      where id = ${asked.body.id}`.execute(db);
    await enqueue(db, { kind: 'returns.follow', payload: { returnId: asked.body.id }, runAt: live.clock.now() });
    await live.system.queue.drain();
    expect(await read()).toMatchObject({ status: 'approved' });
    expect(await live.admin.returnsOf(codes[0])).toBe(1);
  });

  it('never sells for another price than was quoted', async () => {
    live.proxy.before('/complete', () => live.admin.setPrice('MUG', 99));
    const sold = await live.soldBy(async () => live.settle(key, await place(mug())));
    await live.admin.setPrice('MUG', 8.1);
    for (const { total } of sold) expect(total).toBeLessThan(50);
    expect(await ledgerProblems(live.system.database.db)).toEqual([]);
  });

  describe('every step of buying', () => {
    async function buyOnce(during: () => void) {
      const wallet = (await live.system.get('/wallet', key)).body;
      during();
      let order = { status: '' };
      const sold = await live.soldBy(async () => {
        order = await live.settle(key, await place(mug()));
      });
      expect(order.status, JSON.stringify(order)).toBe('order_placed');
      expect(sold).toHaveLength(1);
      const after = (await live.system.get('/wallet', key)).body;
      expect(after).toMatchObject({
        held_cents: 0,
        available_cents: wallet.available_cents - Math.round(sold[0]!.total * 100),
      });
      expect(await ledgerProblems(live.system.database.db)).toEqual([]);
    }

    for (const step of steps) {
      for (const fault of faults) {
        it(`${step} ${fault}`, async () => {
          let hasHappened = () => false;
          await buyOnce(() => {
            hasHappened = live.proxy.plan(step, fault);
          });
          expect(hasHappened()).toBe(true);
        });
      }
    }

    for (const step of ['/payment-sessions', '/complete']) {
      it(`${step} the store is started anew`, () => buyOnce(() => live.proxy.before(step, () => live.shop.restart())));
    }
  });
});

it('kill -9 between submit and answer, ten times: one order each', { timeout: 1_800_000 }, () =>
  killWhilePaying('medusa', 10),
);
