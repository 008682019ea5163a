import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { medusa } from '../../src/connectors/medusa/index.ts';
import type { Store, StoreKind } from '../../src/connectors/store.ts';
import { vendure } from '../../src/connectors/vendure/index.ts';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { creditsOf, returnFor } from '../harness/returns.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { type MedusaStandIn, startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startVendureStandIn, type VendureStandIn } from '../harness/stores/vendure-stand-in.ts';
import { wooOwnerKey } from '../harness/stores/woo-rest.ts';
import { startWooStandIn, type WooStandIn } from '../harness/stores/woo-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { openTestBench } from '../stand-ins/ucp/bench.ts';

const opened: { medusa?: MedusaStandIn; vendure?: VendureStandIn; woo?: WooStandIn } = {};
let ucpShop: Awaited<ReturnType<typeof openTestBench>>;
let system: TestSystem;
let operator: OperatorClient;
let key: string;
let accountId: string;

const connect = (kind: StoreKind, store: Store, credentials: Record<string, string> = {}) =>
  kind.create(store as Store<'live'>, {
    client: createLossyClient(),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => credentials,
    credentialNames: Object.keys(credentials),
  });

beforeAll(async () => {
  opened.medusa = await startMedusaStandIn();
  opened.vendure = await startVendureStandIn();
  opened.woo = await startWooStandIn();
  ucpShop = await openTestBench();
  const { medusa: medusaShop, vendure: vendureShop, woo } = opened;
  const settings = { publishable_key: medusaShop.publishableKey };
  const trackEveryMs = 3_600_000;
  const of = (name: string, more: Partial<Store>) => ({ name, trackEveryMs, ...more });
  system = await startSystem({
    env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' },
    liveConnectors: () => [
      connect(
        medusa,
        liveStore('medusa', medusaShop.url, of('medusa-shop', { payment: 'pp_system_default', settings })),
      ),
      connect(vendure, liveStore('vendure', vendureShop.url, of('vendure-shop', { payment: 'cash-on-delivery' }))),
      connect(woocommerce, liveStore('woocommerce', woo.url, of('woo-shop', { payment: 'cod' })), wooOwnerKey),
      ucpShop.connect(of('ucp-shop', {})) as ReturnType<typeof connect>,
    ],
  });
  operator = await personOn(system, await readContract(system));
  ({ key } = await system.account('live', 10_000_000));
  const account = { retailer: 'vendure-shop', email: 'customer@example.com', password: 'Long-enough-1' };
  accountId = (await system.post('/managed-accounts', key, account)).body.short_id;
});
afterAll(async () => {
  await system.stop();
  await Promise.all([opened.medusa?.stop(), opened.vendure?.stop(), opened.woo?.stop(), ucpShop.shop.close()]);
});

/** How each store refunds so many cents for units of the only line of an order. */
const shops = {
  Medusa: {
    url: () => `${opened.medusa!.url}/products/mug`,
    more: () => ({}),
    refund: (order: string, cents: number) => {
      opened.medusa!.receiveReturns(order, cents / 100);
      opened.medusa!.refund(order, cents / 100);
    },
  },
  Vendure: {
    url: () => `${opened.vendure!.url}/products/mug`,
    more: () => ({ retailer_credentials_id: accountId }),
    refund: (order: string, cents: number, units: number) => opened.vendure!.refund(order, cents, units),
  },
  WooCommerce: {
    url: () => `${opened.woo!.url}/product/beanie`,
    more: () => ({}),
    refund: (order: string, cents: number, units: number) =>
      opened.woo!.refund(order, cents, [units], 'Restocking fee'),
  },
  UCP: {
    url: () => `${ucpShop.shop.origin}/products/enamel-mug`,
    more: () => ({}),
    refund: (order: string, cents: number, units: number) =>
      ucpShop.shop.adjust(order, 'refund', units, { totals: [{ type: 'total', amount: -cents }] }),
  },
};
/** How each store shows a refund that cannot be read. Returns what makes it one of so many cents. */
const unreadable: Record<keyof typeof shops, (order: string, cents: number) => () => void> = {
  Medusa: (number, cents) => {
    const order = opened.medusa!.orders.find(({ id }) => id === number)!;
    opened.medusa!.receiveReturns(number, cents / 100);
    Object.assign(order, { refunded: 'some' });
    return () => {
      order.refunded = 0;
      opened.medusa!.refund(number, cents / 100);
    };
  },
  Vendure: (number, cents) => {
    opened.vendure!.refund(number, 10.5, 1);
    const [refund] = opened.vendure!.past.find(({ code }) => code === number)!.payments![0]!.refunds;
    return () => Object.assign(refund as object, { total: cents });
  },
  WooCommerce: (number, cents) => {
    opened.woo!.refund(number, Number.NaN, [1]);
    const [refund] = opened.woo!.orders.get(Number(number))!.refunds!;
    return () => {
      refund!.cents = cents;
    };
  },
  UCP: (number, cents) => {
    ucpShop.shop.adjust(number, 'refund', 1);
    const [refund] = ucpShop.shop.state.orders.get(number)!.adjustments;
    return () => Object.assign(refund!, { totals: [{ type: 'total', amount: -cents }] });
  },
};
const names = Object.keys(shops) as (keyof typeof shops)[];

