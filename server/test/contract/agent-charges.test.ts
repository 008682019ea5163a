import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditMoney } from '../../src/domains/operations/operator/index.ts';
import { hourMs, systemClock } from '../../src/kit/clock.ts';
import { agentsPolicyText } from '../../src/main/admin-policies.ts';
import { agentOf, credentialFor } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems, purchaseProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let stripe: StripeStandIn;
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let agent: ReturnType<typeof agentOf>;
beforeAll(async () => {
  stripe = await startStripe(clock.now);
  const env = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: stripe.url, ...operatorEnv };
  system = await startSystem({ clock, withLive: true, env });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  agent = agentOf(system);
});
afterAll(async () => {
  await system.stop();
  await stripe.stop();
});

const path = '/agent/orders';

async function pay(token: string, scenario = 'success') {
  const body = orderFor(`${system.url}/shop/products/test-${scenario}`);
  const challenge = await agent.challengeFor(path, body, 'stripe');
  return agent.send(path, body, credentialFor(challenge, { spt: token }));
}

const chargeOf = (token: string) => [...stripe.charges.values()].find((charge) => charge.token === token)!;
const openCharges = async () => (await operator.get('/operator/charges')).body;
const problems = async () => (await auditMoney(system.database.db, clock.now())).map(({ problem }) => problem);

async function later(ms: number): Promise<void> {
  clock.advance(ms);
  await system.queue.drain();
}

async function statusOf(token: string) {
  const { rows } = await sql<{ status: string }>`
    select status from agent_payments where id = ${chargeOf(token).paymentId}`.execute(system.database.db);
  return rows[0]?.status;
}

describe('a charge that is still processing', () => {
  it('creates no order, is checked until it is final, and is refunded when it succeeds', async () => {
    const answer = await pay('spt_processing_1');
    expect([answer.status, answer.body.error.code]).toEqual([502, 'external_service_error']);
    await later(130_000);
    await later(3 * hourMs);
    const { id, amount } = chargeOf('spt_processing_1');
    expect(await openCharges()).toMatchObject({
      total: 1,
      charges: [
        { kind: 'charge', reference: id, amount_cents: amount, last_answer: expect.stringContaining('processing') },
      ],
    });
    expect((await operator.get('/operator/overview')).body.waiting.open_charges).toBe(1);
    expect(await problems()).toEqual([expect.stringContaining(id)]);
    stripe.finish('spt_processing_1', 'succeeded');
    await later(2 * hourMs);
    expect(chargeOf('spt_processing_1').refunds.map((refund) => refund.amount)).toEqual([5100]);
    expect(await openCharges()).toEqual({ charges: [], total: 0 });
    expect(await problems()).toEqual([]);
    // It was read, and never asked for a second time.
    const made = stripe.requests.filter((request) => request.startsWith('/v1/payment_intents charge-'));
    expect(made).toHaveLength(1);
  });

  it.each(['canceled', 'requires_payment_method'] as const)('takes nothing when it ends as %s', async (status) => {
    const token = `spt_processing_${status}`;
    await pay(token);
    await later(130_000);
    stripe.finish(token, status);
    await later(2 * hourMs);
    expect(chargeOf(token)).toMatchObject({ status: 'canceled', refunds: [] });
    expect(await statusOf(token)).toBe('declined');
    expect(await openCharges()).toEqual({ charges: [], total: 0 });
  });

  it('has an unknown outcome while the provider cannot be reached', async () => {
    await pay('spt_processing_down');
    stripe.setDown(true);
    await later(130_000);
    expect((await openCharges()).charges[0].last_answer).toContain('The provider could not be reached');
    stripe.setDown(false);
    stripe.finish('spt_processing_down', 'succeeded');
    await later(2 * hourMs);
    expect(chargeOf('spt_processing_down').refunds.map(({ amount }) => amount)).toEqual([5100]);
  });
});

describe('a charge whose answer was lost', () => {
  it('is found by its metadata, on any page of the list, and refunded', async () => {
    await pay('spt_hangup_1');
    await pay('spt_ok_1');
    await pay('spt_ok_2');
    stripe.setPageSize(1);
    const asked = stripe.requests.length;
    await later(130_000);
    stripe.setPageSize(100);
    const requests = stripe.requests.slice(asked);
    expect(requests.filter((request) => request.startsWith('GET /v1/payment_intents?')).length).toBeGreaterThan(2);
    expect(requests.filter((request) => request.startsWith('/v1/payment_intents '))).toEqual([]);
    expect(chargeOf('spt_hangup_1').refunds.map(({ amount }) => amount)).toEqual([5100]);
    expect(await statusOf('spt_hangup_1')).toBe('abandoned');
  });

  it('and that the provider does not know is asked for once more under its key, so that it cannot appear later', async () => {
    stripe.setDown(true);
    await pay('spt_never_arrived');
    stripe.setDown(false);
    await later(130_000);
    expect(chargeOf('spt_never_arrived').refunds.map(({ amount }) => amount)).toEqual([5100]);
    expect(await statusOf('spt_never_arrived')).toBe('abandoned');
  });
});

