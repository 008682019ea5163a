import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { notifyOperators } from '../../src/main/notify-operators.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer } from '../../src/platform/mailer/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { type StoreBehavior, simulatedKind } from '../harness/store-kind.ts';
import { address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let operator: OperatorClient;
let mood: StoreBehavior;
let url: string;
let live: { key: string };
beforeAll(async () => {
  const simulated = await simulatedKind(() => system.database);
  mood = simulated.mood;
  system = await startSystem({ env: operatorEnv, storeKinds: [simulated.kind] });
  operator = await personOn(system, await readContract(system));
  const body = { name: 'walmart', kind: 'vendure', url: 'https://www.walmart.com', mode: 'review', accounts: 'guest' };
  expect((await operator.post('/operator/stores', body)).status).toBe(201);
  const query = { query: 'headphones', page: 1, freeShipping: false };
  const { results } = await system.simulator.search!('walmart', query, { signal: new AbortController().signal });
  url = results.find((hit) => hit.available)!.url;
  live = await system.account('live', 10_000_000);
});
afterAll(() => system.stop());

const read = async (id: string) => (await system.get(`/orders/${id}`, live.key)).body;
async function ordered(more: Record<string, unknown> = {}) {
  const { status, body, text } = await system.post('/orders', live.key, orderFor(url, { max_price: 100_000, ...more }));
  expect(status, text).toBe(201);
  await system.queue.drain();
  return read(body.id);
}
async function answer(order: { id: string; next_action: { id: string } }, approved: boolean) {
  const path = `/orders/${order.id}/actions/${order.next_action.id}`;
  const { status, text } = await operator.post(path, { answer: { approved } });
  expect(status, text).toBe(200);
  await system.queue.drain();
  return read(order.id);
}

describe('a store in review mode', () => {
  it('sells nothing before an operator approves, and then once, at the reviewed price', async () => {
    const before = { ...mood };
    const order = await ordered();
    expect(order).toMatchObject({
      status: 'pending',
      waiting_for: 'action',
      next_action: {
        kind: 'review',
        asked_of: 'operator',
        details: { retailer: 'walmart', currency: 'USD', lines: [{ quantity: 1, url }] },
      },
    });
    const { details } = order.next_action;
    const { subtotal_cents: goods, shipping_cents: shipping, tax_cents: tax, fees_cents: fees } = details;
    expect(goods + shipping + tax + fees).toBe(details.total_cents);
    // The same as a quote says it, which is what the pages and other clients read.
    expect(details.price_components).toEqual({
      ...{ subtotal: goods, shipping, tax, fees },
      ...{ total: details.total_cents, tax_included: false },
    });
    const [line] = details.lines;
    const item = { url, quantity: 1, variant: null, unit_price_cents: line.unit_price_cents, available: true };
    expect(details.items).toEqual([{ ...item, title: expect.any(String) }]);
    // The person who approves sees where it ships.
    expect(details.ship_to).toMatchObject(address);
    expect([mood.submits, mood.releases]).toEqual([before.submits, before.releases + 1]);
    // The action isn't for the customer's key.
    const own = await system.post(`/orders/${order.id}/actions/${order.next_action.id}`, live.key, {
      answer: { approved: true },
    });
    expect([own.status, mood.submits]).toEqual([403, before.submits]);
    // A session without the second factor approves and declines nothing.
    const second = await personOn(system, await readContract(system), 'second@example.com', { withFactor: false });
    for (const approved of [true, false]) {
      const path = `/orders/${order.id}/actions/${order.next_action.id}`;
      const refused = await second.post(path, { answer: { approved } });
      expect([refused.status, refused.body.error.details]).toEqual([403, { reason: 'second_factor_not_set_up' }]);
    }
    await system.queue.drain();
    expect([(await read(order.id)).next_action.id, mood.submits]).toEqual([order.next_action.id, before.submits]);
    const bought = await answer(order, true);
    expect(bought.status).toBe('order_placed');
    expect(bought.job_result.price_components.total).toBe(details.total_cents);
    expect(mood.submits).toBe(before.submits + 1);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('asks again if the price went up, and buys without asking if it went down', async () => {
    const before = mood.submits;
    mood.surcharge = 500;
    const order = await ordered();
    mood.surcharge = 501;
    const again = await answer(order, true);
    expect(again.next_action).toMatchObject({
      kind: 'review',
      message: expect.stringContaining('rose'),
      details: {
        total_cents: order.next_action.details.total_cents + 1,
        approved_before_cents: order.next_action.details.total_cents,
      },
    });
    expect(again.next_action.id).not.toBe(order.next_action.id);
    expect(mood.submits).toBe(before);
    mood.surcharge = 0;
    const bought = await answer(again, true);
    expect(bought.status).toBe('order_placed');
    expect(bought.job_result.price_components.total).toBe(order.next_action.details.total_cents - 500);
    expect(mood.submits).toBe(before + 1);
  });

  it('tells the operators by email what they are asked, once each, and that a store does not work', async () => {
    const post = await startMailServer();
    const env = { ...operatorEnv, SMTP_URL: post.url, PUBLIC_URL: system.url };
    const { kind } = await simulatedKind(() => system.database);
    const worker = await startSystem({ databaseUrl: system.databaseUrl, env, storeKinds: [kind] });
    try {
      const { body } = await system.post('/orders', live.key, orderFor(url, { max_price: 100_000 }));
      await worker.queue.drain();
      await worker.queue.drain();
      const order = await read(body.id);
      expect(order.next_action).toMatchObject({ kind: 'review', asked_of: 'operator' });
      const own = post.mails.filter(({ text }) => text.includes(body.id));
      expect(own.map(({ to, subject }) => [to, subject])).toEqual(
        ['operator@example.com', 'second@example.com'].map((to) => [[to], 'Action required: review an order']),
      );
      expect(own[0]?.text).toContain(`${system.url}/app/operator/orders/${body.id}`);
      await answer(order, false);

      const logger = createLogger({ level: 'silent' });
      const mailer = createMailer({ ...worker.config, clock: systemClock, logger });
      const broken = 'The recipe pages does not fit the store’s pages at add/0: No #gone appeared within 3 s.';
      await notifyOperators({ config: worker.config, mailer, logger }, 'walmart', broken);
      const told = post.mails.filter(({ subject }) => subject === 'Requests to walmart are failing');
      expect(told.map(({ to }) => to)).toEqual([['operator@example.com'], ['second@example.com']]);
      expect(told[0]?.text).toContain(`${system.url}/app/operator/stores/walmart`);
    } finally {
      await worker.stop();
      await post.stop();
    }
  });

  it('buys nothing after a no, and gives the money back', async () => {
    const before = mood.submits;
    const declined = await answer(await ordered(), false);
    expect(declined).toMatchObject({ status: 'order_failed', job_result: { error_type: 'approval_denied' } });
    expect(mood.submits).toBe(before);
    expect((await system.get('/wallet', live.key)).body.held_cents).toBe(0);
  });

  it('asks the customer if the customer’s own account buys', async () => {
    const before = mood.submits;
    const account = await system.post('/managed-accounts', live.key, {
      retailer: 'walmart',
      email: 'me@example.com',
      password: 'secret-1',
    });
    expect(account.status, account.text).toBe(201);
    const order = await ordered({ retailer_credentials_id: account.body.short_id });
    expect(order.next_action).toMatchObject({ kind: 'review', asked_of: 'customer' });
    const byKey = await system.post(`/orders/${order.id}/actions/${order.next_action.id}`, live.key, {
      answer: { approved: true },
    });
    expect([byKey.status, mood.submits]).toEqual([403, before]);
  });

  it('sells nothing in catalog mode, not even accepted orders', async () => {
    const before = mood.submits;
    const order = await ordered();
    expect(
      (await operator.call('/operator/stores/walmart', { method: 'PATCH', body: { mode: 'catalogue' } })).status,
    ).toBe(200);
    const waiting = await answer(order, true);
    expect(waiting.status).not.toBe('order_placed');
    expect(mood.submits).toBe(before);
  });
});
