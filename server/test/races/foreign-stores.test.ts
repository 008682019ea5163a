import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { medusa } from '../../src/connectors/medusa/index.ts';
import type { Store, StoreKind } from '../../src/connectors/store.ts';
import { vendure } from '../../src/connectors/vendure/index.ts';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { booksOf as readBooks } from '../harness/books.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { createRatesFile } from '../harness/rates-file.ts';
import { returnFor } from '../harness/returns.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { type MedusaStandIn, startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startVendureStandIn, type VendureStandIn } from '../harness/stores/vendure-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let medusaShop: MedusaStandIn;
let vendureShop: VendureStandIn;
let system: TestSystem;
let operator: OperatorClient;
let rates: Awaited<ReturnType<typeof createRatesFile>>;

const connect = (kind: StoreKind, store: Store) =>
  kind.create(store as Store<'live'>, {
    client: createLossyClient(),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => ({}),
    credentialNames: [],
  });

const setRate = (rate: string): void => rates.setRate(rate);

beforeAll(async () => {
  rates = await createRatesFile('0.92');
  medusaShop = await startMedusaStandIn('eur');
  vendureShop = await startVendureStandIn(systemClock, 'EUR');
  const settings = { publishable_key: medusaShop.publishableKey };
  const of = (name: string, more: Partial<Store>) => ({ name, trackEveryMs: 3_600_000, currency: 'EUR', ...more });
  system = await startSystem({
    env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true', FX_RATES: rates.path },
    liveConnectors: () => [
      connect(
        medusa,
        liveStore('medusa', medusaShop.url, of('medusa-shop', { payment: 'pp_system_default', settings })),
      ),
      connect(vendure, liveStore('vendure', vendureShop.url, of('vendure-shop', { payment: 'cash-on-delivery' }))),
    ],
  });
  operator = await personOn(system, await readContract(system));
});
afterAll(async () => {
  await system.stop();
  await Promise.all([medusaShop.stop(), vendureShop.stop(), rates.remove()]);
});
afterEach(async () => {
  medusaShop.faults.completing = null;
  medusaShop.products.find(({ handle }) => handle === 'mug')!.variants[0]!.price = 8.1;
  vendureShop.instead.clear();
  vendureShop.mood.dearer = 0;
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});

/** Two mugs with shipping and tax: what they cost in euro cents, and in US cents at 0.92. */
const shops = {
  Medusa: {
    price: { euro: 2402, dollar: 2611 },
    /** What one mug more costs by 10 euro cents each, for two with tax. */
    dearer: { euro: 2424, dollar: 2635 },
    url: () => `${medusaShop.url}/products/mug`,
    sold: () => medusaShop.orders.length,
    raise: () => {
      medusaShop.products.find(({ handle }) => handle === 'mug')!.variants[0]!.price = 8.2;
    },
    ship: (number: string) => medusaShop.advance(number),
    refund: (number: string, cents: number) => {
      medusaShop.receiveReturns(number, cents / 100);
      medusaShop.refund(number, cents / 100);
    },
    loseAnswer: (onSale: () => void) => {
      const answer = { status: 500, type: 'unknown_error', message: 'Oops' };
      medusaShop.faults.completing = {
        ...answer,
        get isSold() {
          onSale();
          return true;
        },
      };
    },
  },
  Vendure: {
    price: { euro: 5400, dollar: 5870 },
    dearer: { euro: 5424, dollar: 5896 },
    url: () => `${vendureShop.url}/products/mug`,
    sold: () => vendureShop.past.length,
    raise: () => {
      vendureShop.mood.dearer = 10;
    },
    ship: () => {},
    refund: (number: string, cents: number) => vendureShop.refund(number, cents, 1),
    loseAnswer: (onSale: () => void) => {
      vendureShop.instead.set('Pay', (variables) => {
        vendureShop.answers.Pay!(variables);
        onSale();
        return { status: 502, text: 'Bad gateway' };
      });
    },
  },
};
const names = Object.keys(shops) as (keyof typeof shops)[];

interface Customer {
  key: string;
  accountId: string;
  more: Record<string, unknown>;
}

/** A customer with 1,000 dollars, and with so many euro cents. */
async function customer(name: keyof typeof shops, euro = 0): Promise<Customer> {
  const { key, accountId } = await system.account('live', 100_000);
  const needs = { tx: system.database.db, clock: systemClock };
  const credit = { id: newId(), accountId, world: 'live' as const, note: 'test' };
  if (euro > 0) await creditWallet(needs, { ...credit, amount: toCents(euro), currency: 'EUR' });
  if (name === 'Medusa') return { key, accountId, more: {} };
  const account = { retailer: 'vendure-shop', email: 'customer@example.com', password: 'Long-enough-1' };
  const { body } = await system.post('/managed-accounts', key, account);
  return { key, accountId, more: { retailer_credentials_id: body.short_id } };
}

const bodyFor = (name: keyof typeof shops, { more }: Customer, extra: Record<string, unknown> = {}) => {
  const url = shops[name].url();
  return orderFor(url, { products: [{ url, quantity: 2 }], max_price: 10_000, ...more, ...extra });
};

