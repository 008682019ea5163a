import { request as httpRequest } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { agentOf, challengesOf, credentialFor, receiptIn, requestOf } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems, purchaseProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { signIn } from '../harness/person.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startUcpAgent } from '../harness/ucp-agent.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let stripe: StripeStandIn;
let system: TestSystem;
let agent: ReturnType<typeof agentOf>;
beforeAll(async () => {
  stripe = await startStripe();
  const env = {
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_API_BASE: stripe.url,
    STRIPE_NETWORK_ID: 'profile_1',
    ...operatorEnv,
  };
  system = await startSystem({ clock, withLive: true, env });
  agent = agentOf(system);
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

const path = '/agent/orders';
const orderOf = (scenario: string) => orderFor(`${system.url}/shop/products/test-${scenario}`);
const problem = (name: string) => `https://paymentauth.org/problems/${name}`;
let tokens = 0;

async function prepare(body: unknown, token = `spt_ok_${++tokens}`): Promise<string> {
  return credentialFor(await agent.challengeFor(path, body, 'stripe'), { spt: token });
}

const payWith = async (body: unknown, token?: string, headers?: Record<string, string>) =>
  agent.send(path, body, await prepare(body, token), headers);

const readOrder = async (answer: { body: { id: string }; headers: Headers }) =>
  (await system.get(`/orders/${answer.body.id}`, answer.headers.get('x-api-key')!)).body;

async function statusOf(token: string): Promise<string[]> {
  const paymentIds = [...stripe.charges.values()]
    .filter((charge) => charge.token === token)
    .map(({ paymentId }) => paymentId);
  const { rows } = await sql<{ status: string }>`
    select status from agent_payments where id = any (${paymentIds}::uuid[])`.execute(system.database.db);
  return rows.map(({ status }) => status);
}

describe('stripe', () => {
  it('is offered beside the sandbox, each on a header line of its own', async () => {
    const lines = await new Promise<string[]>((resolve, reject) => {
      const call = httpRequest(`${system.url}${path}`, { method: 'POST' }, (response) => {
        response.resume();
        const raw = response.rawHeaders;
        resolve(
          raw.flatMap((name, index) =>
            name.toLowerCase() === 'www-authenticate' && index % 2 === 0 ? [raw[index + 1]!] : [],
          ),
        );
      });
      call.on('error', reject).end();
    });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^Payment id=".*method="stripe"/);
    expect(lines[1]).toMatch(/^Payment id=".*method="sandbox"/);
  });

  it('is the only method with ?method=stripe or Accept-Payment, and never for one cent', async () => {
    const methods = async (url: string, accept = '*/*') =>
      challengesOf(await agent.ask(url, undefined, { 'accept-payment': accept })).map(({ method }) => method);
    expect(await methods(`${path}?method=stripe`)).toEqual(['stripe']);
    expect(await methods(path, 'stripe/charge')).toEqual(['stripe']);
    expect(await methods(path, 'sandbox/charge, stripe/charge;q=0.5')).toEqual(['sandbox', 'stripe']);
    expect(await methods('/agent/search?q=usb')).toEqual(['prepaid', 'sandbox']);
    expect(requestOf(challengesOf(await agent.ask(`${path}?method=stripe`))[0]!)).toMatchObject({
      currency: 'usd',
      methodDetails: { networkId: 'profile_1', paymentMethodTypes: ['card'] },
    });
  });

  it('charges, buys in live mode, and refunds the difference', async () => {
    const answer = await payWith(orderOf('success'), 'spt_good');
    expect(answer.status).toBe(201);
    const charge = [...stripe.charges.values()].find(({ token }) => token === 'spt_good')!;
    expect(charge).toMatchObject({ amount: 5100, status: 'succeeded', refunds: [] });
    expect(receiptIn(answer)).toMatchObject({ method: 'stripe', reference: charge.id });
    await system.queue.drain();
    const order = await readOrder(answer);
    const rest = 5000 - order.job_result.price_components.total;
    expect(order).toMatchObject({ status: 'order_placed', payment: { method: 'stripe', refunded_cents: rest } });
    expect(charge.refunds).toEqual([{ id: order.payment.refunds[0].reference, amount: rest }]);
    const { rows } = await sql`select world from orders where id = ${answer.body.id}`.execute(system.database.db);
    expect(rows).toEqual([{ world: 'live' }]);
  });

  it('refunds everything if the order fails, once the provider can be reached again', async () => {
    const answer = await payWith(orderOf('out-of-stock'), 'spt_fails');
    stripe.setDown(true);
    await system.queue.drain();
    expect(await readOrder(answer)).toMatchObject({
      status: 'order_failed',
      payment: { refunded_cents: 0, refunds: [{ status: 'pending', amount_cents: 5100 }] },
    });
    stripe.setDown(false);
    clock.advance(3_600_000);
    await system.queue.drain();
    expect((await readOrder(answer)).payment).toMatchObject({
      refunded_cents: 5100,
      refunds: [{ status: 'completed' }],
    });
  });

  it('that declines makes no order, and is challenged anew', async () => {
    const answer = await payWith(orderOf('success'), 'spt_declined');
    expect([answer.status, answer.body.type, answer.body.code]).toEqual([
      402,
      problem('verification-failed'),
      'payment_failed',
    ]);
    expect(answer.body.detail).toContain('Your card was declined');
    expect(challengesOf(answer)).toHaveLength(2);
  });

  it('that wants the bank to confirm takes nothing', async () => {
    const answer = await payWith(orderOf('success'), 'spt_3ds');
    expect([answer.status, answer.body.type]).toEqual([402, problem('payment-action-required')]);
    expect([...stripe.charges.values()].find(({ token }) => token === 'spt_3ds')!.status).toBe('canceled');
  });

  it('refuses a malformed token before it asks anyone', async () => {
    const before = stripe.requests.length;
    const answer = await payWith(orderOf('success'), 'card_4242');
    expect([answer.status, answer.body.type]).toEqual([402, problem('malformed-credential')]);
    expect(stripe.requests).toHaveLength(before);
  });

  it('charges a credential once, no matter how often it is sent', async () => {
    const body = orderOf('success');
    const credential = await prepare(body, 'spt_slow_1');
    const answers = await Promise.all(Array.from({ length: 50 }, () => agent.send(path, body, credential)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 402)]);
    expect(stripe.succeeded().filter(({ token }) => token === 'spt_slow_1')).toHaveLength(1);
  });

  it('says that the first is still running, and then gives its answer again', async () => {
    const body = orderOf('success');
    const credential = await prepare(body, 'spt_slow_2');
    const headers = { 'idempotency-key': 'k' };
    const send = () => agent.send(path, body, credential, headers);
    const racing = await Promise.all([send(), send(), send(), send()]);
    const made = racing.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(racing.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const again = await send();
    expect([...made, again].map(({ text }) => text)).toEqual(Array(made.length + 1).fill(again.text));
    expect(again.headers.get('x-api-key')).toBe(made[0]!.headers.get('x-api-key'));
    expect(stripe.succeeded().filter(({ token }) => token === 'spt_slow_2')).toHaveLength(1);
  });

  it('refuses a token that paid before, with another challenge', async () => {
    await payWith(orderOf('success'), 'spt_twice');
    const answer = await payWith(orderOf('success'), 'spt_twice');
    expect([answer.status, answer.body.code]).toEqual([402, 'payment_failed']);
    expect(stripe.succeeded().filter(({ token }) => token === 'spt_twice')).toHaveLength(1);
  });

  it('that takes the money and never answers is a 5xx, and the money goes back', async () => {
    const answer = await payWith(orderOf('success'), 'spt_hangup');
    expect([answer.status, answer.body.error.code]).toEqual([502, 'external_service_error']);
    expect(await statusOf('spt_hangup')).toEqual(['claimed']);
    clock.advance(130_000);
    await system.queue.drain();
    const charge = [...stripe.charges.values()].find(({ token }) => token === 'spt_hangup')!;
    expect(charge.refunds.map(({ amount }) => amount)).toEqual([5100]);
    expect(await statusOf('spt_hangup')).toEqual(['abandoned']);
  });

  it('is refunded if the retailer is turned off during the payment, and nobody is asked to pay again', async () => {
    const operator = await signIn(system, operatorEmail);
    const flip = (enabled: boolean) =>
      operator.call('/operator/retailers/127.0.0.1', {
        method: 'PUT',
        body: { world: 'live', enabled, reason: `Now ${enabled}.` },
      });
    stripe.setGate(() => flip(false));
    const answer = await payWith(orderOf('success'), 'spt_gate');
    expect([answer.status, answer.body.error.code]).toEqual([503, 'service_unavailable']);
    expect(answer.body.error.message).toContain('refunded in full');
    clock.advance(130_000);
    await system.queue.drain();
    const charge = [...stripe.charges.values()].find(({ token }) => token === 'spt_gate')!;
    expect(charge.refunds.map(({ amount }) => amount)).toEqual([5100]);
    expect(await statusOf('spt_gate')).toEqual(['abandoned']);
    await flip(true);
  });

  it('leaves matching ledgers, here and at the provider', async () => {
    clock.advance(3_600_000);
    await system.queue.drain();
    const { db } = system.database;
    expect(await purchaseProblems(db)).toEqual([]);
    expect(await paymentProblems(db)).toEqual([]);
    expect(await ledgerProblems(db)).toEqual([]);
    expect(stripe.problems).toEqual([]);
    const { rows } = await sql<{ taken: number; returned: number }>`
      select coalesce(sum(amount_cents) filter (where debit = 'agent.stripe'), 0)::bigint as taken,
        coalesce(sum(amount_cents) filter (where credit = 'agent.stripe'), 0)::bigint as returned
      from ledger_transfers`.execute(db);
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(rows[0]).toEqual({
      taken: sum(stripe.succeeded().map(({ amount }) => amount)),
      returned: sum(stripe.succeeded().flatMap(({ refunds }) => refunds.map(({ amount }) => amount))),
    });
  });
});

describe('the mode of a payment', () => {
  it('is the mode of the order: test money cannot pay for a live checkout', async () => {
    const money = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url, STRIPE_NETWORK_ID: 'profile_1' };
    const live = await startSystem({ withLive: true, env: { ...money, WEBHOOK_ALLOW_PRIVATE: 'true' } });
    const buyer = await startUcpAgent(live);
    try {
      const destination = {
        first_name: 'Jane',
        last_name: 'Doe',
        street_address: '1 Market St',
        address_locality: 'San Francisco',
        address_region: 'CA',
        postal_code: '94105',
        address_country: 'US',
        phone_number: '+14155550123',
      };
      const sessions = '/ucp/checkout-sessions';
      const opened = await buyer.call('POST', sessions, {
        line_items: [{ item: { id: `${live.url}/shop/products/test-success` }, quantity: 1 }],
        fulfillment: { methods: [{ type: 'shipping', destinations: [destination] }] },
      });
      expect(opened.status, opened.text).toBe(201);
      const asked = await buyer.call('POST', `${sessions}/${opened.body.id}/complete`, {});
      expect(challengesOf(asked).map(({ method }) => method)).toEqual(['stripe']);
    } finally {
      await live.stop();
      await buyer.stop();
    }
  });

  it('is the mode of its money: the wallet, the key and the order that it pays for', async () => {
    const body = orderOf('success');
    const paid = [await payWith(body), await agent.pay(path, body)];
    expect(paid.map(({ status }) => status)).toEqual([201, 201]);
    const { rows } = await sql<Record<string, string>>`
      select o.world, w.world as wallet, k.world as key, p.world as payment, p.method
      from orders o join wallets w on w.account_id = o.account_id join api_keys k on k.id = o.api_key_id
        join agent_payments p on p.order_id = o.id
      where o.id = any (${paid.map(({ body: { id } }) => id)}::uuid[]) order by o.world`.execute(system.database.db);
    const all = (world: string) => ({ world, wallet: world, key: world, payment: world });
    expect(rows).toEqual([
      { ...all('live'), method: 'stripe' },
      { ...all('test'), method: 'sandbox' },
    ]);
  });
});

describe('a test key of Stripe', () => {
  it('serves the sandbox: test money buys nothing real', async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: stripe.url, AGENT_SANDBOX: 'false' };
    const sandbox = await startSystem({ withLive: true, env });
    try {
      const buyer = agentOf(sandbox);
      const body = orderFor(`${sandbox.url}/shop/products/test-success`);
      const challenge = await buyer.challengeFor(path, body, 'stripe');
      const answer = await buyer.send(path, body, credentialFor(challenge, { spt: 'spt_test_world' }));
      const { rows } = await sql`select world from orders where id = ${answer.body.id}`.execute(sandbox.database.db);
      expect(rows).toEqual([{ world: 'test' }]);
      const calls = challengesOf(await buyer.ask('/agent/search?q=a')).map(({ method }) => method);
      expect(calls).toEqual(['prepaid']);
    } finally {
      await sandbox.stop();
    }
  });
});
