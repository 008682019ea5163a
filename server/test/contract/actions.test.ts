import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestAction } from '../../src/domains/orders/orders/index.ts';
import { dayMs, minuteMs } from '../../src/kit/clock.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems, purchaseProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem({ clock, env: { OPERATOR_EMAILS: 'op@example.com' } });
  contract = await readContract(system);
  key = await system.mint();
});
afterAll(() => system.stop());

const urlOf = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;
const read = async (id: string) => (await contract.get(`/orders/${id}`, key)).body;

/** Orders it and lets the queue work until it asks. */
async function asked(scenario: string) {
  const { body } = await contract.post('/orders', key, orderFor(urlOf(scenario)));
  await system.queue.drain();
  return read(body.id);
}

/** A person who is signed in and looks at the sandbox. */
async function signedIn(email: string) {
  const { call } = await personOn(system, contract, email);
  return (path: string, body?: unknown) =>
    call(path, { world: 'test', ...(body === undefined ? {} : { method: 'POST', body }) });
}

const answer = (order: { id: string; next_action: { id: string } }, given: unknown, as: string | undefined = key) =>
  contract.post(`/orders/${order.id}/actions/${order.next_action.id}`, as, { answer: given });

async function answered(order: { id: string; next_action: { id: string } }, given: unknown) {
  const { status, text } = await answer(order, given);
  expect(status, text).toBe(200);
  await system.queue.drain();
  return read(order.id);
}

const typesOf = async (id: string) =>
  (await contract.get(`/orders/${id}/timeline`, key)).body.milestones
    .filter(({ source }: { source: string }) => source !== 'carrier')
    .map(({ type }: { type: string }) => type);

const heldCents = async () => (await contract.get('/wallet', key)).body.held_cents;

