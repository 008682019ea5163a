import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAgentsPolicy } from '../../src/domains/access/policies/index.ts';
import { movePayment } from '../../src/domains/channels/agent/payments/sql.ts';
import { dayMs, hourMs, systemClock } from '../../src/kit/clock.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let stripe: StripeStandIn;
let system: TestSystem;
let contract: Contract;
beforeAll(async () => {
  stripe = await startStripe(clock.now);
  const env = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url, ORDER_FEE_CENTS: '50' };
  system = await startSystem({ clock, withLive: true, env });
  contract = await readContract(system);
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

const link = { prefer: 'payment-link' };
const product = (scenario = 'test-success') => `${system.url}/shop/products/${scenario}`;
const look = async (id: string) => (await contract.get(`/payments/${id}`)).body;
const checkout = (id: string) => contract.post(`/payments/${id}/checkout-session`, undefined);
const playPay = (url: string, outcome = 'pay') =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `outcome=${outcome}`,
  });

async function topUpOf(paymentId: string) {
  const { rows } = await sql<{ id: string; status: string; amount_cents: number; refunded_cents: number }>`
    select t.* from top_ups t join payments p on p.top_up_id = t.id where p.id = ${paymentId}`.execute(
    system.database.db,
  );
  return rows[0];
}

async function offered(key: string, body: object, headers: Record<string, string> = {}) {
  const refused = await contract.post('/orders', key, body, { ...link, ...headers });
  expect(refused.status, refused.text).toBe(402);
  return refused;
}

async function paid(id: string) {
  const session = await checkout(id);
  expect(session.status, session.text).toBe(200);
  expect((await playPay(session.body.url)).status).toBe(303);
  await system.queue.drain();
}

