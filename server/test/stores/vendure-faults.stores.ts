import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCustomer } from '../../../tools/stores/vendure-admin.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { testEveryChannel } from '../harness/stores/channels.ts';
import { faults } from '../harness/stores/faulty-proxy.ts';
import { killWhilePaying } from '../harness/stores/kills.ts';
import { type LiveSystem, startLiveSystem } from '../harness/stores/live-system.ts';
import { orderFor } from '../harness/system.ts';

/** Every request of buying, in its order. The payment has its own place in `npm test`. */
const steps = ['query Look', 'mutation Fill', 'query Ways', 'mutation Way', 'mutation Stand', 'mutation Pay'];

describe('every step of buying at a real Vendure', () => {
  let live: LiveSystem;
  let key: string;
  beforeAll(async () => {
    live = await startLiveSystem();
    ({ key } = await live.system.account('live', 100_000_000));
  });
  afterAll(() => live?.stop());

  async function buyOnce(during: () => Promise<void> | void) {
    const before = (await live.admin.placedOrders()).length;
    const wallet = (await live.system.get('/wallet', key)).body;
    await during();
    const body = orderFor(live.product('clacky-keyboard'), { max_price: 20_000 });
    const order = await live.settle(key, (await live.system.post('/orders', key, body)).body.id);
    expect(order.status, JSON.stringify(order)).toBe('order_placed');
    const sold = (await live.admin.placedOrders()).slice(before);
    expect(sold).toHaveLength(1);
    const after = (await live.system.get('/wallet', key)).body;
    expect(after).toMatchObject({ held_cents: 0, available_cents: wallet.available_cents - sold[0]!.totalWithTax });
    expect(await ledgerProblems(live.system.database.db)).toEqual([]);
  }

  // First: the time that the faults let pass is more than a link to sign in lasts.
  let isInItaly = true;
  testEveryChannel(() => ({
    ...live,
    async soldBy(act) {
      const before = new Set((await live.admin.placedOrders()).map(({ code }) => code));
      await act();
      const sold = (await live.admin.placedOrders()).filter(({ code }) => !before.has(code));
      return sold.map(({ code, lines, customer, totalWithTax }) => ({
        number: code,
        lines: lines.map(({ productVariant, quantity }) => [productVariant.sku, quantity]),
        email: customer?.emailAddress ?? '',
        cents: totalWithTax,
      }));
    },
    setStock: live.admin.setStock,
    ship: (code) => live.admin.ship(code, { trackingCode: 'JD0001', method: 'DHL' }),
    deliver: live.admin.deliver,
    registerCustomer: (email, password) => registerCustomer(live.shop.url, email, password),
    async leaveItaly() {
      if (isInItaly) await live.admin.leaveCountry('IT');
      isInItaly = false;
    },
    plain: { slug: 'clacky-keyboard', sku: 'A4TKLA45535' },
    variant: {
      slug: 'laptop',
      sku: 'L2201508',
      variant: [
        { label: 'Screen size', value: '15 inch' },
        { label: 'RAM', value: '8GB' },
      ],
    },
    other: { slug: 'skipping-rope', sku: 'B07CNGXVXT' },
    takesReturns: false,
  }));

  for (const step of steps) {
    for (const fault of faults) {
      it(`${step}: ${fault}`, async () => {
        let hasHappened = () => false;
        await buyOnce(() => {
          hasHappened = live.proxy.plan(step, fault);
        });
        expect(hasHappened()).toBe(true);
      });
    }
  }

  it('the store is started anew between the cart and the button', async () => {
    await buyOnce(() => live.proxy.before('mutation Stand', () => live.shop.restart()));
  });

  it('the store is started anew while it is paid', async () => {
    await buyOnce(() => live.proxy.before('mutation Pay', () => live.shop.restart()));
  });
});

it('kill -9 between submit and answer, ten times: one order each', { timeout: 1_800_000 }, () =>
  killWhilePaying('vendure', 10),
);