describe('an order that requires an action', () => {
  it('waits in its batch too', async () => {
    const own = await system.mint();
    const address = { name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' };
    const rows = ['choose-variant', 'success'].map((scenario) => ({
      ...{ product_url: urlOf(scenario), max_price: '5000' },
      ...address,
    }));
    const { body: batch } = await contract.post('/orders/bulk', own, { rows });
    const shown = async () => (await contract.get(`/orders/bulk/${batch.id}`, own)).body.rows;
    await system.queue.drain();
    expect(await shown()).toMatchObject([
      { status: 'pending', order_status: 'pending', waiting_for: 'action' },
      { status: 'placed', waiting_for: null },
    ]);
    const { order_id: id } = (await shown())[0];
    expect((await contract.get(`/orders/${id}`, own)).body.waiting_for).toBe('action');
    expect((await contract.post(`/orders/${id}/cancel`, own)).status).toBe(204);
    expect(await shown()).toMatchObject([{ status: 'cancelled', waiting_for: null }, {}]);
  });

  it('waits with a question, and is bought with the answer', async () => {
    const order = await asked('choose-variant');
    expect(order).toMatchObject({
      status: 'pending',
      attempts: 0,
      waiting_for: 'action',
      next_step: expect.stringContaining('Choose one'),
      poll_after_ms: 5000,
      next_action: {
        kind: 'choose_variant',
        asked_of: 'customer',
        url: null,
        expires_at: new Date(clock.now().getTime() + dayMs).toISOString(),
        answer_schema: { properties: { choice: { enum: ['blue', 'red'] } } },
      },
    });
    expect(Object.keys(order.next_action)).toEqual([
      'id',
      'kind',
      'asked_of',
      'message',
      'details',
      'answer_schema',
      'url',
      'expires_at',
    ]);
    const placed = await answered(order, { choice: 'red' });
    expect(placed).toMatchObject({ status: 'order_placed', next_action: null, waiting_for: null, attempts: 1 });
    expect(await typesOf(order.id)).toEqual([
      'order_created',
      'placement_started',
      'action_required',
      'action_answered',
      'order_placed',
    ]);
  });

  it('asks nothing if the order already says it', async () => {
    const products = [{ url: urlOf('choose-variant'), quantity: 1, variant: [{ label: 'Color', value: 'Blue' }] }];
    const { body } = await contract.post('/orders', key, { ...orderFor(''), products });
    await system.queue.drain();
    expect(await read(body.id)).toMatchObject({ status: 'order_placed', next_action: null });
  });

  it('uses a code once, and keeps it nowhere', async () => {
    const order = await asked('enter-code');
    expect(order.next_action).toMatchObject({ kind: 'enter_code' });
    const again = await answered(order, { code: '111111' });
    // Wrong code: the store asks again, and the first code is erased.
    expect(again.next_action).toMatchObject({ kind: 'enter_code', message: expect.stringContaining('incorrect') });
    expect(again.next_action.id).not.toBe(order.next_action.id);
    const sealed = await sql`select from questions where sealed_answer is not null`.execute(system.database.db);
    expect(sealed.rows).toEqual([]);
    expect((await answered(again, { code: '424242' })).status).toBe('order_placed');
    const kept = await sql<{ row: string }>`select q::text as row from questions q`.execute(system.database.db);
    expect(kept.rows.some(({ row }) => row.includes('111111'))).toBe(false);
  });

  it('opens a page and shows a quote', async () => {
    const opened = await asked('open-url');
    expect(opened.next_action).toMatchObject({ kind: 'open_url', url: urlOf('open-url') });
    expect((await answered(opened, { done: true })).status).toBe('order_placed');
    const shown = await asked('review');
    expect(shown.next_action.details).toMatchObject({
      retailer: shown.retailer,
      currency: 'USD',
      items: [{ url: urlOf('review'), quantity: 1, variant: null, unit_price_cents: 1999, available: true }],
      price_components: { subtotal: 1999, shipping: 0, tax: 0, fees: 0, total: 1999 },
    });
    expect((await answered(shown, { approved: true })).status).toBe('order_placed');
    const declined = await answered(await asked('review'), { approved: false });
    expect(declined).toMatchObject({ status: 'order_failed', job_result: { error_type: 'approval_denied' } });
    expect(await heldCents()).toBe(0);
  });

  it('is reviewed by a person once there is one, as live: a key may not', async () => {
    const owner = await signedIn('reviewer@example.com');
    const { body: made } = await owner('/orders', orderFor(urlOf('review')));
    const { body: own } = await owner('/keys', { label: 'program', world: 'test' });
    await system.queue.drain();
    const { body: order } = await owner(`/orders/${made.id}`);
    expect(order.next_action).toMatchObject({ kind: 'review', asked_of: 'customer' });
    const refused = await answer(order, { approved: true }, own.api_key);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    const path = `/orders/${order.id}/actions/${order.next_action.id}`;
    expect((await owner(path, { answer: { approved: true } })).status).toBe(200);
    await system.queue.drain();
    expect((await owner(`/orders/${order.id}`)).body.status).toBe('order_placed');
  });

  it('can be canceled, which closes the action', async () => {
    const order = await asked('review');
    expect((await contract.post(`/orders/${order.id}/cancel`, key)).status).toBe(204);
    const { status, body } = await answer(order, { approved: true });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'action_closed', retryable: false });
    await system.queue.drain();
    expect(await read(order.id)).toMatchObject({ status: 'cancelled', next_action: null });
    expect(await heldCents()).toBe(0);
  });

  it('keeps the account leased while a login waits for its code, and for no other action', async () => {
    const { body: account } = await contract.post('/managed-accounts', key, { email: 'b@example.com', password: 'pw' });
    const withAccount = async (scenario: string) => {
      const body = orderFor(urlOf(scenario), { retailer_credentials_id: account.short_id });
      const { body: order } = await contract.post('/orders', key, body);
      await system.queue.drain();
      return read(order.id);
    };
    const first = await withAccount('enter-code');
    const second = await withAccount('success');
    expect([first.waiting_for, second.waiting_for]).toEqual(['action', 'account']);
    // Wrong code: the store asks again, and the account still serves no other order.
    const again = await answered(first, { code: '111111' });
    expect(await read(second.id)).toMatchObject({ status: 'pending', waiting_for: 'account' });
    expect((await answered(again, { code: '424242' })).status).toBe('order_placed');
    expect((await read(second.id)).status).toBe('order_placed');

    const choosing = await withAccount('choose-variant');
    expect((await withAccount('success')).status).toBe('order_placed');
    expect((await answered(choosing, { choice: 'red' })).status).toBe('order_placed');

    // No answer comes: the account is free soon after the question's time.
    const silent = await withAccount('enter-code');
    const last = await withAccount('success');
    expect(last.waiting_for).toBe('account');
    clock.advance(11 * minuteMs);
    await system.queue.drain();
    expect((await read(silent.id)).job_result).toMatchObject({ error_type: 'action_expired' });
    expect((await read(last.id)).status).toBe('order_placed');
  });

  it('fails when nobody responds in time, and everything is released', async () => {
    const order = await asked('enter-code');
    clock.advance(10 * minuteMs);
    const late = await answer(order, { code: '424242' });
    expect(late.status).toBe(409);
    await system.queue.drain();
    expect(await read(order.id)).toMatchObject({
      status: 'order_failed',
      next_action: null,
      poll_after_ms: null,
      job_result: { success: false, error_type: 'action_expired' },
    });
    expect(await heldCents()).toBe(0);
  });
});