async function buy(name: keyof typeof shops, quantity = 2) {
  const { url, more } = shops[name];
  const wanted = { products: [{ url: url(), quantity }], max_price: 500_000, ...more() };
  const made = await system.post('/orders', key, orderFor(url(), wanted));
  expect(made.status, made.text).toBe(201);
  await system.queue.drain();
  const { body } = await system.get(`/orders/${made.body.id}`, key);
  expect(body.status, JSON.stringify(body.job_result)).toBe('order_placed');
  const number = body.merchant_order_ids[0] as string;
  if (name === 'Medusa') opened.medusa!.advance(number);
  return { id: body.id as string, itemId: body.items[0].id as string, number };
}

async function approvedReturn(order: Awaited<ReturnType<typeof buy>>, reason = 'damaged') {
  const { body } = await system.post('/returns', key, returnFor(order.id, order.itemId, { reason }));
  await system.queue.drain();
  const { body: now } = await system.get(`/returns/${body.id}`, key);
  if (now.status === 'open') await operator.post(`/operator/returns/${body.id}/resolve`, { status: 'approved' });
  await system.queue.drain();
  expect((await read(body.id)).refund).toMatchObject({ status: 'waiting' });
  return body.id as string;
}

const read = async (id: string) => (await system.get(`/returns/${id}`, key)).body;
const wallet = async () => (await system.get('/wallet', key)).body.available_cents as number;

/** The stores are asked now. */
async function ask(): Promise<void> {
  await sql`update jobs set run_at = '-infinity' where kind = 'returns.follow'`.execute(system.database.db);
  await system.queue.drain();
}