async function place(name: keyof typeof shops, who: Customer, extra: Record<string, unknown> = {}) {
  const made = await system.post('/orders', who.key, bodyFor(name, who, extra));
  expect(made.status, made.text).toBe(201);
  return made.body;
}
const read = async (who: Customer, id: string) => (await system.get(`/orders/${id}`, who.key)).body;
async function buy(name: keyof typeof shops, who: Customer, extra: Record<string, unknown> = {}) {
  const { id } = await place(name, who, extra);
  await system.queue.drain();
  return read(who, id);
}
const wallet = async (who: Customer, currency = 'USD') =>
  (await system.get(`/wallet?currency=${currency}`, who.key)).body;

const booksOf = ({ accountId }: Customer) => readBooks(system.database.db, accountId);

async function runJobs(): Promise<void> {
  await sql`update jobs set run_at = '-infinity' where kind = 'returns.follow' or kind like 'orders.%'`.execute(
    system.database.db,
  );
  await system.queue.drain();
}

/** The store refunds one mug by so many euro cents; then an operator refunds the rest. */
async function sendBack(name: keyof typeof shops, who: Customer, order: { id: string; items: { id: string }[] }) {
  const { merchant_order_ids: numbers } = await read(who, order.id);
  shops[name].ship(numbers[0]);
  const { body } = await system.post('/returns', who.key, returnFor(order.id, order.items[0]!.id));
  await system.queue.drain();
  const { status } = (await system.get(`/returns/${body.id}`, who.key)).body;
  if (status === 'open') await operator.post(`/operator/returns/${body.id}/resolve`, { status: 'approved' });
  await system.queue.drain();
  shops[name].refund(numbers[0], 1100);
  await runJobs();
  await runJobs();
  return (await system.get(`/returns/${body.id}`, who.key)).body;
}

async function refundRest(id: string): Promise<void> {
  const { body } = await operator.get(`/operator/orders/${id}`);
  const amount = body.refund.refundable_cents;
  const answer = await operator.post(`/operator/orders/${id}/refund`, {
    id: newId(),
    amount_cents: amount,
    note: 'Broken on arrival',
  });
  expect(answer.status, answer.text).toBe(201);
}

