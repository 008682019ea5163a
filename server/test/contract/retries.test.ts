import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  ActionRequired,
  Blocked,
  Checkout,
  Connector,
  Outcome,
  Prepared,
  Refused,
} from '../../src/connectors/contract.ts';
import { createSimulator } from '../../src/connectors/simulator/index.ts';
import { loadRetailers } from '../../src/domains/catalog/stores/index.ts';
import { toCents } from '../../src/kit/money.ts';
import { retailersFile } from '../../src/main/wiring.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// What an order shows while it is retried, and which refusals are final.

const clock = fakeClock();
type Answer<Kind> = Kind | Error;
/** Given instead of the store's own answers, first to last; null: the store's own. */
let prepares: (Answer<Prepared> | null)[] = [];
let submits: Outcome[] = [];
/** Changes every cart. */
let spoil: (checkout: Checkout) => Checkout = (checkout) => checkout;
/** Happens between the cart and the button. */
let beforeButton: () => Promise<unknown> = async () => {};
let prepared = 0;
let bought = 0;
let released = 0;

const turned = (store: Connector<'live'>): Connector<'live'> => ({
  ...store,
  async prepare(request, call) {
    prepared += 1;
    const given = prepares.shift();
    if (given instanceof Error) throw given;
    if (given) return given;
    const answer = await store.prepare!(request, call);
    await beforeButton();
    return answer.kind === 'ready' ? { ...answer, checkout: spoil(answer.checkout) } : answer;
  },
  async submit(checkout, request, call) {
    const given = submits.shift();
    if (given) return given;
    bought += 1;
    return store.submit!(checkout, request, call);
  },
  async release() {
    released += 1;
  },
});

let system: TestSystem;
let key: string;
let url: string;
beforeAll(async () => {
  const brands = (await loadRetailers(retailersFile)).filter(({ id }) => id === 'walmart');
  system = await startSystem({
    clock,
    env: { SANDBOX_TIME_SCALE: '60', DESK_RETAILERS: '*' },
    liveConnectors: ({ database }) => [
      turned(
        createSimulator({ world: 'live', database, clock, brands, publicUrl: 'https://live.invalid', timeScale: 0 }),
      ),
    ],
  });
  ({ key } = await system.account('live', 10_000_000));
  url = await anyProduct(system, 'walmart');
});
afterAll(() => system.stop());
beforeEach(() => {
  [prepares, submits] = [[], []];
  [prepared, bought, released] = [0, 0, 0];
  spoil = (checkout) => checkout;
  beforeButton = async () => {};
});

async function place(more: Record<string, unknown> = {}): Promise<string> {
  const made = await system.post('/orders', key, orderFor(url, { max_price: 200_000, ...more }));
  expect(made.status, made.text).toBe(201);
  expect(made.body.last_attempt).toBeNull();
  await system.queue.drain();
  return made.body.id;
}

const orderOf = async (id: string) => (await system.get(`/orders/${id}`, key)).body;

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await system.queue.drain();
}

async function isUntouched(): Promise<void> {
  expect(bought).toBe(0);
  expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
}

const sealedOf = async (id: string) =>
  (
    await sql<{ sealed: Buffer | null }>`select checkout_sealed as sealed from orders where id = ${id}`.execute(
      system.database.db,
    )
  ).rows[0]?.sealed ?? null;

const outage = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
const fetchFailed = new TypeError('fetch failed', { cause: outage });
const noAnswer = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
const bug = new TypeError("Cannot read properties of undefined (reading 'sk_live_token')");

const asking = (isInDoubt?: true): ActionRequired => ({
  kind: 'needs',
  question: {
    kind: 'open_url',
    askedOf: 'customer',
    message: 'Confirm the purchase.',
    url: 'https://store.example/confirm',
    details: {},
    answerSchema: { type: 'object' },
    ...(isInDoubt && { isInDoubt }),
  },
});

