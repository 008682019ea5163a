import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let stripe: StripeStandIn;
let system: TestSystem;
let contract: Contract;
let owner: OperatorClient;
beforeAll(async () => {
  stripe = await startStripe(clock.now);
  const env = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url, ...operatorEnv };
  system = await startSystem({ clock, withLive: true, env });
  contract = await readContract(system);
  owner = await personOn(system, contract, 'owner@example.com');
});
afterAll(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  await system.stop();
  await stripe.stop();
});

const walletOf = (key: string, currency: string) => contract.get(`/wallet?currency=${currency}`, key);

describe('wallets in other currencies', () => {
  it('are opened once, listed next to the US dollar wallet, and visible to nobody else', async () => {
    const key = await system.mint();
    const dollars = (await contract.get('/wallet', key)).body;
    expect((await contract.get('/wallets', key)).body).toEqual({ wallets: [dollars], total: 1 });
    expect((await walletOf(key, 'EUR')).status).toBe(404);
    const empty = { balance_cents: 0, held_cents: 0, available_cents: 0, currency: 'EUR' };
    const opened = await contract.post('/wallets', key, { currency: 'EUR' });
    expect([opened.status, opened.body]).toEqual([201, empty]);
    expect((await contract.post('/wallets', key, { currency: 'EUR' })).status).toBe(200);
    expect((await contract.post('/wallets', key, { currency: 'USD' })).body).toEqual(dollars);
    expect((await contract.get('/wallets', key)).body).toEqual({ wallets: [dollars, empty], total: 2 });
    expect((await walletOf(await system.mint(), 'EUR')).status).toBe(404);
  });

  it('are rejected for an unknown currency, and nothing is written', async () => {
    const key = await system.mint();
    const before = await rowCounts(system.database.db);
    for (const body of [{}, { currency: 'XQQ' }, { currency: 'eur' }, { currency: 'EUR', more: 1 }]) {
      expect((await contract.post('/wallets', key, body)).status).toBe(422);
    }
    const topUps = [
      { amount_cents: 500, currency: 'XQQ' },
      { amount_cents: 99, currency: 'JPY' },
      { amount_cents: 1_000_001, currency: 'EUR' },
      { amount_cents: 1005, currency: 'KWD' },
    ];
    for (const body of topUps) expect((await contract.post('/wallet/top-ups', key, body)).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('are filled with test money in their minor unit, with their own receipt, statement and transactions', async () => {
    const key = await system.mint();
    const { id } = (await contract.post('/wallet/top-ups', key, { amount_cents: 150_000, currency: 'JPY' })).body;
    const page = await system.call(`/top-ups/${id}`);
    expect(page.text).toContain('¥150,000');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await system.call(`/top-ups/${id}`, { method: 'POST', body: 'outcome=pay', headers });
    expect((await walletOf(key, 'JPY')).body).toMatchObject({ available_cents: 150_000, currency: 'JPY' });
    expect((await contract.get('/wallet', key)).body.available_cents).toBe(1_000_000);
    const moves = (await contract.get('/wallet/transactions?currency=JPY', key)).body;
    expect(moves).toMatchObject({ total: 1, transactions: [{ amount_cents: 150_000, balance_cents: 150_000 }] });
    expect((await contract.get('/wallet/transactions', key)).body.total).toBe(1);
    const { statements } = (await contract.get('/wallet/statements?currency=JPY', key)).body;
    expect(statements[0].csv_url).toContain('currency=JPY');
    const { pathname, search } = new URL(statements[0].csv_url);
    expect((await contract.get(pathname + search, key)).text).toContain('closing_balance,,,,150000');
    expect((await contract.get(`${pathname.replace('csv', 'pdf')}${search}`, key)).status).toBe(200);
    expect((await contract.get(`/wallet/top-ups/${id}/receipt.csv`, key)).text).toContain('150000,0,JPY');
  });

  it('are filled by Stripe in that currency, and refunded in it', async () => {
    const body = { amount_cents: 5000, currency: 'EUR' };
    const { id } = (await owner.call('/wallet/top-ups', { method: 'POST', body })).body;
    expect(stripe.sessionFor(id)).toMatchObject({ amount: 5000, currency: 'eur' });
    stripe.paySession(id);
    expect((await owner.get(`/wallet/top-ups/${id}`)).body).toMatchObject({ status: 'succeeded', currency: 'EUR' });
    expect((await owner.get('/wallet?currency=EUR')).body.available_cents).toBe(5000);
    expect((await owner.get('/wallet')).body.available_cents).toBe(0);
    const refunded = await owner.post(`/wallet/top-ups/${id}/refund`, undefined);
    expect(refunded.body).toMatchObject({ status: 'refunded', refunded_cents: 5000, currency: 'EUR' });
    expect((await owner.get('/wallet?currency=EUR')).body.balance_cents).toBe(0);
  });

  it('move when their sandbox is claimed', async () => {
    const minted = (await system.call('/sandbox/keys', { method: 'POST' })).body;
    await contract.post('/wallets', minted.api_key, { currency: 'EUR' });
    const { id } = (await contract.post('/wallet/top-ups', minted.api_key, { amount_cents: 700, currency: 'EUR' }))
      .body;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await system.call(`/top-ups/${id}`, { method: 'POST', body: 'outcome=pay', headers });
    const token = minted.claim_url.split('/').at(-1);
    const claimed = await owner.call('/sandbox/claim', { method: 'POST', body: { token }, world: 'test' });
    expect(claimed.status).toBe(200);
    expect((await owner.call('/wallet?currency=EUR', { world: 'test' })).body.available_cents).toBe(700);
  });
});