describe('a refund', () => {
  it('that the provider works on is through when the provider says so', async () => {
    stripe.setRefundStatus('pending');
    const answer = await pay('spt_slow_refund', 'out-of-stock');
    await later(0);
    const read = async () =>
      (await system.get(`/orders/${answer.body.id}`, answer.headers.get('x-api-key')!)).body.payment;
    expect(await read()).toMatchObject({ refunded_cents: 0, refunds: [{ status: 'pending' }] });
    expect(await openCharges()).toMatchObject({ total: 1, charges: [{ kind: 'refund', amount_cents: 5100 }] });
    stripe.finishRefunds();
    stripe.setRefundStatus('succeeded');
    await later(hourMs);
    expect(await read()).toMatchObject({ refunded_cents: 5100, refunds: [{ status: 'completed' }] });
    expect(chargeOf('spt_slow_refund').refunds).toHaveLength(1);
    expect(await openCharges()).toEqual({ charges: [], total: 0 });
  });

  it('that failed is asked for anew, and is on the desk until it is through', async () => {
    stripe.setRefundStatus('failed');
    await pay('spt_failed_refund', 'out-of-stock');
    await later(0);
    expect(await openCharges()).toMatchObject({
      total: 1,
      charges: [{ kind: 'refund', last_answer: expect.stringContaining('expired_or_canceled_card') }],
    });
    stripe.setRefundStatus('succeeded');
    await later(2 * hourMs);
    expect(chargeOf('spt_failed_refund').refunds.map(({ amount }) => amount)).toEqual([5100]);
    expect(await openCharges()).toEqual({ charges: [], total: 0 });
  });
});

describe('the policy for orders without an account', () => {
  const write = async (rules: object) => {
    const folder = await mkdtemp(join(tmpdir(), 'agents-policy-'));
    try {
      await writeFile(join(folder, 'policy.json'), JSON.stringify(rules));
      return JSON.parse(await agentsPolicyText(system.database, 'live', join(folder, 'policy.json')));
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const spentUnder = async (rules: object) => (await write(rules)).rules[0].used;
  const wide = { windows: [{ per: 'total', amount_cents: 1_000_000 }] };

  it('reserves a limit for a charge in progress, and releases it when the charge is declined', async () => {
    const used = await spentUnder(wide);
    await write({ windows: [{ per: 'total', amount_cents: used + 5100 }] });
    const body = orderFor(`${system.url}/shop/products/test-success`);
    const [first, second] = [
      await agent.challengeFor(path, body, 'stripe'),
      await agent.challengeFor(path, body, 'stripe'),
    ];
    const isCharged = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    stripe.setGate(() => {
      isCharged.resolve();
      return mayAnswer.promise;
    });
    expect((await pay('spt_declined_under_policy')).status).toBe(402);
    const paying = agent.send(path, body, credentialFor(first, { spt: 'spt_gate_under_policy' }));
    await isCharged.promise;
    const asked = stripe.requests.length;
    const denied = await agent.send(path, body, credentialFor(second, { spt: 'spt_no_room' }));
    expect([denied.status, denied.body.error]).toMatchObject([
      403,
      { code: 'policy_denied', details: { rule: 'windows.total.amount_cents', left: 0 } },
    ]);
    expect(stripe.requests).toHaveLength(asked);
    mayAnswer.resolve();
    expect((await paying).status).toBe(201);
    expect(await spentUnder(wide)).toBe(used + 5100);
  });

  it('freezes queued orders, and says so on the order', async () => {
    await write(wide);
    const paid = await pay('spt_frozen');
    const key = paid.headers.get('x-api-key')!;
    await write({ frozen: true });
    await later(0);
    expect((await system.get(`/orders/${paid.body.id}`, key)).body).toMatchObject({
      status: 'pending',
      waiting_for: 'policy',
    });
    const refused = await agent.ask(`${path}?method=stripe`, orderFor(`${system.url}/shop/products/test-success`));
    expect([refused.status, refused.body.error.details]).toMatchObject([403, { rule: 'frozen' }]);
    expect(await agentsPolicyText(system.database, 'live', 'none')).toContain('No policy applies');
    await later(hourMs);
    expect((await system.get(`/orders/${paid.body.id}`, key)).body.status).toBe('order_placed');
  });

  it.each([
    [{ approve: { above_cents: 1 } }, 'approve'],
    [{ default: 'approve' }, 'default'],
    [{ addresses: { only_known: true } }, 'addresses'],
    [{ max_order_cents: 'much' }, 'is not a valid policy'],
  ])('cannot be %o', async (rules, why) => {
    const wrong = await write(rules).catch((error: { message: string; detail?: unknown }) => error);
    expect(JSON.stringify([wrong.message, wrong])).toContain(why);
    expect(await agentsPolicyText(system.database, 'live', undefined)).toContain('No policy applies');
  });
});

it('leaves matching ledgers, here and at the provider', async () => {
  await later(hourMs);
  const { db } = system.database;
  expect([...(await purchaseProblems(db)), ...(await paymentProblems(db)), ...(await ledgerProblems(db))]).toEqual([]);
  expect(stripe.problems).toEqual([]);
  const { rows } = await sql<{ kept: number }>`
    select coalesce(sum(case when debit = 'agent.stripe' then amount_cents else -amount_cents end), 0)::bigint as kept
    from ledger_transfers where 'agent.stripe' in (debit, credit)`.execute(db);
  const atStripe = stripe
    .succeeded()
    .reduce((sum, { amount, refunds }) => sum + refunds.reduce((rest, refund) => rest - refund.amount, amount), 0);
  expect(rows[0]?.kept).toBe(atStripe);
});