describe('POST /orders/{order_id}/actions/{action_id}', () => {
  it('refuses what does not fit the schema, and writes nothing', async () => {
    const order = await asked('choose-variant');
    const before = await rowCounts(system.database.db);
    const wrong = await answer(order, { choice: 'green', more: 1 });
    expect(wrong.status).toBe(422);
    expect(wrong.body.detail).toEqual([
      { loc: ['body', 'answer', 'more'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
      { loc: ['body', 'answer', 'choice'], msg: "Input should be 'blue' or 'red'", type: 'enum' },
    ]);
    for (const given of [null, 'blue', {}, []]) expect((await answer(order, given)).status).toBe(422);
    const path = `/orders/${order.id}/actions/${order.next_action.id}`;
    expect((await contract.post(path, key, {})).status).toBe(422);
    expect((await contract.post(path, key, { answer: { choice: 'blue' }, extra: 1 })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await read(order.id)).next_action.id).toBe(order.next_action.id);
  });

  it('is unknown to everyone else', async () => {
    const order = await asked('choose-variant');
    const other = await system.mint();
    const unknown = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
    expect((await answer(order, { choice: 'blue' }, other)).status).toBe(404);
    expect((await answer({ ...order, next_action: { id: unknown } }, { choice: 'blue' })).status).toBe(404);
    expect((await answer({ ...order, id: unknown }, { choice: 'blue' })).status).toBe(404);
    // Another order's question is not this order's.
    const second = await asked('choose-variant');
    expect((await answer({ ...order, next_action: second.next_action }, { choice: 'blue' })).status).toBe(404);
    expect((await contract.post(`/orders/${order.id}/actions/${order.next_action.id}`, undefined, {})).status).toBe(
      401,
    );
    expect((await read(order.id)).waiting_for).toBe('action');
    expect((await answered(order, { choice: 'blue' })).status).toBe('order_placed');
    expect((await answer(order, { choice: 'blue' })).status).toBe(409);
  });

  /** An order of this person that asks before anything else happens. */
  async function askedOfPerson(
    call: Awaited<ReturnType<typeof signedIn>>,
    question: Parameters<typeof requestAction>[2],
  ) {
    const { body } = await call('/orders', orderFor(urlOf('success')));
    await inTransaction(system.database.db, async (tx) => {
      await sql`update orders set waiting_for = 'action' where id = ${body.id}`.execute(tx);
      await requestAction({ tx, clock, vault: system.vault }, body.id, question);
    });
    await system.queue.drain();
    const order = (await call(`/orders/${body.id}`)).body;
    return { id: order.id, path: `/orders/${order.id}`, action: `/orders/${order.id}/actions/${order.next_action.id}` };
  }

  it('lets no key approve', async () => {
    const call = await signedIn('approver@example.com');
    const question = { kind: 'approve', askedOf: 'customer', message: 'May it be bought?' } as const;
    const order = await askedOfPerson(call, question);
    const { body: created } = await call('/keys', { label: 'agent', world: 'test' });
    const byKey = await contract.post(order.action, created.api_key, { answer: { approved: true } });
    expect(byKey.status, byKey.text).toBe(403);
    expect((await call(order.path)).body).toMatchObject({ status: 'pending', waiting_for: 'action' });
    expect((await call(order.action, { answer: { approved: true } })).status).toBe(200);
    await system.queue.drain();
    expect((await call(order.path)).body.status).toBe('order_placed');
    const late = await askedOfPerson(call, question);
    clock.advance(dayMs);
    await system.queue.drain();
    const expired = { error_type: 'approval_denied', error_details: { reason: 'approval_expired' } };
    expect((await call(late.path)).body.job_result).toMatchObject(expired);
  });

  it('does not let a customer respond for an operator', async () => {
    const call = await signedIn('customer@example.com');
    const order = await askedOfPerson(call, { kind: 'open_url', askedOf: 'operator', message: 'A captcha' });
    expect((await call(order.action, { answer: { done: true } })).status).toBe(403);
    expect((await call(order.path)).body.waiting_for).toBe('action');
    const operator = await signedIn('op@example.com');
    expect((await operator(order.action, { answer: { done: true } })).status).toBe(200);
    await system.queue.drain();
    expect((await call(order.path)).body.status).toBe('order_placed');
  });

  it('accepts an approval only for what was approved', async () => {
    const call = await signedIn('digest@example.com');
    const question = { kind: 'approve', askedOf: 'customer', message: 'May it?', digest: 'of another order' } as const;
    const order = await askedOfPerson(call, question);
    expect((await call(order.action, { answer: { approved: true } })).status).toBe(200);
    await system.queue.drain();
    expect((await call(order.path)).body).toMatchObject({
      status: 'order_failed',
      job_result: { error_type: 'approval_denied' },
    });
  });
});

describe('GET /orders/{order_id}?wait_seconds=', () => {
  it('responds when the order changes, or when the wait ends', async () => {
    const order = await asked('choose-variant');
    const began = Date.now();
    const since = encodeURIComponent(order.updated_at);
    const waiting = contract.get(`/orders/${order.id}?wait_seconds=20&since=${since}`, key);
    clock.advance(1000);
    await answered(order, { choice: 'blue' });
    const { body } = await waiting;
    expect(body.updated_at > order.updated_at).toBe(true);
    expect(Date.now() - began).toBeLessThan(15_000);
    // Newer already: at once. Nothing new: after the wait.
    expect((await contract.get(`/orders/${order.id}?wait_seconds=20&since=${since}`, key)).status).toBe(200);
    const quiet = await asked('choose-variant');
    const now = encodeURIComponent(quiet.updated_at);
    const unchanged = await contract.get(`/orders/${quiet.id}?wait_seconds=1&since=${now}`, key);
    expect(unchanged.body.updated_at).toBe(quiet.updated_at);
    for (const query of ['wait_seconds=26', 'wait_seconds=-1', 'wait_seconds=x', 'wait_seconds=1&since=monday']) {
      expect((await contract.get(`/orders/${quiet.id}?${query}`, key)).status).toBe(422);
    }
    expect((await contract.get(`/orders/${quiet.id}?wait_seconds=20`, await system.mint())).status).toBe(404);
  });
});

it('leaves the ledger balanced', async () => {
  clock.advance(2 * dayMs);
  await system.queue.drain();
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
});
