import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditMoney } from '../../src/domains/operations/operator/index.ts';
import { dayMs, hourMs, systemClock } from '../../src/kit/clock.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
const secret = 'whsec_test';
let stripe: StripeStandIn;
let system: TestSystem;
let contract: Contract;
let owner: OperatorClient;
beforeAll(async () => {
  stripe = await startStripe(clock.now);
  const env = {
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_API_BASE: stripe.url,
    STRIPE_WEBHOOK_SECRET: secret,
    ...operatorEnv,
  };
  system = await startSystem({ clock, withLive: true, env });
  contract = await readContract(system);
  owner = await personOn(system, contract, 'owner@example.com');
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

const create = (cents = 5000, headers: Record<string, string> = {}) =>
  owner.call('/wallet/top-ups', { method: 'POST', body: { amount_cents: cents }, headers });
const look = async (id: string) => (await owner.get(`/wallet/top-ups/${id}`)).body;
const available = async (): Promise<number> => (await owner.get('/wallet')).body.available_cents;
const openPage = (id: string): Promise<Answer> => system.call(`/top-ups/${id}`);

function tell(
  topUpId: string,
  more: { type?: string; key?: string; at?: Date; object?: object } = {},
): Promise<Answer> {
  const { type = 'checkout.session.completed', key = secret, at = clock.now() } = more;
  const { id } = stripe.sessionFor(topUpId);
  const object = more.object ?? { object: 'checkout.session', id, metadata: { top_up_id: topUpId } };
  const { body, headers } = stripe.signedEvent(type, object, key, at);
  return contract.call('/stripe/events', { method: 'POST', body, headers });
}

async function later(ms: number): Promise<void> {
  clock.advance(ms);
  await system.queue.drain();
}

describe('a live top-up', () => {
  it('opens a page of Stripe, and fills the wallet once it is paid, no matter who tells first', async () => {
    const before = await available();
    const made = await create(5000);
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ status: 'requires_action', amount_cents: 5000, receipt_url: null }),
    ]);
    const { id } = made.body;
    expect(made.body.pay_url).toBe(`https://checkout.stripe.test/${stripe.sessionFor(id).id}`);
    expect((await look(id)).status).toBe('requires_action');
    expect(await available()).toBe(before);
    stripe.paySession(id);
    expect((await tell(id)).status).toBe(200);
    await tell(id);
    await openPage(id);
    await later(hourMs);
    const paid = await look(id);
    expect(paid).toMatchObject({ status: 'succeeded', pay_url: null });
    expect(paid.receipt_url).toContain(`/wallet/top-ups/${id}/receipt.pdf`);
    expect(await available()).toBe(before + 5000);
  });

  it.each([
    ['a poll', (id: string) => look(id)],
    ['the page that the payer comes back to', (id: string) => openPage(id)],
    ['the job, when no event ever comes', () => later(2 * hourMs)],
  ])('is noticed by %s', async (_name, notice) => {
    const before = await available();
    const { id } = (await create(700)).body;
    stripe.paySession(id);
    await notice(id);
    expect(await available()).toBe(before + 700);
    await tell(id);
    await later(2 * hourMs);
    expect(await available()).toBe(before + 700);
  });

  it('ignores an event that is forged, old, or sent before the payment', async () => {
    const before = await available();
    const { id } = (await create(900)).body;
    const object = {
      object: 'checkout.session',
      id: stripe.sessionFor(id).id,
      payment_status: 'paid',
      amount_total: 900,
    };
    expect((await tell(id, { object })).status).toBe(200);
    stripe.paySession(id);
    const forged = await tell(id, { key: 'whsec_other' });
    expect([forged.status, forged.body.error.code]).toEqual([400, 'bad_request']);
    expect((await tell(id, { at: new Date(clock.now().getTime() - hourMs) })).status).toBe(400);
    const unsigned = await contract.call('/stripe/events', { method: 'POST', body: { data: { object } } });
    expect(unsigned.status).toBe(400);
    expect(await available()).toBe(before);
    await tell(id, { type: 'checkout.session.async_payment_succeeded' });
    expect(await available()).toBe(before + 900);
    await tell(id, { type: 'checkout.session.expired' });
    expect((await look(id)).status).toBe('succeeded');
  });

  it('ignores what is not ours', async () => {
    const before = await rowCounts(system.database.db);
    const { body, headers } = stripe.signedEvent('charge.refunded', { object: 'charge', id: 'ch_1' }, secret);
    expect((await contract.call('/stripe/events', { method: 'POST', body, headers })).status).toBe(200);
    const other = stripe.signedEvent(
      'checkout.session.completed',
      { object: 'checkout.session', id: 'cs_other' },
      secret,
    );
    expect((await contract.call('/stripe/events', { method: 'POST', ...other })).status).toBe(200);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('is not credited when Stripe charged something else than requested, and an operator sees it', async () => {
    const before = await available();
    const { id } = (await create(1000)).body;
    stripe.sessionFor(id).currency = 'eur';
    stripe.paySession(id);
    await tell(id);
    expect([await available(), (await look(id)).status]).toEqual([before, 'requires_action']);
    expect((await auditMoney(system.database.db, clock.now())).map(({ problem }) => problem).join()).toContain(id);
    stripe.sessionFor(id).currency = 'usd';
    await later(2 * hourMs);
    expect(await available()).toBe(before + 1000);
  });

  it('that is under way is followed until it is final', async () => {
    const before = await available();
    const [first, second] = [(await create(1100)).body.id, (await create(1200)).body.id];
    for (const id of [first, second]) {
      stripe.paySession(id, 'processing');
      await tell(id);
      expect((await look(id)).status).toBe('requires_action');
    }
    stripe.paySession(first, 'requires_payment_method');
    await tell(first, { type: 'checkout.session.async_payment_failed' });
    expect((await look(first)).status).toBe('failed');
    stripe.paySession(second, 'succeeded');
    await later(2 * dayMs);
    expect((await look(second)).status).toBe('succeeded');
    expect(await available()).toBe(before + 1200);
  });

  it('expires when nobody pays', async () => {
    const { id } = (await create(1300)).body;
    stripe.sessionFor(id).status = 'expired';
    await later(hourMs);
    expect(await look(id)).toMatchObject({ status: 'expired', pay_url: null });
  });

  it('is created once for one idempotency key, and survives a provider that does not respond', async () => {
    stripe.setDown(true);
    const lost = await create(1400, { 'idempotency-key': 'top-up-1' });
    expect([lost.status, lost.body.error.code]).toEqual([502, 'external_service_error']);
    stripe.setDown(false);
    const [again, third] = [
      await create(1400, { 'idempotency-key': 'top-up-1' }),
      await create(1400, { 'idempotency-key': 'top-up-1' }),
    ];
    expect(again.status).toBe(201);
    expect(third.body).toEqual(again.body);
    expect([...stripe.sessions.values()].filter(({ amount }) => amount === 1400)).toHaveLength(1);
    expect((await create(1401, { 'idempotency-key': 'top-up-1' })).body.error.code).toBe('already_exists');
  });

  it('is rejected for invalid amounts and URLs, and belongs to nobody else', async () => {
    const before = await rowCounts(system.database.db);
    for (const body of [{}, { amount_cents: 99 }, { amount_cents: 1_000_001 }, { amount_cents: 10.5 }]) {
      expect((await owner.call('/wallet/top-ups', { method: 'POST', body })).status).toBe(422);
    }
    for (const url of ['javascript:alert(1)', '/app', 'https://a:b@c.example']) {
      const body = { amount_cents: 500, return_url: url };
      expect((await owner.call('/wallet/top-ups', { method: 'POST', body })).status).toBe(422);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
    const { id } = (await create()).body;
    const other = await system.account('live', 0);
    const test = await system.mint();
    for (const key of [other.key, test]) {
      for (const path of ['', '/receipt.pdf', '/receipt.csv']) {
        expect((await contract.call(`/wallet/top-ups/${id}${path}`, { key })).status).toBe(404);
      }
      expect((await contract.call('/wallet/top-ups', { key })).body).toEqual({ top_ups: [], total: 0 });
      expect((await contract.call(`/wallet/top-ups/${id}/refund`, { method: 'POST', key })).status).toBe(401);
    }
    const stranger = await personOn(system, contract, 'stranger@example.com');
    expect((await stranger.call(`/wallet/top-ups/${id}/refund`, { method: 'POST' })).status).toBe(404);
  });
});

describe('a refund', () => {
  it('refunds what is unused while orders hold the rest, and the rest later', async () => {
    const person = await personOn(system, contract, 'refunds@example.com');
    const { id } = (await person.post('/wallet/top-ups', { amount_cents: 8000 })).body;
    stripe.paySession(id);
    await tell(id);
    const order = orderFor(`${system.url}/shop/products/test-out-of-stock`, { max_price: 3000 });
    expect((await person.post('/orders', order)).status).toBeLessThan(300);
    const refund = () => person.call(`/wallet/top-ups/${id}/refund`, { method: 'POST' });
    const first = await refund();
    expect([first.status, first.body]).toMatchObject([200, { status: 'succeeded', refunded_cents: 5000 }]);
    const nothing = await refund();
    expect([nothing.status, nothing.body.error.code]).toEqual([409, 'nothing_to_refund']);
    await system.queue.drain();
    const second = await refund();
    expect([second.status, second.body]).toMatchObject([200, { status: 'refunded', refunded_cents: 8000 }]);
    await system.queue.drain();
    const charge = stripe.charges.get(stripe.sessionFor(id).intent!);
    expect(charge?.refunds.map(({ amount }) => amount)).toEqual([5000, 3000]);
    expect((await person.get('/wallet')).body).toMatchObject({ balance_cents: 0 });
  });

  it('is not available for an unpaid top-up', async () => {
    const { id } = (await create()).body;
    const answer = await owner.call(`/wallet/top-ups/${id}/refund`, { method: 'POST' });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'nothing_to_refund']);
  });

  it('that fails at Stripe is asked for anew, and an operator sees it meanwhile', async () => {
    const { id } = (await create(2000)).body;
    stripe.paySession(id);
    await tell(id);
    stripe.setRefundStatus('failed');
    await owner.call(`/wallet/top-ups/${id}/refund`, { method: 'POST' });
    await system.queue.drain();
    expect((await auditMoney(system.database.db, clock.now())).some(({ problem }) => problem.includes('refund'))).toBe(
      true,
    );
    stripe.setRefundStatus('succeeded');
    await later(2 * hourMs);
    expect(stripe.charges.get(stripe.sessionFor(id).intent!)?.refunds).toHaveLength(1);
    expect(await auditMoney(system.database.db, clock.now())).toEqual([]);
  });
});