describe.each(names)('a return that %s approved', (name) => {
  it('is credited with the store’s refund, once, no matter how often the store is asked', async () => {
    const order = await buy(name);
    const id = await approvedReturn(order);
    await ask();
    expect(await read(id)).toMatchObject({ status: 'approved', refund: { status: 'waiting' } });
    const before = await wallet();
    const cents = (await read(id)).refund.expected_cents - 123;
    shops[name].refund(order.number, cents, 1);
    await ask();
    expect(await read(id)).toMatchObject({ status: 'credited', refund: { status: 'credited', credited_cents: cents } });
    expect(await wallet()).toBe(before + cents);
    await ask();
    expect((await creditsOf(system))[id]).toBe(cents);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is shown to operators while a refund cannot be read, and credited once it can', async () => {
    const order = await buy(name);
    const id = await approvedReturn(order);
    await ask();
    const cents = (await read(id)).refund.expected_cents - 100;
    const mend = unreadable[name](order.number, cents);
    const before = await wallet();
    const tasks = async () =>
      (await operator.get('/operator/today')).body.tasks.filter((task: { id: string }) => task.id === id);
    expect(await tasks()).toEqual([]);
    await ask();
    expect(await tasks()).toMatchObject([{ kind: 'overdue_refund', note: expect.stringContaining('cannot read') }]);
    expect((await operator.get('/operator/overview')).body.waiting.overdue_refunds).toBeGreaterThanOrEqual(1);
    // Not credited in part: the rest could be lost.
    if (name !== 'Medusa') shops[name].refund(order.number, 50, 0);
    await ask();
    expect(await read(id)).toMatchObject({ status: 'approved', refund: { status: 'waiting' } });
    expect(await wallet()).toBe(before);
    mend();
    await ask();
    expect(await tasks()).toEqual([]);
    const credited = (await read(id)).refund.credited_cents;
    expect(credited).toBeGreaterThanOrEqual(cents);
    expect(await wallet()).toBe(before + credited);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('shares no refund with another return of the same order, even when both are looked at at once', async () => {
    const order = await buy(name);
    const ids = [await approvedReturn(order), await approvedReturn(order, 'defective')];
    const worth = (await read(ids[0]!)).refund.expected_cents as number;
    const before = await wallet();
    // More than one is worth, for one unit; Medusa names no units, so two are refunded there.
    const isNamed = name !== 'Medusa';
    shops[name].refund(order.number, isNamed ? worth + 200 : 2 * worth, 1);
    await ask();
    const statuses = await Promise.all(ids.map(async (id) => (await read(id)).status));
    expect(statuses.toSorted()).toEqual(isNamed ? ['approved', 'credited'] : ['credited', 'credited']);
    const credits = await creditsOf(system);
    const passedOn = ids.reduce((sum, id) => sum + (credits[id] ?? 0), 0);
    expect(passedOn).toBeLessThanOrEqual(isNamed ? worth : 2 * worth);
    expect(await wallet()).toBe(before + passedOn);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('what a store says about a return', () => {
  it('that it rejected after inspection denies it, with its reason, and nothing is credited', async () => {
    const order = await buy('UCP');
    const id = await approvedReturn(order);
    const before = await wallet();
    ucpShop.shop.adjust(order.number, 'return', 2, { status: 'failed', description: 'Two of them?' });
    ucpShop.shop.adjust(order.number, 'return', 1, { status: 'pending' });
    await ask();
    expect(await read(id)).toMatchObject({ status: 'approved' });
    ucpShop.shop.adjust(order.number, 'return', 1, { status: 'failed', description: 'Signs of heavy use.' });
    await ask();
    expect(await read(id)).toMatchObject({ status: 'denied', refund: null, resolution_notes: 'Signs of heavy use.' });
    expect(await wallet()).toBe(before);
  });

  it('counts an adjustment that is listed twice once, in the store’s currency if the order names none', async () => {
    const order = await buy('UCP');
    const id = await approvedReturn(order);
    const totals = (cents: number) => ({ totals: [{ type: 'total', amount: -cents }] });
    ucpShop.shop.adjust(order.number, 'refund', 1, totals(300));
    for (const status of ['pending', 'completed', 'completed']) {
      ucpShop.shop.adjust(order.number, 'refund', 0, { id: 'adj_same', status, ...totals(100) });
    }
    ucpShop.shop.behave({ showsOrder: { currency: undefined } as object });
    await ask();
    ucpShop.shop.behave({});
    expect(await read(id)).toMatchObject({ status: 'credited', refund: { credited_cents: 400 } });
  });

  it('by an amount alone counts only if it covers the price of the items', async () => {
    const order = await buy('WooCommerce');
    const id = await approvedReturn(order);
    opened.woo!.refund(order.number, 500, [], 'Sorry for the delay');
    await ask();
    expect(await read(id)).toMatchObject({ status: 'approved' });
    opened.woo!.refund(order.number, 1999);
    await ask();
    expect(await read(id)).toMatchObject({ status: 'credited' });
    expect((await creditsOf(system))[id]).toBeLessThanOrEqual(2499);
  });

  it('is left to the operator while the store owes something, or refunded something else', async () => {
    const order = await buy('Medusa');
    const id = await approvedReturn(order);
    opened.medusa!.receiveReturns(order.number, 8);
    opened.medusa!.refund(order.number, 3);
    await ask();
    expect(await read(id)).toMatchObject({ status: 'approved' });
    const credited = await operator.post(`/operator/returns/${id}/resolve`, { status: 'credited', amount_cents: 300 });
    expect(credited.body).toMatchObject({ status: 'credited', credited_cents: 300 });
    // The rest comes later: what the operator credited counts.
    opened.medusa!.refund(order.number, 5);
    await ask();
    expect((await creditsOf(system))[id]).toBe(300);
    const failing = await buy('Vendure');
    const waiting = await approvedReturn(failing);
    opened.vendure!.refund(failing.number, 2400, 1, { state: 'Pending' });
    await ask();
    expect(await read(waiting)).toMatchObject({ status: 'approved' });
  });

  it('and the operator, at the same moment: one of them credits it', async () => {
    const order = await buy('WooCommerce');
    const id = await approvedReturn(order);
    const before = await wallet();
    opened.woo!.refund(order.number, 1500, [1]);
    await sql`update jobs set run_at = '-infinity' where kind = 'returns.follow'`.execute(system.database.db);
    const decisions = [1, 2, 3].map(() => operator.post(`/operator/returns/${id}/resolve`, { status: 'credited' }));
    await Promise.all([system.queue.drain(), ...decisions]);
    await system.queue.drain();
    const { refund } = await read(id);
    expect(await wallet()).toBe(before + refund.credited_cents);
    expect((await creditsOf(system))[id]).toBe(refund.credited_cents);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