describe.each(names)('a %s store in euros', (name) => {
  const { price, dearer } = shops[name];

  it('is paid from a US dollar wallet at the rate of the quote, and refunded at that rate', async () => {
    const who = await customer(name);
    setRate('0.92');
    const quote = (await system.post('/orders/quote', who.key, bodyFor(name, who))).body;
    expect(quote).toMatchObject({
      currency: 'EUR',
      price_components: { total: price.euro, payment_currency: 'USD', converted_payment_total: price.dollar },
    });
    setRate('0.8');
    const sold = shops[name].sold();
    const order = await buy(name, who, { quote_id: quote.quote_id });
    expect(order, JSON.stringify(order.job_result)).toMatchObject({
      status: 'order_placed',
      job_result: { price_components: { total: price.euro, currency: 'EUR', converted_payment_total: price.dollar } },
    });
    expect(shops[name].sold()).toBe(sold + 1);
    expect(await wallet(who)).toMatchObject({ available_cents: 100_000 - price.dollar, held_cents: 0 });
    expect(await booksOf(who)).toMatchObject({
      'USD exchange': price.dollar,
      'EUR exchange': -price.euro,
      'EUR retailer': price.euro,
    });
    // 11.00 EUR at 0.92.
    expect(await sendBack(name, who, order)).toMatchObject({ status: 'credited', refund: { credited_cents: 1196 } });
    expect(await wallet(who)).toMatchObject({ available_cents: 100_000 - price.dollar + 1196 });
    expect(await booksOf(who)).toMatchObject({ 'EUR retailer': price.euro - 1100, 'EUR exchange': 1100 - price.euro });
    await refundRest(order.id);
    expect(await booksOf(who)).toEqual({ 'USD wallet.available': 100_000, 'USD funding': -100_000 });
  });

  it('is paid from a euro wallet to the cent, and refunded into it', async () => {
    const who = await customer(name, 10_000);
    setRate('0.92');
    const order = await buy(name, who);
    expect(order, JSON.stringify(order.job_result)).toMatchObject({
      status: 'order_placed',
      exchange: { payment_currency: 'EUR' },
      job_result: { price_components: { total: price.euro, converted_payment_total: price.euro } },
    });
    expect(await wallet(who, 'EUR')).toMatchObject({ available_cents: 10_000 - price.euro, held_cents: 0 });
    expect(await booksOf(who)).toMatchObject({ 'EUR retailer': price.euro, 'USD wallet.available': 100_000 });
    setRate('0.8');
    expect(await sendBack(name, who, order)).toMatchObject({ status: 'credited', refund: { credited_cents: 1196 } });
    expect(await wallet(who, 'EUR')).toMatchObject({ available_cents: 10_000 - price.euro + 1100 });
    await refundRest(order.id);
    expect(await booksOf(who)).toEqual({
      'USD wallet.available': 100_000,
      'USD funding': -100_000,
      'EUR wallet.available': 10_000,
      'EUR funding': -10_000,
    });
  });

  it.each([0, 20_000])('buys nothing above the quote and its drift, with %d euro cents', async (euro) => {
    const who = await customer(name, euro);
    setRate('0.92');
    const quoted = async () => (await system.post('/orders/quote', who.key, bodyFor(name, who))).body.quote_id;
    const [first, second] = [await quoted(), await quoted()];
    shops[name].raise();
    const sold = shops[name].sold();
    // So many US cents are fewer euro cents than the price rose by.
    const failed = await buy(name, who, { quote_id: first, max_drift_cents: dearer.euro - price.euro + 1 });
    expect(failed).toMatchObject({ status: 'order_failed', job_result: { error_type: 'price_changed' } });
    expect(shops[name].sold()).toBe(sold);
    expect(await wallet(who)).toMatchObject({ available_cents: 100_000, held_cents: 0 });
    if (euro > 0) expect(await wallet(who, 'EUR')).toMatchObject({ available_cents: euro, held_cents: 0 });
    const placed = await buy(name, who, { quote_id: second, max_drift_cents: 30 });
    expect(placed.job_result.price_components).toMatchObject({
      total: dearer.euro,
      converted_payment_total: euro > 0 ? dearer.euro : dearer.dollar,
    });
  });

  it('keeps the hold in its own currency, and releases it when the order is canceled', async () => {
    const who = await customer(name, 9200);
    setRate('0.92');
    const { id } = await place(name, who);
    expect(await wallet(who, 'EUR')).toMatchObject({ available_cents: 0, held_cents: 9200 });
    expect(await wallet(who)).toMatchObject({ available_cents: 100_000, held_cents: 0 });
    // The euros are held, so US dollars pay the second one.
    const second = await place(name, who);
    expect(second.exchange.payment_currency).toBe('USD');
    expect(await wallet(who)).toMatchObject({ available_cents: 90_000, held_cents: 10_000 });
    for (const order of [id, second.id])
      expect((await system.post(`/orders/${order}/cancel`, who.key)).status).toBe(204);
    await system.queue.drain();
    expect(await wallet(who, 'EUR')).toMatchObject({ available_cents: 9200, held_cents: 0 });
    expect(await wallet(who)).toMatchObject({ available_cents: 100_000, held_cents: 0 });
  });

  it('holds no more euros than there are for concurrent orders: US dollars pay for the others', async () => {
    const who = await customer(name, 2 * 9200 + 100);
    setRate('0.92');
    const orders = await Promise.all(Array.from({ length: 6 }, () => place(name, who)));
    const wallets = orders.map(({ exchange }) => exchange.payment_currency);
    expect(wallets.toSorted()).toEqual(['EUR', 'EUR', 'USD', 'USD', 'USD', 'USD']);
    expect(await wallet(who, 'EUR')).toMatchObject({ available_cents: 100, held_cents: 2 * 9200 });
    expect(await wallet(who)).toMatchObject({ available_cents: 60_000, held_cents: 40_000 });
    for (const { id } of orders) expect((await system.post(`/orders/${id}/cancel`, who.key)).status).toBe(204);
    await system.queue.drain();
    expect(await booksOf(who)).toMatchObject({ 'EUR wallet.available': 18_500, 'USD wallet.available': 100_000 });
  });

  it.each([0, 10_000])(
    'gives back what was paid and no more, whoever refunds first, with %d euro cents',
    async (euro) => {
      const who = await customer(name, euro);
      setRate('0.92');
      const before = await booksOf(who);
      const order = await buy(name, who);
      const refund = { id: newId(), amount_cents: 1000, note: 'Late' };
      expect((await operator.post(`/operator/orders/${order.id}/refund`, refund)).status).toBe(201);
      expect((await operator.post(`/operator/orders/${order.id}/refund`, refund)).status).toBe(200);
      const other = { ...refund, note: 'Lost' };
      expect((await operator.post(`/operator/orders/${order.id}/refund`, other)).status).toBe(409);
      shops[name].ship(order.merchant_order_ids[0]);
      for (const _unit of [1, 2]) {
        const { body } = await system.post('/returns', who.key, returnFor(order.id, order.items[0].id));
        const resolved = await operator.post(`/operator/returns/${body.id}/resolve`, { status: 'credited' });
        expect(resolved.status, resolved.text).toBe(200);
      }
      expect(await booksOf(who)).toEqual(before);
    },
  );

  it('is found after a lost response, once, and recorded at the rate of the purchase', async () => {
    const who = await customer(name);
    setRate('0.95');
    const { id } = await place(name, who);
    setRate('0.92');
    let sales = 0;
    shops[name].loseAnswer(() => {
      sales += 1;
      setRate('0.8');
    });
    const sold = shops[name].sold();
    await system.queue.drain();
    await runJobs();
    expect(sales).toBe(1);
    expect(await read(who, id)).toMatchObject({
      status: 'order_placed',
      job_result: { price_components: { total: price.euro, converted_payment_total: price.dollar } },
    });
    expect(shops[name].sold()).toBe(sold + 1);
    expect(await wallet(who)).toMatchObject({ available_cents: 100_000 - price.dollar, held_cents: 0 });
  });
});
