import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TopUpStatus } from '../../src/domains/money/top-ups/model.ts';
import { moveTopUp } from '../../src/domains/money/top-ups/sql.ts';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { signIn } from '../harness/person.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const secret = 'whsec_race';
let stripe: StripeStandIn;
let system: TestSystem;
beforeAll(async () => {
  stripe = await startStripe();
  const env = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url, STRIPE_WEBHOOK_SECRET: secret };
  system = await startSystem({ withLive: true, env, isPatient: true });
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

function tell(topUpId: string) {
  const { id } = stripe.sessionFor(topUpId);
  const { body, headers } = stripe.signedEvent(
    'checkout.session.completed',
    { object: 'checkout.session', id },
    secret,
  );
  return system.call('/stripe/events', {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

describe('a hundred concurrent confirmations of one payment', () => {
  it('credit once: events, polls and the page that the payer comes back to', { timeout: 120_000 }, async () => {
    const { key } = await system.account('live', 0);
    const { id } = (await system.post('/wallet/top-ups', key, { amount_cents: 5000 })).body;
    stripe.paySession(id);
    const ways = [() => tell(id), () => system.get(`/wallet/top-ups/${id}`, key), () => system.call(`/top-ups/${id}`)];
    const answers = await Promise.all(Array.from({ length: 102 }, (_, index) => ways[index % 3]!()));
    expect(answers.map(({ status }) => status).every((status) => status === 200)).toBe(true);
    expect((await system.get('/wallet', key)).body.balance_cents).toBe(5000);
    const { rows } = await sql`
      select kind, amount_cents from ledger_transfers where cause_id = ${id}`.execute(system.database.db);
    expect(rows).toEqual([{ kind: 'fund', amount_cents: 5000 }]);
  });

  it('and of test money', { timeout: 120_000 }, async () => {
    const key = await system.mint();
    const { id } = (await system.post('/wallet/top-ups', key, { amount_cents: 700 })).body;
    const choose = () =>
      fetch(`${system.url}/top-ups/${id}`, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) });
    await Promise.all(Array.from({ length: 100 }, choose));
    expect((await system.get('/wallet', key)).body.balance_cents).toBe(1_000_700);
  });
});

describe('a payment that arrives late', () => {
  it.each(['expired', 'failed'])('is credited once, although its top-up is %s', async (status) => {
    const { key } = await system.account('live', 0);
    const { id } = (await system.post('/wallet/top-ups', key, { amount_cents: 4300 })).body;
    if (status === 'expired') stripe.sessionFor(id).status = 'expired';
    else stripe.paySession(id, 'canceled');
    await tell(id);
    expect((await system.get(`/wallet/top-ups/${id}`, key)).body.status).toBe(status);
    stripe.paySession(id);
    await tell(id);
    await tell(id);
    expect((await system.get(`/wallet/top-ups/${id}`, key)).body.status).toBe('succeeded');
    expect((await system.get('/wallet', key)).body.balance_cents).toBe(4300);
  });
});

describe('refunds and orders that need the same money', () => {
  it('never refund what an order holds, or anything twice', { timeout: 120_000 }, async () => {
    const person = await signIn(system, `${newId()}@example.com`);
    const call = (path: string, body?: unknown) =>
      person.call(path, { method: 'POST', world: 'live', ...(body === undefined ? {} : { body }) });
    const { id } = (await call('/wallet/top-ups', { amount_cents: 10_000 })).body;
    stripe.paySession(id);
    await tell(id);
    const order = orderFor(`${system.url}/shop/products/test-success`, { max_price: 3000 });
    const calls = Array.from({ length: 40 }, (_, index) =>
      index % 4 === 0 ? call('/orders', order) : call(`/wallet/top-ups/${id}/refund`),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const { body: wallet } = await person.call('/wallet', { world: 'live' });
    const { body: topUp } = await person.call(`/wallet/top-ups/${id}`, { world: 'live' });
    expect(wallet.balance_cents + topUp.refunded_cents).toBe(10_000);
    await system.queue.drain();
    const atStripe = stripe.charges
      .get(stripe.sessionFor(id).intent!)
      ?.refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(atStripe).toBe(topUp.refunded_cents);
  });

  it('do not change the status of a completed top-up', async () => {
    const { db } = system.database;
    const now = new Date();
    const { key } = await system.account('live', 0);
    const made = await system.post('/wallet/top-ups', key, { amount_cents: 500 });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    const moves = async (...steps: TopUpStatus[]) => {
      const done: boolean[] = [];
      for (const to of steps) done.push(await moveTopUp(db, id, { to, paidAt: now }));
      return done;
    };
    expect(await moves('expired', 'failed', 'expired')).toEqual([true, false, false]);
    expect(await moves('succeeded', 'succeeded', 'failed', 'expired')).toEqual([true, false, false, false]);
    await sql`delete from top_ups where id = ${id}`.execute(db);
  });

  it('leave a balanced ledger', async () => {
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    expect(stripe.problems).toEqual([]);
  });
});