describe('money refunded or disputed at Stripe', () => {
  async function paid(email: string, cents: number) {
    const person = await personOn(system, contract, email);
    const { id } = (await person.post('/wallet/top-ups', { amount_cents: cents })).body;
    stripe.paySession(id);
    await tell(id);
    const wallet = async () => (await person.get('/wallet')).body.balance_cents as number;
    const topUp = async () => (await person.get(`/wallet/top-ups/${id}`)).body;
    return { person, id, wallet, topUp };
  }
  const tellOf = (topUpId: string, type: string, payment: string) =>
    tell(topUpId, {
      type,
      object: { object: type.split('.')[1] === 'dispute' ? 'dispute' : 'charge', payment_intent: payment },
    });

  it('made manually is deducted from the wallet once, no matter how often it is reported, and our own refunds are not counted again', async () => {
    const { person, id, wallet, topUp } = await paid('by-hand@example.com', 6000);
    const payment = stripe.refundByHand(id, 2000);
    for (let times = 0; times < 2; times += 1) {
      expect((await tellOf(id, 'charge.refunded', payment)).status).toBe(200);
      expect(await wallet()).toBe(4000);
    }
    expect(await topUp()).toMatchObject({ status: 'succeeded', refunded_cents: 2000 });
    await person.call(`/wallet/top-ups/${id}/refund`, { method: 'POST' });
    await system.queue.drain();
    await tellOf(id, 'charge.refunded', payment);
    expect(await topUp()).toMatchObject({ status: 'refunded', refunded_cents: 6000 });
    expect(await wallet()).toBe(0);
    const charge = stripe.charges.get(payment);
    expect(charge?.refunds.map(({ amount }) => amount)).toEqual([2000, 4000]);
  });

  it('by a dispute comes back when it is won, and no event is needed for either', async () => {
    const { id, wallet, topUp } = await paid('disputes@example.com', 3000);
    stripe.dispute(id);
    await later(hourMs);
    expect(await wallet()).toBe(0);
    expect(await topUp()).toMatchObject({ status: 'refunded', refunded_cents: 3000 });
    stripe.dispute(id, 'won');
    await later(hourMs);
    await later(hourMs);
    expect(await wallet()).toBe(3000);
    expect(await topUp()).toMatchObject({ status: 'succeeded', refunded_cents: 0 });
  });

  it('after it was spent is shown to an operator, and deducted as money comes in', async () => {
    const { person, id, wallet } = await paid('spent@example.com', 3000);
    const order = orderFor(`${system.url}/shop/products/test-success`, { max_price: 3000 });
    expect((await person.post('/orders', order)).status).toBeLessThan(300);
    await system.queue.drain();
    const left = await wallet();
    expect(left).toBeLessThan(3000);
    await tellOf(id, 'charge.dispute.created', stripe.dispute(id, 'lost'));
    expect(await wallet()).toBe(0);
    const open = async () => (await auditMoney(system.database.db, clock.now())).map(({ problem }) => problem).join();
    expect(await open()).toContain(`of ${3000 - left} cents has been unresolved`);
    const more = (await person.post('/wallet/top-ups', { amount_cents: 5000 })).body.id;
    stripe.paySession(more);
    await tell(more);
    await later(hourMs);
    expect(await wallet()).toBe(5000 - (3000 - left));
    expect(await open()).toBe('');
  });
});

