import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  key = (await system.account('test')).key;
});
afterAll(() => system.stop());

const product = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;
const bodyFor = (scenario: string, more: Record<string, unknown> = {}) => orderFor(product(scenario), more);
const withoutPrice = (scenario: string) => {
  const { max_price: _price, ...body } = bodyFor(scenario) as Record<string, unknown>;
  return body;
};
const quote = (body: unknown, as = key) => contract.post('/orders/quote', as, body);

async function openCarts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sim_carts where state = 'open'`.execute(
    system.database.db,
  );
  return rows[0]?.count ?? 0;
}

describe('POST /orders/quote', () => {
  it('tells the whole price, holds nothing and leaves no order', async () => {
    const before = await rowCounts(system.database.db);
    const wallet = (await contract.get('/wallet', key)).body;
    const { status, body } = await quote(withoutPrice('success'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: 'USD',
      items: [{ url: product('success'), quantity: 1, variant: null, unit_price_cents: 1999, available: true }],
      price_components: { subtotal: 1999, shipping: 0, tax: 0, fees: 0, total: 1999 },
      service_fee_cents: 0,
      suggested_max_price: 2100,
      would_hold_cents: 2100,
      policy: { decision: 'allow', rules: [] },
      warnings: [],
    });
    expect((await contract.get('/wallet', key)).body).toEqual(wallet);
    const after = await rowCounts(system.database.db);
    expect({ ...after, quotes: before.quotes, sim_carts: before.sim_carts }).toEqual(before);
    expect(await openCarts()).toBe(0);
  });

  it('takes the order’s exact body, and shows the price when a person is asked before the payment', async () => {
    const { quote_id } = (await quote(bodyFor('success'))).body;
    const body = bodyFor('success', {
      idempotency_key: 'one',
      quote_id,
      max_drift_cents: 5,
      metadata: { a: 'b' },
      po_number: 'PO-1',
      is_gift: true,
      gift_message: 'Hello',
      handling_days_max: 5,
      customer_notifications: { email: 'jane@example.com' },
    });
    const first = await quote(body);
    expect([first.status, first.body.price_components?.total]).toEqual([200, 1999]);
    expect((await quote(body)).body.quote_id).not.toBe(first.body.quote_id);
    const placed = await contract.post('/orders', key, { ...body, quote_id: first.body.quote_id });
    expect(placed.status).toBe(201);
    for (const scenario of ['review', 'open-url']) expect((await quote(withoutPrice(scenario))).status).toBe(200);
    expect((await quote({ ...body, surprise: 1 })).body.detail[0].type).toBe('extra_forbidden');
    expect(await openCarts()).toBe(0);
  });

  it('refuses with the names of an order, as quote_refused', async () => {
    for (const [scenario, errorType] of [
      ['out-of-stock', 'product_out_of_stock'],
      ['invalid-variant', 'product_variant_unavailable'],
      ['shipping-unavailable', 'shipping_unavailable'],
      ['account-locked', 'account_locked'],
      ['choose-variant', 'product_variant_required'],
      ['enter-code', 'account_verification_required'],
    ] as const) {
      const { status, body } = await quote(withoutPrice(scenario));
      expect([status, body.error.code, body.error.details.error_type]).toEqual([409, 'quote_refused', errorType]);
      expect(body.error.retryable).toBe(false);
    }
    const lost = await quote(withoutPrice('flaky'));
    expect(lost.body.error).toMatchObject({ retryable: true, details: { error_type: 'retailer_unavailable' } });
    expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
    const dear = await quote(bodyFor('success', { max_price: 1000 }));
    expect(dear.body.error.details.error_type).toBe('max_price_exceeded');
    expect((await quote(withoutPrice('invalid-address'))).status).toBe(400);
    expect((await quote({ ...withoutPrice('success'), products: [] })).status).toBe(422);
    expect((await quote(withoutPrice('success'), 'svc_test_x')).status).toBe(401);
    expect(await openCarts()).toBe(0);
  });
});

describe('an order with a quote', () => {
  const order = async (scenario: string, more: Record<string, unknown>) => {
    const placed = await contract.post('/orders', key, bodyFor(scenario, more));
    if (placed.status !== 201) return placed.body;
    await system.queue.drain();
    return (await contract.get(`/orders/${placed.body.id}`, key)).body;
  };

  it('is bought at the quoted price', async () => {
    const { quote_id } = (await quote(bodyFor('success'))).body;
    expect(await order('success', { quote_id })).toMatchObject({ status: 'order_placed' });
  });

  it('fails with price_changed above it, and is bought within the allowed drift', async () => {
    const { quote_id, price_components } = (await quote(bodyFor('price-changed'))).body;
    expect(price_components.total).toBe(1999);
    const failed = await order('price-changed', { quote_id });
    expect(failed).toMatchObject({ status: 'order_failed', job_result: { error_type: 'price_changed' } });
    expect(await order('price-changed', { quote_id, max_drift_cents: 499 })).toMatchObject({ status: 'order_failed' });
    const placed = await order('price-changed', { quote_id, max_drift_cents: 500 });
    expect(placed).toMatchObject({ status: 'order_placed', job_result: { price_components: { total: 2499 } } });
  });

  it('names the lower of the two limits if the total is above both', async () => {
    const body = bodyFor('success', { max_price: 5000 });
    const { quote_id, price_components } = (await quote(body)).body;
    const reasonWith = async (more: object) => {
      const headers = { 'errand-test-fault': 'price_rise' };
      const placed = await system.post('/orders', key, { ...body, quote_id, ...more }, headers);
      expect(placed.status, placed.text).toBe(201);
      await system.queue.drain();
      return (await contract.get(`/orders/${placed.body.id}`, key)).body.job_result.error_type;
    };
    expect(await reasonWith({})).toBe('price_changed');
    expect(await reasonWith({ max_price: price_components.total, max_drift_cents: 1 })).toBe('max_price_exceeded');
  });

  it('is refused with a quote that is unknown, of someone else, of another order, or too old', async () => {
    const { quote_id } = (await quote(bodyFor('success'))).body;
    const stranger = (await system.account('test')).key;
    const before = await rowCounts(system.database.db);
    const tried = await contract.post('/orders', stranger, bodyFor('success', { quote_id }));
    expect(tried.status).toBe(404);
    expect((await contract.post('/orders', key, bodyFor('success', { quote_id: newId() }))).status).toBe(404);
    const other = await contract.post('/orders', key, bodyFor('slow', { quote_id }));
    expect(other.status).toBe(422);
    expect(other.body.detail[0].loc).toEqual(['body', 'quote_id']);
    await sql`update quotes set expires_at = created_at`.execute(system.database.db);
    const late = await contract.post('/orders', key, bodyFor('success', { quote_id }));
    expect([late.status, late.body.error.details.error_type]).toEqual([409, 'quote_expired']);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});
