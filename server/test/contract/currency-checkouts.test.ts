import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOf } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems, purchaseProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { createRatesFile } from '../harness/rates-file.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startUcpAgent, ucpAddress } from '../harness/ucp-agent.ts';

// UCP checkouts, agents and payment links at stores in euros. 19.99 EUR at 0.92 are 21.73 USD, and the fee of 1.00 USD
// is 0.92 EUR.

let system: TestSystem;
let contract: Contract;
let rates: Awaited<ReturnType<typeof createRatesFile>>;
let agent: Awaited<ReturnType<typeof startUcpAgent>>;
beforeAll(async () => {
  rates = await createRatesFile('0.92');
  const env = { ORDER_FEE_CENTS: '100', FX_RATES: rates.path, WEBHOOK_ALLOW_PRIVATE: 'true' };
  system = await startSystem({ env });
  contract = await readContract(system);
  agent = await startUcpAgent(system);
});
afterAll(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  expect(await paymentProblems(system.database.db)).toEqual([]);
  await system.stop();
  await Promise.all([agent.stop(), rates.remove()]);
});

const product = (name: string) => `${system.url}/shop/products/test-${name}`;
const destination = ucpAddress;
const fulfillment = { methods: [{ type: 'shipping', destinations: [destination] }] };
const linesOf = (...urls: string[]) => urls.map((id) => ({ item: { id }, quantity: 1 }));
const wish = (...urls: string[]) => ({ line_items: linesOf(...urls), fulfillment });
const sessions = '/ucp/checkout-sessions';

interface Total {
  type: string;
  amount: number;
}
const totalOf = ({ totals }: { totals: Total[] }) => totals.find(({ type }) => type === 'total')?.amount;
/** The lines of the totals add up. */
function expectSound({ totals }: { totals: Total[] }) {
  const parts = totals.filter(({ type }) => type !== 'total');
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalOf({ totals }));
}

async function fill(key: string, amount: number): Promise<void> {
  const { id } = (await contract.post('/wallet/top-ups', key, { amount_cents: amount, currency: 'EUR' })).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await system.call(`/top-ups/${id}`, { method: 'POST', body: 'outcome=pay', headers });
}
const wallet = async (key: string, currency = 'USD') => (await contract.get(`/wallet?currency=${currency}`, key)).body;
const work = async () => {
  for (let round = 0; round < 4; round += 1) await system.queue.drain();
};

describe('a UCP checkout at a store in euros', () => {
  it('is in euros from the beginning, with its fee, and costs what it says', async () => {
    const key = await system.mint();
    await fill(key, 4000);
    const bare = (await system.post(sessions, key, { line_items: linesOf(product('euro')) })).body;
    expect(bare).toMatchObject({ status: 'incomplete', currency: 'EUR' });
    expect(totalOf(bare)).toBe(1999);
    const opened = (await system.post(sessions, key, wish(product('euro')))).body;
    expect(opened).toMatchObject({ status: 'ready_for_complete', currency: 'EUR' });
    expect(totalOf(opened)).toBe(1999 + 92);
    expectSound(opened);
    const completing = system.post(`${sessions}/${opened.id}/complete`, key, {});
    await new Promise((resolve) => setTimeout(resolve, 500));
    await work();
    const { order } = (await completing).body;
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 4000 - 1999 - 92, held_cents: 0 });
    expect(await wallet(key)).toMatchObject({ available_cents: 1_000_000 });
    const shown = (await system.get(`/ucp/orders/${order.id}`, key)).body;
    expect(shown).toMatchObject({ currency: 'EUR', line_items: [{ item: { price: 1999 } }] });
    expect(totalOf(shown)).toBe(1999);
    expectSound(shown);
    expectSound(shown.line_items[0]);
  });

  it('adds no prices of different currencies', async () => {
    const key = await system.mint();
    const body = { line_items: linesOf(product('euro'), product('success')) };
    const opened = (await system.post(sessions, key, body)).body;
    expect(opened).toMatchObject({ status: 'incomplete', currency: 'EUR' });
    expect(totalOf(opened)).toBe(1999);
    const addressed = (await system.post(sessions, key, wish(product('success'), product('euro')))).body;
    expect(addressed).toMatchObject({
      status: 'incomplete',
      currency: 'USD',
      messages: [{ code: 'item_unavailable', content: 'All items must be from one store.' }],
    });
  });

  it('says so if there is no exchange rate', async () => {
    const key = await system.mint();
    const { body } = await system.post(sessions, key, wish(product('zero-decimal')));
    expect(body).toMatchObject({
      status: 'incomplete',
      currency: 'JPY',
      messages: [{ code: 'item_unavailable', content: 'No exchange rate is available for JPY.' }],
    });
  });
});

describe('an agent that pays with its request', () => {
  it('buys in euros through UCP for the US dollars that its checkout says', async () => {
    const bare = (await agent.call('POST', sessions, { line_items: linesOf(product('euro')) })).body;
    expect(bare).toMatchObject({ status: 'incomplete', currency: 'USD', line_items: [{ item: { price: 2173 } }] });
    const opened = (await agent.call('POST', sessions, wish(product('euro')))).body;
    expect(opened, JSON.stringify(opened)).toMatchObject({ status: 'ready_for_complete', currency: 'USD' });
    // 21.728 USD, so that a cent less would not be enough; and the fee.
    expect(totalOf(opened)).toBe(2173 + 100);
    expectSound(opened);
    const paid = await agent.pay(`${sessions}/${opened.id}/complete`, {});
    expect(paid.status, paid.text).toBeLessThan(300);
    await work();
    const done = (await agent.call('GET', `${sessions}/${opened.id}`)).body;
    expect(done, JSON.stringify(done)).toMatchObject({ status: 'completed' });
    const order = (await agent.call('GET', `/ucp/orders/${done.order.id}`)).body;
    expect(order).toMatchObject({ currency: 'EUR', line_items: [{ item: { price: 1999 } }] });
  });

  it('is asked for no payment if there is no exchange rate', async () => {
    const before = await rowCounts(system.database.db);
    const answer = await agentOf(system).ask('/agent/orders', orderFor(product('zero-decimal')));
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.error.code).toBe('currency_unsupported');
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

it('a payment link asks for the US dollars of a maximum price in another currency', async () => {
  const { key } = await system.account('test', 10);
  const body = orderFor(product('euro'), { max_price: 2500, max_price_currency: 'EUR' });
  const refused = await contract.post('/orders', key, body, { prefer: 'payment-link' });
  expect(refused.body.error.details).toMatchObject({ required: 2817, available: 10 });
  const { payment_id: id } = refused.body.error.details;
  const link = async () => (await contract.get(`/payments/${id}`)).body;
  expect((await link()).quote).toMatchObject({ max_price_cents: 2717, order_fee_cents: 100, hold_cents: 2817 });
  const { url } = (await contract.post(`/payments/${id}/checkout-session`, undefined)).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await system.call(new URL(url).pathname, { method: 'POST', body: 'outcome=pay', headers });
  await work();
  const { order_id: orderId, status } = await link();
  expect(status).toBe('placed');
  expect((await contract.get(`/orders/${orderId}`, key)).body).toMatchObject({ status: 'order_placed' });
  expect(await wallet(key)).toMatchObject({ available_cents: 10 + 2817 - 2173 - 100, held_cents: 0 });
});