describe('in the sandbox', () => {
  const choose = (id: string, outcome: string) =>
    fetch(`${system.url}/top-ups/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });

  it.each([
    ['pay', 'succeeded', 2500],
    ['decline', 'failed', 0],
  ])('a page of ours plays the payment: %s', async (outcome, status, cents) => {
    const key = await system.mint();
    const made = await contract.call('/wallet/top-ups', { method: 'POST', key, body: { amount_cents: 2500 } });
    const { id, pay_url } = made.body;
    expect(pay_url).toBe(`${system.url}/top-ups/${id}`);
    expect((await openPage(id)).text).toContain('test money');
    for (let times = 0; times < 3; times += 1) expect((await choose(id, outcome)).status).toBe(303);
    expect((await contract.call(`/wallet/top-ups/${id}`, { key })).body.status).toBe(status);
    expect((await contract.call('/wallet', { key })).body.available_cents).toBe(1_000_000 + cents);
  });

  it('it is slow on request', async () => {
    const key = await system.mint();
    const { id } = (await contract.call('/wallet/top-ups', { method: 'POST', key, body: { amount_cents: 300 } })).body;
    await choose(id, 'slow');
    expect((await contract.call(`/wallet/top-ups/${id}`, { key })).body.status).toBe('requires_action');
    await later(2 * hourMs);
    expect((await contract.call(`/wallet/top-ups/${id}`, { key })).body.status).toBe('succeeded');
  });

  it('no real money is paid on a page of ours', async () => {
    const { id } = (await create()).body;
    expect((await choose(id, 'pay')).status).toBe(404);
    expect((await look(id)).status).toBe('requires_action');
  });
});

describe('receipts and statements', () => {
  it('are PDF and CSV, and add up', async () => {
    const key = await system.mint();
    const { id } = (await contract.call('/wallet/top-ups', { method: 'POST', key, body: { amount_cents: 4200 } })).body;
    expect((await contract.call(`/wallet/top-ups/${id}/receipt.pdf`, { key })).status).toBe(404);
    await fetch(`${system.url}/top-ups/${id}`, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) });
    const pdf = await system.call(`/wallet/top-ups/${id}/receipt.pdf`, { key });
    expect([pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
    expect((await system.call(`/wallet/top-ups/${id}/receipt.csv`, { key })).text).toContain(`${id},`);
    const { statements } = (await contract.call('/wallet/statements', { key })).body;
    const month = clock.now().toISOString().slice(0, 7);
    expect(statements.map((one: { month: string }) => one.month)).toEqual([month]);
    const csv = (await system.call(`/wallet/statements/${month}/statement.csv`, { key })).text.trim().split('\r\n');
    expect(csv[1]).toContain('opening_balance');
    expect(csv.at(-1)).toBe(',closing_balance,,,,1004200,,');
    const statement = await system.call(`/wallet/statements/${month}/statement.pdf`, { key });
    expect(statement.text.slice(0, 5)).toBe('%PDF-');
    expect((await system.call('/wallet/statements/2020-13/statement.csv', { key })).status).toBe(422);
  });
});

it('leaves matching ledgers, here and at Stripe', async () => {
  await later(hourMs);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(stripe.problems).toEqual([]);
});

describe('without Stripe', () => {
  it.each([{}, { STRIPE_SECRET_KEY: 'sk_test_x' }])('a live wallet is filled by an operator (%o)', async (env) => {
    const plain = await startSystem({ env });
    try {
      const { key } = await plain.account('live', 0);
      const answer = await plain.post('/wallet/top-ups', key, { amount_cents: 500 });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'top_up_unavailable']);
      expect(answer.body.error.message).toContain('operator');
      expect((await plain.get('/wallet/top-ups', key)).body.total).toBe(0);
      expect((await plain.post('/stripe/events', undefined, {}, { 'stripe-signature': 't=1,v1=x' })).status).toBe(400);
    } finally {
      await plain.stop();
    }
  });
});