describe('an order that is retried', () => {
  it.each([
    ['refused connection', outage],
    ['failed fetch', fetchFailed],
    ['time-out', noAnswer],
  ])('says why, and when the next attempt starts: %s', async (_name, error) => {
    prepares = [error, error];
    const id = await place();
    const at = clock.now().toISOString();
    const waiting = await orderOf(id);
    expect(waiting).toMatchObject({
      status: 'pending',
      waiting_for: 'retry',
      attempts: 1,
      poll_after_ms: 30_000,
      next_step: 'Errand will retry the order in 30 s. The last attempt failed: The store could not be reached.',
    });
    expect(waiting.last_attempt).toEqual({
      at,
      reason: 'retailer_unavailable',
      message: 'The store could not be reached.',
    });
    clock.advance(10_000);
    expect((await orderOf(id)).poll_after_ms).toBe(20_000);
    await pass(20_000);
    expect(await orderOf(id)).toMatchObject({ attempts: 2, waiting_for: 'retry', poll_after_ms: 120_000 });
    const list = (await system.get('/orders', key)).body.orders;
    expect(list.find((order: { id: string }) => order.id === id)).toMatchObject({ poll_after_ms: 120_000 });
    await pass(120_000);
    expect(await orderOf(id)).toMatchObject({ status: 'order_placed', waiting_for: null, attempts: 3 });
    // The last failure stays visible.
    expect((await orderOf(id)).last_attempt).toMatchObject({ reason: 'retailer_unavailable' });
    expect(bought).toBe(1);
  });

  it('can be canceled', async () => {
    prepares = [outage];
    const id = await place();
    expect((await system.post(`/orders/${id}/cancel`, key)).status).toBe(204);
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', waiting_for: null, poll_after_ms: null });
    await pass(60_000);
    await isUntouched();
  });

  it('tells the same in the sandbox', async () => {
    const test = await system.mint();
    const read = async (id: string) => (await system.get(`/orders/${id}`, test)).body;
    const order = async (scenario: string) => {
      const made = await system.post('/orders', test, orderFor(`${system.url}/shop/products/${scenario}`));
      expect(made.status, made.text).toBe(201);
      return made.body.id;
    };
    const [flaky, locked] = [await order('test-flaky'), await order('test-account-locked')];
    await pass(600_000);
    const lost = await read(flaky);
    expect(lost).toMatchObject({ status: 'pending', waiting_for: 'retry', poll_after_ms: 60_000 });
    expect(lost.last_attempt).toMatchObject({ reason: 'retailer_unavailable', message: expect.any(String) });
    expect((await read(locked)).last_attempt.reason).toBe('account_locked');
    for (let round = 0; round < 20; round += 1) await pass(60_000);
    expect(await read(flaky)).toMatchObject({ status: 'order_placed', waiting_for: null });
    const failed = await read(locked);
    expect(failed).toMatchObject({ status: 'order_failed', attempts: 5, waiting_for: null });
    expect(failed.job_result.error_type).toBe('account_locked');
  });
});

const odd: Refused = {
  kind: 'refused',
  reason: 'checkout_failed',
  message: 'The store did not repeat the address.',
  retryOnce: true,
};

describe('a temporary rejection', () => {
  it('is tried once more, and is final the second time', async () => {
    prepares = [odd, odd];
    const id = await place();
    const waiting = await orderOf(id);
    expect(waiting).toMatchObject({ status: 'pending', waiting_for: 'retry', poll_after_ms: 30_000 });
    expect(waiting.last_attempt).toMatchObject({ reason: 'checkout_failed', message: odd.message });
    await pass(30_000);
    const failed = await orderOf(id);
    expect(failed).toMatchObject({ status: 'order_failed', attempts: 2, waiting_for: null });
    expect(failed.job_result).toMatchObject({ error_type: 'checkout_failed', error: odd.message });
    await isUntouched();
  });

  it('is final the second time, even with an outage in between', async () => {
    prepares = [odd, outage, odd];
    const id = await place();
    await pass(30_000);
    await pass(120_000);
    expect(await orderOf(id)).toMatchObject({ status: 'order_failed', attempts: 3 });
    await isUntouched();
  });

  it('is bought when the second try works', async () => {
    submits = [odd];
    const id = await place();
    expect(await orderOf(id)).toMatchObject({ status: 'pending', last_attempt: { reason: 'checkout_failed' } });
    await pass(30_000);
    expect(await orderOf(id)).toMatchObject({ status: 'order_placed', attempts: 2 });
    expect(bought).toBe(1);
  });

  it('any other rejection is final immediately', async () => {
    const { retryOnce: _once, ...final } = odd;
    prepares = [final];
    const id = await place();
    expect(await orderOf(id)).toMatchObject({ status: 'order_failed', attempts: 1, last_attempt: null });
    await isUntouched();
  });

  it('a failure inside a connector is not an outage: one retry, then a message without details', async () => {
    prepares = [bug, bug, bug];
    const id = await place();
    expect(await orderOf(id)).toMatchObject({ waiting_for: 'retry', last_attempt: { reason: 'checkout_failed' } });
    await pass(30_000);
    const { status, job_result: result } = await orderOf(id);
    expect([status, result.error_type]).toEqual(['order_failed', 'checkout_failed']);
    expect(result.error).toContain('(TypeError)');
    expect(result.error).not.toContain('sk_live');
    await isUntouched();
  });

  it('retries once if the cart differs from the order, and releases the cart each time', async () => {
    spoil = (checkout) => ({ ...checkout, lines: checkout.lines.map((line) => ({ ...line, quantity: 3 })) });
    const id = await place();
    expect(await orderOf(id)).toMatchObject({ waiting_for: 'retry', last_attempt: { reason: 'checkout_failed' } });
    await pass(30_000);
    const { status, job_result: result } = await orderOf(id);
    expect(status).toBe('order_failed');
    expect(result).toMatchObject({ error_type: 'checkout_failed', error_details: { reason: 'cart_differs' } });
    expect([prepared, released]).toEqual([2, 2]);
    await isUntouched();
  });

  it('rejects a cart in another currency immediately', async () => {
    spoil = (checkout) => ({ ...checkout, price: { ...checkout.price, currency: 'EUR' } });
    const { status, job_result: result } = await orderOf(await place());
    expect([status, result.error_type, released]).toEqual(['order_failed', 'currency_unsupported', 1]);
    await isUntouched();
  });
});

