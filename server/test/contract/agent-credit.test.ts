import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payingFetch, prepaidPayer } from '../../../sdk/src/payer.ts';
import { dayMs, systemClock } from '../../src/kit/clock.ts';
import { agentOf, challengesOf, credentialFor, requestOf } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let stripe: StripeStandIn;
let system: TestSystem;
let contract: Contract;
let agent: ReturnType<typeof agentOf>;
beforeAll(async () => {
  stripe = await startStripe(clock.now);
  const env = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url, AGENT_SANDBOX: 'false' };
  system = await startSystem({ clock, withLive: true, env });
  contract = await readContract(system);
  agent = agentOf(system);
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

const search = '/agent/search?q=usb';
const problem = (name: string) => `https://paymentauth.org/problems/${name}`;
let tokens = 0;

async function buy(cents = 500, headers: Record<string, string> = {}, token = `spt_credit_${++tokens}`) {
  const path = `/agent/credit?amount_cents=${cents}`;
  const challenge = await agent.challengeFor(path, undefined, 'stripe');
  const credential = credentialFor(challenge, { spt: token });
  const answer = await agent.send(path, undefined, credential, headers);
  return { answer, token, repeat: () => agent.send(path, undefined, credential, headers) };
}

const draw = async (secret: string, path = search) =>
  agent.send(path, undefined, credentialFor(await agent.challengeFor(path, undefined, 'prepaid'), { token: secret }));
const look = async (secret: string) =>
  (await contract.call('/agent/credit', { headers: { authorization: `Bearer ${secret}` } })).body;
const giveBack = (secret: string) =>
  contract.call('/agent/credit/refund', { method: 'POST', headers: { authorization: `Bearer ${secret}` } });
const refundsOf = (token: string) =>
  [...stripe.charges.values()].find((charge) => charge.token === token)?.refunds.map(({ amount }) => amount);

describe('prepaid credit', () => {
  it('is offered for data calls where a card alone could not pay them, and says where it is bought', async () => {
    const answer = await agent.ask(search);
    const [challenge, ...others] = challengesOf(answer);
    expect([answer.status, challenge?.method, others]).toEqual([402, 'prepaid', []]);
    expect(requestOf(challenge!)).toMatchObject({
      amount: '1',
      methodDetails: { buyUrl: `${system.url}/agent/credit` },
    });
    const order = orderFor(`${system.url}/shop/products/test-success`);
    expect(challengesOf(await agent.ask('/agent/orders', order)).map(({ method }) => method)).toEqual(['stripe']);
    const { text } = await system.get('/llms.txt');
    expect(text).toContain('These can be paid with: prepaid.');
    expect(text).toContain('/agent/credit?amount_cents=500');
    expect(text).not.toContain('sandbox_ok');
  });

  it('is bought with one charge, pays a cent per call, and is refunded on request', async () => {
    const { answer, token } = await buy(500);
    expect(answer.status).toBe(201);
    const { secret, ...credit } = answer.body;
    expect(credit).toMatchObject({ status: 'open', amount_cents: 500, balance_cents: 500, refunded_cents: 0 });
    const pay = payingFetch([prepaidPayer(secret)]);
    const found = await pay(system.url + search, { method: 'POST' });
    expect(found.status).toBe(200);
    expect(JSON.parse(Buffer.from(found.headers.get('payment-receipt')!, 'base64url').toString()).method).toBe(
      'prepaid',
    );
    expect((await draw(secret)).status).toBe(200);
    expect(await look(secret)).toMatchObject({ status: 'open', balance_cents: 498 });
    const closed = await giveBack(secret);
    expect([closed.status, closed.body]).toEqual([
      200,
      expect.objectContaining({ status: 'closed', balance_cents: 0, refunded_cents: 498 }),
    ]);
    await giveBack(secret);
    await system.queue.drain();
    expect(refundsOf(token)).toEqual([498]);
    const late = await draw(secret);
    expect([late.status, late.body.type]).toEqual([402, problem('verification-failed')]);
  });

  it('is charged once and shows its secret again to the first request alone', async () => {
    const { answer, repeat, token } = await buy(100, { 'idempotency-key': 'credit-1' });
    const again = await repeat();
    expect([again.status, again.body]).toEqual([201, answer.body]);
    expect([...stripe.charges.values()].filter((charge) => charge.token === token)).toHaveLength(1);
    const { rows } = await sql<{ answer: string }>`
      select answer from agent_payments where answer like '%balance_cents%'`.execute(system.database.db);
    expect(rows.some((row) => row.answer.includes(answer.body.secret))).toBe(false);
  });

  it('is refunded automatically after ninety days', async () => {
    const { answer, token } = await buy(300);
    await draw(answer.body.secret);
    clock.advance(91 * dayMs);
    expect((await draw(answer.body.secret)).status).toBe(402);
    await system.queue.drain();
    expect(refundsOf(token)).toEqual([299]);
    expect(await look(answer.body.secret)).toMatchObject({ status: 'closed', refunded_cents: 299 });
  });

  it('is not available with a wrong secret, or for less than the minimum charge', async () => {
    for (const secret of [`prepaid_${'0'.repeat(40)}`, 'prepaid_', 'x']) {
      const answer = await contract.call('/agent/credit', { headers: { authorization: `Bearer ${secret}` } });
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
      expect((await giveBack(secret)).status).toBe(401);
      expect((await draw(secret)).status).toBe(402);
    }
    expect((await contract.call('/agent/credit?amount_cents=99', { method: 'POST' })).status).toBe(422);
  });
});

describe('many at once', () => {
  it('of one credential: one draw', async () => {
    const { secret } = (await buy(100)).answer.body;
    const credential = credentialFor(await agent.challengeFor(search, undefined, 'prepaid'), { token: secret });
    const answers = await Promise.all(Array.from({ length: 40 }, () => agent.send(search, undefined, credential)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await look(secret)).balance_cents).toBe(99);
  });

  it('never draw more than the balance, and the refund is the exact remainder', { timeout: 120_000 }, async () => {
    const { answer, token } = await buy(100);
    const { secret } = answer.body;
    const credentials: string[] = [];
    for (let n = 0; n < 120; n += 1) {
      credentials.push(credentialFor(await agent.challengeFor(search, undefined, 'prepaid'), { token: secret }));
    }
    const first = await Promise.all(credentials.slice(0, 60).map((one) => agent.send(search, undefined, one)));
    expect(first.every(({ status }) => status === 200)).toBe(true);
    const [, ...rest] = await Promise.all([
      giveBack(secret),
      ...credentials.slice(60).map((one) => agent.send(search, undefined, one)),
    ]);
    const drawn = 60 + rest.filter(({ status }) => status === 200).length;
    await system.queue.drain();
    const returned = (refundsOf(token) ?? []).reduce((sum, cents) => sum + cents, 0);
    expect(drawn + returned).toBe(100);
    expect(drawn).toBeLessThanOrEqual(100);
  });

  it('never overdraw', { timeout: 120_000 }, async () => {
    const { secret } = (await buy(100)).answer.body;
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => draw(secret)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 402)).toHaveLength(20);
    expect((await look(secret)).balance_cents).toBe(0);
  });

  it('leave a balanced ledger', async () => {
    const { db } = system.database;
    expect([...(await ledgerProblems(db)), ...(await paymentProblems(db)), ...stripe.problems]).toEqual([]);
  });
});
