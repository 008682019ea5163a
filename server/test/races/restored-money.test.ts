import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { closeCharge, listOpenChargeFiles } from '../../src/domains/operations/operator/index.ts';
import { dayMs, hourMs, systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { agentOf, credentialFor } from '../harness/agent.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { backUp } from '../harness/restore.ts';
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const secret = 'whsec_restored';
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const slow = { timeout: 120_000 };

async function openStripe(now?: () => Date): Promise<StripeStandIn> {
  const stripe = await startStripe(now);
  undo.push(() => stripe.stop());
  return stripe;
}

async function start(stripe: StripeStandIn, more: Parameters<typeof startSystem>[0] = {}): Promise<TestSystem> {
  const env = {
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_API_BASE: stripe.url,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_NETWORK_ID: 'internal',
    PUBLIC_URL: 'https://errand.example',
    ...more.env,
  };
  const system = await startSystem({ withLive: true, ...more, env });
  undo.push(() => system.stop());
  return system;
}

const copyOf = (system: TestSystem): Promise<string> => backUp(system.databaseUrl);

const topUp = async (system: TestSystem, key: string, cents: number, currency = 'USD'): Promise<string> =>
  (await system.post('/wallet/top-ups', key, { amount_cents: cents, currency })).body.id;
async function payAsAgent(system: TestSystem, token: string) {
  const agent = agentOf(system);
  const body = orderFor('https://www.walmart.com/ip/986325010', { max_price: 20_000 });
  const challenge = await agent.challengeFor('/agent/orders', body, 'stripe');
  return agent.send('/agent/orders', body, credentialFor(challenge, { spt: token }));
}

const listCharges = async ({ database }: TestSystem, now = new Date()) =>
  (await listOpenChargeFiles(database.db, now, { limit: 10, offset: 0 })).charges;

const balance = async (system: TestSystem, key: string): Promise<number> =>
  (await system.get('/wallet', key)).body.available_cents;

function tell(system: TestSystem, stripe: StripeStandIn, topUpId: string) {
  const { id, metadata } = stripe.sessionFor(topUpId);
  const object = { object: 'checkout.session', id, metadata };
  const { body, headers } = stripe.signedEvent('checkout.session.completed', object, secret);
  return system.call('/stripe/events', {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

describe('top-ups paid after the backup', () => {
  it('are written again and credited once, page after page, and refunds at Stripe are deducted', slow, async () => {
    const stripe = await openStripe();
    stripe.setPageSize(2);
    const before = await start(stripe);
    const { key } = await before.account('live', 0);
    const early = await topUp(before, key, 10_003);
    stripe.paySession(early);
    await tell(before, stripe, early);
    const waiting = await topUp(before, key, 10_000);
    const backup = await copyOf(before);
    const lost = [await topUp(before, key, 5001), await topUp(before, key, 5002), await topUp(before, key, 5003)];
    for (const id of [waiting, ...lost]) stripe.paySession(id);
    for (const id of [waiting, ...lost]) await tell(before, stripe, id);
    const unpaid = await topUp(before, key, 7777);
    const expired = await topUp(before, key, 8888);
    stripe.sessionFor(expired).status = 'expired';
    expect(await balance(before, key)).toBe(35_009);
    stripe.refundByHand(lost[2]!, 5003);

    const after = await start(stripe, { databaseUrl: backup });
    expect(await balance(after, key)).toBe(10_003);
    await after.queue.drain();
    expect(await balance(after, key)).toBe(30_006);
    for (const id of lost) expect((await tell(after, stripe, id)).status).toBe(200);
    await after.queue.drain();
    expect(await balance(after, key)).toBe(30_006);
    const { rows } = await sql<{ id: string; status: string }>`select id, status from top_ups`.execute(
      after.database.db,
    );
    const statuses = Object.fromEntries(rows.map(({ id, status }) => [id, status]));
    expect(statuses).toEqual({
      [early]: 'succeeded',
      [waiting]: 'succeeded',
      [lost[0]!]: 'succeeded',
      [lost[1]!]: 'succeeded',
      [lost[2]!]: 'refunded',
      [unpaid]: 'requires_action',
    });
    stripe.paySession(unpaid);
    await tell(after, stripe, unpaid);
    expect(await balance(after, key)).toBe(37_783);
    expect(await ledgerProblems(after.database.db)).toEqual([]);
    expect(stripe.problems).toEqual([]);
  });

  it(
    'are adopted by their event, once, and Stripe resends an event that arrived while its API was down',
    slow,
    async () => {
      const stripe = await openStripe();
      const before = await start(stripe);
      const { key } = await before.account('live', 0);
      const backup = await copyOf(before);
      const id = await topUp(before, key, 4200);
      stripe.paySession(id);
      const refunded = await topUp(before, key, 900);
      stripe.paySession(refunded);
      stripe.refundByHand(refunded, 900);
      const after = await start(stripe, { databaseUrl: backup });
      expect((await tell(after, stripe, refunded)).status).toBe(200);
      expect(await balance(after, key)).toBe(0);
      stripe.setDown(true);
      const refused = await tell(after, stripe, id);
      expect(refused.status).toBeGreaterThanOrEqual(500);
      expect(await balance(after, key)).toBe(0);
      stripe.setDown(false);
      const answers = await Promise.all(Array.from({ length: 10 }, () => tell(after, stripe, id)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await after.queue.drain();
      expect(await balance(after, key)).toBe(4200);
      expect(await ledgerProblems(after.database.db)).toEqual([]);
    },
  );

  it('of another service at the same Stripe account are left alone', slow, async () => {
    const stripe = await openStripe();
    const other = await start(stripe, { env: { PUBLIC_URL: 'https://other.example' } });
    const { key } = await other.account('live', 0);
    const id = await topUp(other, key, 4200);
    stripe.paySession(id);
    const ours = await start(stripe, { databaseUrl: await copyOf(other) });
    const before = await rowCounts(ours.database.db);
    await sql`delete from top_ups`.execute(ours.database.db);
    expect((await tell(ours, stripe, id)).status).toBe(200);
    await ours.queue.drain();
    expect(await balance(ours, key)).toBe(0);
    expect({ ...(await rowCounts(ours.database.db)), jobs: 0 }).toEqual({ ...before, top_ups: 0, jobs: 0 });
  });

  it('by an account that was lost are named for the operator, until closed', slow, async () => {
    const stripe = await openStripe();
    const before = await start(stripe);
    const backup = await copyOf(before);
    const { key, accountId } = await before.account('live', 0);
    const id = await topUp(before, key, 4200, 'JPY');
    const { intent } = stripe.paySession(id);
    const gone = await topUp(before, key, 900);
    stripe.paySession(gone);
    stripe.refundByHand(gone, 900);

    const after = await start(stripe, { databaseUrl: backup });
    await after.queue.drain();
    const { db } = after.database;
    // A refunded payment needs no decision, and doesn't block the others.
    const { rows } = await sql`select last_error from jobs where kind = 'top-ups.recover'`.execute(db);
    expect(rows).toEqual([]);
    expect((await tell(after, stripe, id)).status).toBe(200);
    const list = async () => (await listOpenChargeFiles(db, new Date(), { limit: 10, offset: 0 })).charges;
    const [stray, ...more] = await list();
    expect(more).toEqual([]);
    expect(stray).toMatchObject({
      account_id: accountId,
      reference: intent,
      amount_cents: 4200,
      currency: 'JPY',
      kind: 'charge',
    });
    await closeCharge({ db, clock: systemClock }, 'test', stray!.id, 'refunded at Stripe');
    expect(await list()).toEqual([]);
    await expect(closeCharge({ db, clock: systemClock }, 'test', newId(), 'none')).rejects.toMatchObject({
      status: 404,
    });
  });

  it('are not refunded a second time by the copy, a day and longer after the first', slow, async () => {
    const clock = { ...fakeClock(), sleep: systemClock.sleep };
    const stripe = await openStripe(clock.now);
    const before = await start(stripe, { clock });
    const person = await before.account('live', 0);
    const id = await topUp(before, person.key, 5000);
    stripe.paySession(id);
    await tell(before, stripe, id);
    const { refundTopUp, createCheckout } = await import('../../src/domains/money/top-ups/index.ts');
    const backup = await copyOf(before);
    const checkout = await createCheckout({
      secretKey: 'sk_live_x',
      apiBase: stripe.url,
      webhookSecret: secret,
      publicUrl: 'https://errand.example',
    });
    const owner = { accountId: person.accountId, world: 'live' as const };
    await refundTopUp({ database: before.database, clock, checkout }, owner, id);
    await before.queue.drain();
    clock.advance(2 * dayMs);
    stripe.forgetKeys();
    const after = await start(stripe, { clock, databaseUrl: backup });
    // Asked for before the copy has looked at Stripe.
    await refundTopUp({ database: after.database, clock, checkout }, owner, id);
    await after.queue.drain();
    clock.advance(hourMs);
    await after.queue.drain();
    const [charge] = stripe.succeeded();
    expect(charge?.refunds.map(({ amount }) => amount)).toEqual([5000]);
    expect([await balance(after, person.key), stripe.problems]).toEqual([0, []]);
    expect(await ledgerProblems(after.database.db)).toEqual([]);
  });
});

describe('charges of agents after the backup', () => {
  it('whose order was lost are named for the operator and not refunded', slow, async () => {
    const stripe = await openStripe();
    const before = await start(stripe);
    const backup = await copyOf(before);
    expect((await payAsAgent(before, 'spt_lost')).status).toBe(201);
    const [charge] = stripe.succeeded();
    const after = await start(stripe, { databaseUrl: backup });
    await after.queue.drain();
    expect(await listCharges(after)).toMatchObject([
      { kind: 'charge', method: 'stripe', reference: charge!.id, amount_cents: 20_100 },
    ]);
    expect(charge?.refunds).toEqual([]);
    // The same payment comes back with the order that the agent repeats.
    const { rows } = await sql<{ row: string }>`
      select row_to_json(p)::text as row from agent_payments p where id = ${charge!.paymentId}`.execute(
      before.database.db,
    );
    await sql`set constraints all deferred`.execute(after.database.db);
    await sql`
      insert into agent_payments select * from json_populate_record(null::agent_payments,
        (${rows[0]!.row}::jsonb || '{"account_id": null}')::json)`.execute(after.database.db);
    expect(await listCharges(after)).toEqual([]);
  });

  it(
    'that were under way at the backup stay until an operator looked, since the order may have been bought',
    slow,
    async () => {
      const stripe = await openStripe();
      const before = await start(stripe);
      let backup = '';
      stripe.setGate(async () => {
        backup = await copyOf(before);
      });
      await payAsAgent(before, 'spt_gate');
      const [charge] = stripe.succeeded();
      const clock = { ...fakeClock(new Date()), sleep: systemClock.sleep };
      const after = await start(stripe, { databaseUrl: backup, clock });
      clock.advance(hourMs);
      await after.queue.drain();
      expect(charge?.refunds).toEqual([]);
      const [open] = await listCharges(after, clock.now());
      expect(open).toMatchObject({ reference: charge!.id, last_answer: expect.stringContaining('restored') });
      await closeCharge({ db: after.database.db, clock }, 'test', open!.id, 'kept: bought as 123');
      expect(await listCharges(after, clock.now())).toEqual([]);
    },
  );
});

describe('payments by link after the backup', () => {
  const short = orderFor('https://www.walmart.com/ip/986325010', { max_price: 20_000 });
  const pay = async (system: TestSystem, stripe: StripeStandIn, paymentId: string): Promise<string> => {
    const opened = await fetch(`${system.url}/pay/${paymentId}/checkout`, { redirect: 'manual' });
    expect(opened.status).toBeLessThan(400);
    const { topUpId } = [...stripe.sessions.values()].at(-1)!;
    stripe.paySession(topUpId);
    return topUpId;
  };

  it('find the payment that asked for them, and make its order', slow, async () => {
    const stripe = await openStripe();
    const before = await start(stripe);
    const { key } = await before.account('live', 0);
    const refused = await before.post('/orders', key, short, { prefer: 'payment-link' });
    const { payment_id: paymentId } = refused.body.error.details;
    const backup = await copyOf(before);
    const topUpId = await pay(before, stripe, paymentId);
    const after = await start(stripe, { databaseUrl: backup });
    await after.queue.drain();
    const { rows } = await sql`select top_up_id, status from payments where id = ${paymentId}`.execute(
      after.database.db,
    );
    expect(rows).toEqual([{ top_up_id: topUpId, status: 'accepted' }]);
    expect(await ledgerProblems(after.database.db)).toEqual([]);
  });

  it('of an agent, whose payment is over in the copy, are listed and not refunded', slow, async () => {
    const stripe = await openStripe();
    const before = await start(stripe);
    const offer = await before.post('/agent/orders', undefined, short, { prefer: 'payment-link' });
    const paymentId = /\/pay\/([0-9a-f-]{36})/.exec(offer.headers.get('link') ?? offer.text)?.[1] ?? '';
    const backup = await copyOf(before);
    await pay(before, stripe, paymentId);
    const after = await start(stripe, { databaseUrl: backup });
    await sql`update payments set status = 'expired', body = null where id = ${paymentId}`.execute(after.database.db);
    await after.queue.drain();
    const [charge] = stripe.succeeded();
    expect(charge?.refunds).toEqual([]);
    expect(await listCharges(after)).toMatchObject([{ reference: charge!.id, amount_cents: charge!.amount }]);
  });
});
