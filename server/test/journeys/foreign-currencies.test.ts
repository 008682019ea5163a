import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { agentOf } from '../harness/agent.ts';
import { booksOf } from '../harness/books.ts';
import { ledgerProblems, paymentProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { createRatesFile } from '../harness/rates-file.ts';
import { address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { amazonSettings } from '../stand-ins/amazon-business/bench.ts';
import { amazonCredentials, startAmazonStandIn } from '../stand-ins/amazon-business/store.ts';
import { startStandIn } from '../stand-ins/ucp/store.ts';

// Amazon in Germany and Italy and a UCP store, all in euros, bought from with US dollars, with euros, and by agents.

let amazon: Awaited<ReturnType<typeof startAmazonStandIn>>;
let mugs: Awaited<ReturnType<typeof startStandIn>>;
let rates: Awaited<ReturnType<typeof createRatesFile>>;
let system: TestSystem;
let operator: OperatorClient;
beforeAll(async () => {
  [amazon, mugs, rates] = await Promise.all([startAmazonStandIn(), startStandIn(), createRatesFile('0.92')]);
  amazon.behave({ currency: 'EUR', regions: ['DE', 'IT'], hasTaxInside: true });
  mugs.behave({ currency: 'EUR' });
  const env = { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true', FX_RATES: rates.path };
  system = await startSystem({ env });
  mugs.state.clientKeys = (await system.get('/ucp/profiles/2026-08-25')).body.keys;
  operator = await personOn(system, await readContract(system));
  const consent = { by: 'Acme', on: '2026-11-17' };
  for (const marketplace of ['DE', 'IT']) {
    await add({
      name: `amazon-${marketplace.toLowerCase()}`,
      brand: 'amazon',
      kind: 'amazon-business',
      api_url: amazon.origin,
      consent,
      credentials: amazonCredentials,
      settings: amazonSettings(amazon.tokenUrl, {
        region: 'eu',
        marketplace,
        principal_contains_tax: true,
        requests_per_second: 50,
      }),
    });
  }
  for (const world of ['live', 'test']) {
    await add({
      name: `mugs-${world}`,
      kind: 'ucp',
      world,
      url: mugs.origin,
      currency: 'EUR',
      payment: { handler: 'com.example.pay', type: 'card' },
      credentials: { payment_token: 'tok_1' },
      consent,
      contact: 'buyer@example.com',
      accounts: 'guest',
    });
  }
});
afterAll(async () => {
  await system.stop();
  await Promise.all([amazon.close(), mugs.close(), rates.remove()]);
});
afterEach(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await paymentProblems(system.database.db)).toEqual([]);
});

async function add(body: Record<string, unknown>): Promise<void> {
  const added = await operator.post('/operator/stores', body);
  expect(added.status, added.text).toBe(201);
}

/** A customer with 1,000 dollars, and with 1,000 euros where they pay in euros. */
async function customerWith(wallet: 'USD' | 'EUR') {
  const { key, accountId } = await system.account('live', 100_000);
  const credit = { id: newId(), accountId, world: 'live' as const, note: 'test', amount: toCents(100_000) };
  if (wallet === 'EUR')
    await creditWallet({ tx: system.database.db, clock: systemClock }, { ...credit, currency: 'EUR' });
  return {
    key,
    order: async (id: string) => (await system.get(`/orders/${id}`, key)).body,
    wallet: async (currency: string) => (await system.get(`/wallet?currency=${currency}`, key)).body,
    books: () => booksOf(system.database.db, accountId),
  };
}

const berlin = { ...address, city: 'Berlin', state: null, postal_code: '10115', country: 'DE' };
const rome = { ...address, city: 'Roma', state: 'RM', postal_code: '00184', country: 'IT' };
/** Two mugs with their tax inside and free shipping: 25.00 EUR, or 27.17 USD at 0.92. */
const price = { euro: 2500, dollar: 2717 };

describe.each([
  ['DE', 'https://www.amazon.de/dp/B0MUG00001', berlin],
  ['IT', 'https://www.amazon.it/Tazza/dp/B0MUG00001?th=1', rome],
] as const)('Amazon %s', (marketplace, url, shipping_address) => {
  it.each(['USD', 'EUR'] as const)('is quoted, bought and partly refunded from a %s wallet', async (wallet) => {
    const customer = await customerWith(wallet);
    rates.setRate('0.92');
    const body = { ...orderFor(url), products: [{ url, quantity: 2 }], shipping_address };
    const paid = wallet === 'EUR' ? price.euro : price.dollar;
    const components = {
      currency: 'EUR',
      tax_included: true,
      total: price.euro,
      payment_currency: wallet,
      converted_payment_total: paid,
    };
    const quote = await system.post('/orders/quote', customer.key, body);
    expect(quote.body, quote.text).toMatchObject({ currency: 'EUR', price_components: components });
    // The quote binds its rate.
    rates.setRate('0.8');
    const made = await system.post('/orders', customer.key, { ...body, quote_id: quote.body.quote_id });
    expect(made.status, made.text).toBe(201);
    await system.queue.drain();
    const order = await customer.order(made.body.id);
    expect(order, JSON.stringify(order.job_result)).toMatchObject({
      status: 'order_placed',
      retailer: 'amazon',
      job_result: { price_components: components },
    });
    expect(amazon.soldUnder(order.id)).toBe(1);
    expect(amazon.state.orders.at(-1)?.total).toBe(price.euro);
    expect(JSON.stringify(amazon.seen('order').at(-1)?.body)).toContain(`"region":"${marketplace}"`);
    expect(await customer.wallet(wallet)).toMatchObject({ available_cents: 100_000 - paid, held_cents: 0 });
    expect((await customer.books())['EUR retailer']).toBe(price.euro);

    // 10.00 USD are 9.20 EUR at the rate of the purchase.
    const refund = (amount_cents: number) =>
      operator.post(`/operator/orders/${order.id}/refund`, { id: newId(), amount_cents, note: 'Broken on arrival' });
    const part = await refund(1000);
    expect(part.status, part.text).toBe(201);
    const back = wallet === 'EUR' ? 920 : 1000;
    expect(await customer.wallet(wallet)).toMatchObject({ available_cents: 100_000 - paid + back });
    expect((await customer.books())['EUR retailer']).toBe(price.euro - 920);
    const rest = (await operator.get(`/operator/orders/${order.id}`)).body.refund.refundable_cents;
    expect((await refund(rest)).status).toBe(201);
    expect(await customer.books()).toEqual({
      'USD wallet.available': 100_000,
      'USD funding': -100_000,
      ...(wallet === 'EUR' && { 'EUR wallet.available': 100_000, 'EUR funding': -100_000 }),
    });
  });
});

describe('a UCP store in euros', () => {
  const mug = () => `${mugs.origin}/products/enamel-mug`;
  const soldTotals = () => mugs.state.orders.size;

  it('sells to an agent that pays in US dollars for this order alone', async () => {
    rates.setRate('0.92');
    const sold = soldTotals();
    const paid = await agentOf(system).pay('/agent/orders', orderFor(mug()));
    expect(paid.status, paid.text).toBeLessThan(300);
    for (let round = 0; round < 3; round += 1) await system.queue.drain();
    const { body } = await system.get(`/orders/${paid.body.id}`, paid.headers.get('x-api-key')!);
    expect(body, JSON.stringify(body.job_result)).toMatchObject({
      status: 'order_placed',
      job_result: { price_components: { currency: 'EUR', payment_currency: 'USD' } },
    });
    // The agent paid max_price and a fee of one dollar, and gets back what was not needed.
    const { total, converted_payment_total: dollars } = body.job_result.price_components;
    expect(dollars).toBe(Math.floor(total / 0.92 + 0.5));
    expect(body.payment).toMatchObject({ amount_cents: 5100, refunded_cents: 5000 - dollars });
    expect(soldTotals()).toBe(sold + 1);
  });

  it('sells to a UCP agent with a key, paid from the euro wallet', async () => {
    const customer = await customerWith('EUR');
    const destination = {
      id: 'home',
      first_name: 'Jane',
      last_name: 'Doe',
      street_address: '1 Market St',
      address_locality: 'San Francisco',
      address_region: 'CA',
      postal_code: '94105',
      address_country: 'US',
      phone_number: '+14155550123',
    };
    const methods = [{ type: 'shipping', destinations: [destination], selected_destination_id: 'home' }];
    const wish = { line_items: [{ item: { id: mug() }, quantity: 1 }], fulfillment: { methods } };
    const sold = soldTotals();
    const opened = await system.post('/ucp/checkout-sessions', customer.key, wish);
    expect(opened.body, opened.text).toMatchObject({ status: 'ready_for_complete', currency: 'EUR' });
    const completing = system.post(`/ucp/checkout-sessions/${opened.body.id}/complete`, customer.key, {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    await system.queue.drain();
    const done = await completing;
    const order = await customer.order(done.body.order.id);
    const { total } = order.job_result.price_components;
    expect(order, JSON.stringify(order.job_result)).toMatchObject({
      status: 'order_placed',
      job_result: { price_components: { currency: 'EUR', payment_currency: 'EUR', converted_payment_total: total } },
    });
    expect(opened.body.totals).toContainEqual(expect.objectContaining({ type: 'total', amount: total }));
    expect(soldTotals()).toBe(sold + 1);
    expect(await customer.wallet('EUR')).toMatchObject({ available_cents: 100_000 - total, held_cents: 0 });
    expect(await customer.books()).toMatchObject({ 'EUR retailer': total, 'USD wallet.available': 100_000 });
  });
});
