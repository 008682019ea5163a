import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import {
  configuredBrands,
  createTestSimulator,
  publicUrl,
  requestFor,
  scenarioProduct,
  unlimited,
} from '../../../test/stand-ins/simulator/bench.ts';
import { newId } from '../../kit/ids.ts';
import { toCents } from '../../kit/money.ts';
import { recordOf } from '../cart-lines.ts';
import type { Card, Outcome, PurchaseRequest, RetailerAccount, TrackingReport } from '../contract.ts';
import { createSimulator } from './index.ts';

let testDatabase: TestDatabase;
let bench: ReturnType<typeof createTestSimulator>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(() => {
  bench = createTestSimulator(testDatabase.database);
});

const story = (scenario: string, more: Partial<PurchaseRequest> = {}) => requestFor(scenarioProduct(scenario), more);

async function buy(request: PurchaseRequest): Promise<Outcome> {
  const prepared = await bench.simulator.prepare!(request, unlimited());
  if (prepared.kind === 'bought_before') throw new Error(prepared.message);
  if (prepared.kind !== 'ready') return prepared;
  return bench.simulator.submit!(prepared.checkout, request, unlimited());
}

const history = async (request: PurchaseRequest) => bench.simulator.purchases(request.reference);

async function track(request: PurchaseRequest): Promise<TrackingReport> {
  const answer = await bench.simulator.track!(recordOf(request), unlimited());
  if (answer.kind !== 'tracked') throw new Error(answer.message);
  return answer;
}

function accountWith(password: string, code: () => string | null = () => null): RetailerAccount {
  return {
    id: newId(),
    email: 'buyer@example.com',
    password: async () => password,
    totp: async () => null,
    mailedCode: async () => code(),
    session: { load: async () => null, save: async () => {} },
  };
}

describe('the stories of the test store', () => {
  it('success costs 19.99, takes about a second and is delivered within 12', async () => {
    const request = story('success', { maxPrice: toCents(1999) });
    const start = bench.clock.now().getTime();
    expect(await buy(request)).toMatchObject({
      kind: 'placed',
      purchase: { price: { total: 1999, tax: 0, shipping: 0 } },
    });
    expect(bench.clock.now().getTime() - start).toBe(800);
    expect(await track(request)).toMatchObject({ shipments: [], cancelled: null, pollAfterMs: 2000 });
    bench.clock.pass(2000);
    expect((await track(request)).shipments).toMatchObject([{ status: 'pending' }]);
    bench.clock.pass(10_000);
    const end = await track(request);
    expect(end).toMatchObject({ shipments: [{ status: 'delivered', checkpoints: { length: 6 } }], pollAfterMs: null });
    expect(end.shipments[0]!.checkpoints.filter((checkpoint) => checkpoint.outForDelivery).length).toBe(1);
  });

  it.each([
    ['price_exceeded', 'max_price_exceeded'],
    ['out_of_stock', 'product_out_of_stock'],
    ['invalid_variant', 'product_variant_unavailable'],
    ['shipping_unavailable', 'shipping_unavailable'],
    ['no_such_story', 'product_not_found'],
  ])('%s is refused with %s, and nothing is bought', async (scenario, reason) => {
    const request = story(scenario);
    expect(await buy(request)).toMatchObject({ kind: 'refused', reason });
    expect(await history(request)).toEqual([]);
  });

  it('retailer_cancels is canceled two seconds after the purchase', async () => {
    const request = story('retailer_cancels');
    expect(await buy(request)).toMatchObject({ kind: 'placed' });
    expect(await track(request)).toMatchObject({ shipments: [], cancelled: null, pollAfterMs: 2000 });
    bench.clock.pass(2000);
    const answer = await track(request);
    expect(answer).toMatchObject({ shipments: [], pollAfterMs: null });
    expect(answer.cancelled).not.toBeNull();
  });

  it('lost_parcel ends undeliverable', async () => {
    const request = story('lost_parcel');
    await buy(request);
    bench.clock.pass(12_000);
    expect(await track(request)).toMatchObject({ shipments: [{ status: 'undeliverable' }], pollAfterMs: null });
  });

  it('split_shipment arrives in two packages under two order numbers', async () => {
    const request = story('split_shipment');
    const outcome = await buy(request);
    expect(outcome.kind === 'placed' && outcome.purchase.merchantOrderIds.length).toBe(2);
    bench.clock.pass(12_000);
    const { shipments, pollAfterMs } = await track(request);
    expect(shipments.map((shipment) => shipment.status)).toEqual(['delivered', 'delivered']);
    expect(new Set(shipments.map((shipment) => shipment.trackingNumber)).size).toBe(2);
    expect(pollAfterMs).toBeNull();
  });

  it('slow takes ten seconds', async () => {
    const start = bench.clock.now().getTime();
    expect(await buy(story('slow'))).toMatchObject({ kind: 'placed' });
    expect(bench.clock.now().getTime() - start).toBe(10_000);
  });

  it('timeout_after_placing buys once and does not know it; timeout_before_placing buys nothing', async () => {
    const bought = story('timeout_after_placing');
    expect(await buy(bought)).toMatchObject({ kind: 'unknown' });
    expect((await history(bought)).length).toBe(1);
    const lost = story('timeout_before_placing');
    expect(await buy(lost)).toMatchObject({ kind: 'unknown' });
    expect(await history(lost)).toEqual([]);
  });

  it('account_locked is blocked, every time', async () => {
    const request = story('account_locked');
    expect(await buy(request)).toMatchObject({ kind: 'blocked', reason: 'account_locked' });
    expect(await history(request)).toEqual([]);
  });

  it('flaky fails twice and then works, even across restarts', async () => {
    const request = story('flaky');
    expect(await buy(request)).toMatchObject({ kind: 'blocked', reason: 'retailer_unavailable' });
    bench = createTestSimulator(testDatabase.database);
    expect(await buy(request)).toMatchObject({ kind: 'blocked', reason: 'retailer_unavailable' });
    expect(await history(request)).toEqual([]);
    expect(await buy(request)).toMatchObject({ kind: 'placed' });
    expect((await history(request)).length).toBe(1);
  });

  it('code_required stays blocked without a mailbox and continues with the right code', async () => {
    expect(await buy(story('code_required'))).toMatchObject({ reason: 'account_verification_required' });
    let mailed: string | null = null;
    bench = createTestSimulator(testDatabase.database, {
      mailCode: async ({ code }) => {
        mailed = code;
      },
    });
    const account = accountWith('secret', () => mailed);
    expect(await buy(story('code_required', { account }))).toMatchObject({ kind: 'placed' });
    const deaf = accountWith('secret', () => '000000x');
    expect(await buy(story('code_required', { account: deaf }))).toMatchObject({ kind: 'blocked' });
  });

  it('tells three problems while the order is asked for', () => {
    const precheck = (scenario: string) => {
      const ref = scenarioProduct(scenario);
      return bench.simulator.precheck!([{ ref, url: `${publicUrl}/shop/products/${ref.productId}` }])?.code ?? null;
    };
    expect(precheck('invalid_address')).toBe('invalid_shipping_address');
    expect(precheck('url_unreachable')).toBe('url_unreachable');
    expect(precheck('insufficient_funds')).toBe('insufficient_funds');
    expect(precheck('success')).toBeNull();
    expect(precheck('no_such_story')).toBeNull();
  });

  it('shows its products like any other store', async () => {
    const { simulator } = bench;
    expect(await simulator.product!(scenarioProduct('success'), unlimited())).toMatchObject({
      payload: { price: 1999 },
    });
    expect(await simulator.offers!(scenarioProduct('success'), {}, unlimited())).toMatchObject({ kind: 'found' });
    expect(simulator.testProduct('test-success')).toMatchObject({ title: 'Test Product: The order succeeds' });
    expect(simulator.testProduct('test-nothing')).toBeNull();
    expect(simulator.productImage('127.0.0.1', 'test-success')).toContain('<svg');
    expect(simulator.productImage('walmart', 'nothing')).toBeNull();
    expect(simulator.servesDomain('127.0.0.1')).toBe(true);
  });
});