describe('an order with insufficient funds', () => {
  it('is paid by a person and created automatically, once, even if the client sends it again', async () => {
    const { key } = await system.account('test', 10);
    const body = orderFor(product());
    const once = { 'idempotency-key': 'order-1' };
    const refused = await offered(key, body, once);
    const { payment_id: id, pay_url: payUrl, ...rest } = refused.body.error.details;
    expect(rest).toEqual({ required: 5050, available: 10 });
    expect(payUrl).toBe(`${system.url}/pay/${id}`);
    expect(refused.headers.get('link')).toBe(`<${payUrl}>; rel="payment"`);
    expect((await offered(key, body, once)).body.error.details.payment_id).toBe(id);
    expect(await look(id)).toEqual({
      id,
      status: 'requires_action',
      order_id: null,
      pay_url: payUrl,
      expires_at: expect.stringMatching(/Z$/),
      quote: { max_price_cents: 5000, order_fee_cents: 50, stripe_fee_cents: 0, hold_cents: 5050 },
      products: [{ url: product(), quantity: 1, variant: null }],
      client: { name: 'test', url: null },
      ship_to_summary: 'San Francisco, CA 94105, US',
    });
    const page = await (await fetch(payUrl)).text();
    expect(page).toContain('Pay $50.50');
    for (const secret of ['Jane', 'Doe', 'Market St', '4155550123']) expect(page).not.toContain(secret);

    const first = (await checkout(id)).body.url;
    expect((await checkout(id)).body.url).toBe(first);
    await playPay(first);
    expect(await look(id)).toMatchObject({ status: 'authorized', order_id: null, pay_url: null });
    await system.queue.drain();
    const done = await look(id);
    expect(done).toMatchObject({ status: 'placed', order_id: expect.any(String) });
    expect((await contract.get(`/orders/${done.order_id}`, key)).body.status).toBe('order_placed');
    const again = await contract.post('/orders', key, body, { ...link, ...once });
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      done.order_id,
      'true',
    ]);
    expect((await contract.get('/orders', key)).body.total).toBe(1);
    expect((await checkout(id)).body.error.code).toBe('payment_closed');
    // A process that looked before the money came, and writes after it, does not end a payment that has its order.
    expect(await movePayment(system.database.db, id, { from: 'requires_action', to: 'expired' })).toBe(false);
    expect(await look(id)).toMatchObject({ status: 'placed', order_id: done.order_id });
    expect(await (await fetch(payUrl)).text()).toContain('Track order');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('stores nothing unless a link was requested, nor for a request that funds would not fix', async () => {
    const { key } = await system.account('test', 10);
    const before = await rowCounts(system.database.db);
    const plain = await contract.post('/orders', key, orderFor(product()));
    expect(plain.body.error.details).toEqual({ required: 5050, available: 10 });
    const hopeless = await offered(key, orderFor(product('test-insufficient-funds')));
    expect(hopeless.body.error.details).not.toHaveProperty('pay_url');
    expect((await contract.post('/orders', key, orderFor('https://unknown.example/p'), link)).status).toBe(400);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('is not created if its key was revoked in the meantime: the money stays in the wallet', async () => {
    const { key, keyId } = await system.account('test', 0);
    const { payment_id: id } = (await offered(key, orderFor(product()))).body.error.details;
    const { url } = (await checkout(id)).body;
    await sql`update api_keys set revoked_at = now() where id = ${keyId}`.execute(system.database.db);
    await playPay(url);
    await system.queue.drain();
    expect(await look(id)).toMatchObject({ status: 'failed', order_id: null });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('can be paid after a decline, but not after a day', async () => {
    const { key } = await system.account('test', 0);
    const { payment_id: id } = (await offered(key, orderFor(product()))).body.error.details;
    const first = (await checkout(id)).body.url;
    await playPay(first, 'decline');
    expect((await look(id)).status).toBe('requires_action');
    const second = (await checkout(id)).body.url;
    expect(second).not.toBe(first);
    clock.advance(dayMs + hourMs);
    expect(await look(id)).toMatchObject({ status: 'expired', pay_url: null });
    const before = await rowCounts(system.database.db);
    expect((await checkout(id)).status).toBe(409);
    expect((await contract.get('/payments/6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10')).status).toBe(404);
    expect((await checkout('6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10')).status).toBe(404);
    expect((await contract.get('/payments/x')).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
    const { rows } = await sql`select body from payments where id = ${id}`.execute(system.database.db);
    expect(rows).toEqual([{ body: null }]);
  });

  it('is paid at Stripe with a live key', async () => {
    const { key } = await system.account('live', 0);
    const { payment_id: id } = (await offered(key, orderFor(product()))).body.error.details;
    const { url } = (await checkout(id)).body;
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.test\//);
    stripe.paySession(String((await topUpOf(id))?.id));
    expect((await look(id)).status).toBe('authorized');
    await system.queue.drain();
    expect((await look(id)).status).toBe('placed');
  });
});

describe('an agent that cannot pay', () => {
  it('gives a person the link, tracks the order with its own key, and refunds the rest to the payer', async () => {
    const asked = await contract.post('/agent/orders?method=sandbox', undefined, orderFor(product()), link);
    expect(asked.status, asked.text).toBe(402);
    const { payment_id: id } = JSON.parse(asked.text).error.details;
    const key = asked.headers.get('x-api-key') ?? '';
    expect(key).toMatch(/^svc_order_/);
    expect(await look(id)).toMatchObject({
      client: { name: 'An agent', url: null },
      quote: { hold_cents: 5100, order_fee_cents: 100 },
    });
    await paid(id);
    const { order_id: orderId, status } = await look(id);
    expect(status).toBe('placed');
    const order = (await contract.get(`/orders/${orderId}`, key)).body;
    expect(order.status).toBe('order_placed');
    const total = order.job_result.price_components.total;
    expect(await topUpOf(id)).toMatchObject({ amount_cents: 5100, refunded_cents: 5100 - 100 - total });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is refunded in full when the order fails', async () => {
    const asked = await contract.post(
      '/agent/orders?method=sandbox',
      undefined,
      orderFor(product('test-out-of-stock')),
      link,
    );
    const { payment_id: id } = JSON.parse(asked.text).error.details;
    await paid(id);
    expect((await look(id)).status).toBe('failed');
    expect(await topUpOf(id)).toMatchObject({ status: 'refunded' });
  });

  it('is refunded in full when the agent policy has nothing left', async () => {
    const asked = await contract.post('/agent/orders?method=sandbox', undefined, orderFor(product()), link);
    const { payment_id: id } = JSON.parse(asked.text).error.details;
    const write = (rules: { max_order_cents: number } | null) =>
      inTransaction(system.database.db, (tx) => {
        const needs = { tx, now: clock.now(), nameOfRetailer: (_world: string, name: string) => name };
        return writeAgentsPolicy(needs, 'test', rules, 'a test');
      });
    await write({ max_order_cents: 5099 });
    await paid(id);
    expect((await look(id)).status).toBe('failed');
    expect(await topUpOf(id)).toMatchObject({ status: 'refunded', refunded_cents: 5100 });
    const refused = await contract.post('/agent/orders?method=sandbox', undefined, orderFor(product()), link);
    expect([refused.status, refused.body.error.details.rule]).toEqual([403, 'max_order_cents']);
    await write(null);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('gets no link without asking for one', async () => {
    const before = await rowCounts(system.database.db);
    const asked = await contract.post('/agent/orders', undefined, orderFor(product()));
    expect(JSON.parse(asked.text).error.details).toEqual({});
    expect(asked.headers.get('x-api-key')).toBeNull();
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});