describe('a cart that is not bought', () => {
  it('is released when it costs more than max_price', async () => {
    spoil = ({ price, ...more }) => {
      const total = toCents(price.total + 200_000);
      return { ...more, price: { ...price, fees: toCents(price.fees + 200_000), total } };
    };
    const { status, job_result: result } = await orderOf(await place());
    expect([status, result.error_type, released]).toEqual(['order_failed', 'max_price_exceeded', 1]);
    await isUntouched();
  });

  it('leaves no sealed checkout behind when a person is asked', async () => {
    submits = [asking()];
    const id = await place();
    expect(await orderOf(id)).toMatchObject({ status: 'pending', waiting_for: 'action' });
    expect(await sealedOf(id)).toBeNull();
    expect(bought).toBe(0);
  });

  it('keeps it while the outcome is unknown', async () => {
    submits = [asking(true)];
    const id = await place();
    expect(await orderOf(id)).toMatchObject({ status: 'in_progress', waiting_for: 'action' });
    expect(await sealedOf(id)).not.toBeNull();
  });
});

describe('an account that stays locked', () => {
  const blocked = (reason: Blocked['reason']): Blocked => ({ kind: 'blocked', reason, message: 'Try again later.' });
  const locked = Array<Blocked>(10).fill(blocked('account_locked'));

  async function runAllAttempts(id: string) {
    for (let round = 0; round < 12; round += 1) await pass(900_000);
    return orderOf(id);
  }

  it('hands the order to a person at the desk', async () => {
    prepares = [...locked];
    expect((await runAllAttempts(await place())).next_action).toMatchObject({ kind: 'buy', asked_of: 'operator' });
  });

  it.each<[string, typeof prepares, Outcome]>([
    ['without an action', [null], blocked('retailer_unavailable')],
    ['after an action', [asking(), null], blocked('retailer_unavailable')],
    ['before an action', [null], asking()],
  ])('fails the order if the buy button was pressed %s', async (_name, carts, atButton) => {
    prepares = [...carts, ...locked];
    submits = [atButton];
    const id = await place();
    const { next_action: action } = await orderOf(id);
    if (action) await system.post(`/orders/${id}/actions/${action.id}`, key, { answer: {} });
    const failed = await runAllAttempts(id);
    expect(submits).toEqual([]);
    expect(failed).toMatchObject({ status: 'order_failed', next_action: null });
    expect(failed.job_result.error_type).toBe('account_locked');
    expect(bought).toBe(0);
  });
});

describe('an account whose lease is lost right before the purchase', () => {
  it('is not bought with, until it is leased again', async () => {
    const given = { email: 'buyer@example.com', password: 'pw', retailer: 'walmart' };
    const { id: accountId, short_id: shortId } = (await system.post('/managed-accounts', key, given)).body;
    // Another process has it by now: this one was paused for longer than its lease.
    beforeButton = () =>
      sql`update managed_accounts set lock_epoch = lock_epoch + 1 where id = ${accountId}`.execute(system.database.db);
    const id = await place({ retailer_credentials_id: shortId });
    expect([prepared, bought]).toEqual([1, 0]);
    expect(await orderOf(id)).toMatchObject({ attempts: 1, status: 'in_progress' });
    expect(await sealedOf(id)).toBeNull();
    beforeButton = async () => {};
    for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
    expect(await orderOf(id)).toMatchObject({ status: 'order_placed' });
    expect(bought).toBe(1);
  });
});