describe('login and payment', () => {
  const card = (more: Partial<Card>) => ({
    kind: 'card' as const,
    open: async () => ({
      nameOnCard: 'Jane Doe',
      number: '4242424242424242',
      securityCode: '123',
      expirationMonth: 12,
      expirationYear: 2030,
      ...more,
    }),
  });

  it('rejects one wrong password', async () => {
    const account = accountWith('wrong-password');
    const refusal = { kind: 'refused', reason: 'login_failed', detail: 'invalid_login_credentials' };
    expect(await buy(story('success', { account }))).toMatchObject(refusal);
    expect(await bench.simulator.login!('walmart', account, unlimited())).toMatchObject(refusal);
    expect(await bench.simulator.login!('walmart', accountWith('right'), unlimited())).toEqual({ kind: 'ok' });
    const request = story('success', { account: accountWith('right') });
    expect(await buy(request)).toMatchObject({ kind: 'placed' });
    expect(await history(request)).toMatchObject([{ account: 'buyer@example.com' }]);
  });

  it.each([
    [{ number: '4000 0000 0000 0002' }, 'credit_card_declined'],
    [{ number: '4242424242424241' }, 'invalid_card_number'],
    [{ expirationYear: 2026, expirationMonth: 7 }, 'invalid_expiration_date'],
    [{ securityCode: 'abc' }, 'invalid_security_code'],
  ])('declines %o', async (more, detail) => {
    const request = story('success', { payment: card(more) });
    expect(await buy(request)).toMatchObject({ kind: 'refused', reason: 'payment_declined', detail });
    expect(await history(request)).toEqual([]);
  });

  it('takes a good card in its last month', async () => {
    const payment = card({ expirationYear: 26, expirationMonth: 8 });
    expect(await buy(story('success', { payment }))).toMatchObject({ kind: 'placed' });
  });
});

describe('the stores’ records', () => {
  it('record a broken client that buys twice, twice', async () => {
    const request = story('success');
    await buy(request);
    await buy(request);
    expect((await history(request)).length).toBe(2);
  });

  it('keep the modes apart', async () => {
    const request = story('success');
    await buy(request);
    const { database } = testDatabase;
    const options = { database, clock: bench.clock, brands: configuredBrands(), publicUrl, timeScale: 0 };
    const live = createSimulator({ world: 'live', ...options });
    expect(await live.purchases(request.reference)).toEqual([]);
    expect(await live.countPurchases()).toBe(0);
    expect(await bench.simulator.countPurchases()).toBeGreaterThan(0);
  });

  it('interrupt a sleeping checkout when the call is aborted', async () => {
    const request = story('success');
    const controller = new AbortController();
    const preparing = bench.simulator.prepare!(request, { signal: controller.signal });
    controller.abort(new Error('stop'));
    await expect(preparing).rejects.toThrow('stop');
    const prepared = await bench.simulator.prepare!(request, unlimited());
    if (prepared.kind !== 'ready') return expect.unreachable();
    const later = new AbortController();
    const submitting = bench.simulator.submit!(prepared.checkout, request, { signal: later.signal });
    later.abort(new Error('stop'));
    expect(await submitting).toMatchObject({ kind: 'unknown' });
    expect(await history(request)).toEqual([]);
  });
});
