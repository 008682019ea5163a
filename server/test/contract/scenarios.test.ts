import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countDesk } from '../../src/domains/orders/desk/core.ts';
import { ledgerProblems, purchaseProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  key = await system.mint();
});
afterAll(() => system.stop());

const urlOf = (scenario: string) => `${system.url}/shop/products/test-${scenario.replaceAll('_', '-')}`;

/** Runs an order to its end; jobs that wait for their time are waited for. */
async function settled(scenario: string, more: Record<string, unknown> = {}) {
  const { status, body, text } = await contract.post('/orders', key, orderFor(urlOf(scenario), more));
  expect(status, text).toBe(201);
  await expect
    .poll(
      async () => {
        await system.queue.drain();
        return (await contract.get(`/orders/${body.id}`, key)).body.status;
      },
      { timeout: 15_000, interval: 50 },
    )
    .not.toMatch(/pending|in_progress/);
  await system.queue.drain();
  const order = (await contract.get(`/orders/${body.id}`, key)).body;
  const { milestones } = (await contract.get(`/orders/${body.id}/timeline`, key)).body;
  const types: string[] = milestones.map((milestone: { type: string }) => milestone.type);
  // No package is reported before its purchase, regardless of the clocks.
  const before = types.slice(0, Math.max(0, types.indexOf('order_placed')));
  expect(before.filter((type) => /tracking_acquired|shipped|deliver/.test(type))).toEqual([]);
  const times = milestones.map((milestone: { occurred_at: string }) => milestone.occurred_at);
  expect(times).toEqual(times.toSorted());
  return { order, milestones, types };
}

const asynchronous = ['success', 'price_exceeded', 'out_of_stock', 'invalid_variant', 'shipping_unavailable'];
asynchronous.push('retailer_cancels', 'lost_parcel', 'split_shipment', 'slow', 'timeout_after_placing');
asynchronous.push('account_locked', 'code_required', 'price_changed', 'flaky', 'item_gone', 'quantity_capped');
const asking = ['choose_variant', 'enter_code', 'open_url', 'review', 'desk'];
const returning = ['return_refunded', 'return_restocking_fee', 'return_rejected'];
const abroad = ['euro', 'zero_decimal', 'tax_included', 'rate_moved', 'rate_stale', 'refund_after_rate_moved'];
const synchronous = ['invalid_address', 'url_unreachable', 'insufficient_funds'];

describe('GET /orders/test-products', () => {
  it('lists every scenario, and each has a page', async () => {
    const { status, body } = await contract.get('/orders/test-products', key);
    expect(status).toBe(200);
    expect(body.products.map((product: { scenario: string }) => product.scenario)).toEqual([
      ...asynchronous,
      ...synchronous,
      ...asking,
      ...returning,
      ...abroad,
    ]);
    for (const product of body.products) {
      expect(product.url).toBe(urlOf(product.scenario));
      expect(product.is_synchronous_error).toBe(synchronous.includes(product.scenario));
      const page = await system.call(product.url.slice(system.url.length), { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
    }
    expect((await contract.get('/orders/test-products')).status).toBe(401);
  });
});

describe('scenarios', () => {
  it.each([
    ['price_exceeded', 'max_price_exceeded'],
    ['out_of_stock', 'product_out_of_stock'],
    ['invalid_variant', 'product_variant_unavailable'],
    ['shipping_unavailable', 'shipping_unavailable'],
    ['item_gone', 'product_unavailable'],
    ['account_locked', 'account_locked'],
    ['code_required', 'account_verification_required'],
  ])('%s ends as %s, and the money comes back', async (scenario, errorType) => {
    const before = (await contract.get('/wallet', key)).body;
    const { order, milestones, types } = await settled(scenario);
    expect(order).toMatchObject({ status: 'order_failed', merchant_order_ids: [], tracking_numbers: [] });
    expect(order.job_result).toMatchObject({ success: false, error_type: errorType, error: expect.any(String) });
    expect(order.items[0]).toMatchObject({ status: 'failed', error_type: errorType });
    expect(types).toEqual(['order_created', 'placement_started', 'order_failed']);
    expect(milestones[2].detail).toEqual({ error_type: errorType, message: order.job_result.error });
    expect((await contract.get('/wallet', key)).body).toEqual(before);
    expect(await system.simulator.purchases(order.id)).toEqual([]);
  });

  it.each(['success', 'slow', 'timeout_after_placing', 'flaky'])('%s is bought exactly once', async (scenario) => {
    const before = (await contract.get('/wallet', key)).body;
    const { order, milestones, types } = await settled(scenario);
    expect(order.status).toBe('order_placed');
    expect(order.attempts).toBe(scenario === 'flaky' ? 3 : 1);
    expect(await system.simulator.purchases(order.id)).toHaveLength(1);
    // Without a time scale, the package is reported at the moment of purchase.
    const ofCarrier = ['tracking_acquired', 'shipped', 'out_for_delivery', 'delivered'];
    expect(types.filter((type: string) => ofCarrier.includes(type))).toEqual(ofCarrier);
    const ours = ['order_created', 'placement_started', 'order_placed'];
    expect(types.filter((type: string) => ours.includes(type))).toEqual(ours);
    expect(types).toHaveLength(7);
    const times = milestones.map((milestone: { occurred_at: string }) => milestone.occurred_at);
    expect(times).toEqual([...times].sort());
    const placed = milestones.find((milestone: { type: string }) => milestone.type === 'order_placed');
    expect(placed.detail).toEqual({ merchant_order_ids: order.merchant_order_ids, total_cents: 1999 });
    const [parcel] = order.tracking_numbers;
    const detail = { carrier: parcel.carrier, tracking_number: parcel.tracking_number };
    for (const type of ['tracking_acquired', 'shipped', 'delivered']) {
      const milestone = milestones.find((each: { type: string }) => each.type === type);
      expect(milestone).toMatchObject({ source: 'carrier', detail });
    }
    for (const secret of [address.first_name, address.last_name, address.phone_number, '5550123']) {
      expect(JSON.stringify(milestones)).not.toContain(secret);
    }
    const { body: wallet } = await contract.get('/wallet', key);
    expect(wallet).toEqual({
      ...before,
      balance_cents: before.balance_cents - 1999,
      available_cents: before.available_cents - 1999,
    });
  });

  it('account_locked is tried five times', async () => {
    expect((await settled('account_locked')).order.attempts).toBe(5);
  });

  it('retailer_cancels refunds what was captured', async () => {
    const before = (await contract.get('/wallet', key)).body;
    const { order, types } = await settled('retailer_cancels');
    expect(order.status).toBe('cancelled_by_retailer');
    expect(order.items[0]).toMatchObject({ status: 'cancelled', cancellation_reason: expect.any(String) });
    expect(types).toEqual(['order_created', 'placement_started', 'order_placed', 'cancelled_by_retailer']);
    expect((await contract.get('/wallet', key)).body).toEqual(before);
    const refund = (await contract.get('/wallet/transactions?limit=1', key)).body.transactions[0];
    expect(refund).toMatchObject({ type: 'refund', amount_cents: 1999, order_id: order.id });
  });

  it('lost_parcel ends undeliverable; the order stays placed and paid', async () => {
    const { order, types } = await settled('lost_parcel');
    expect(order).toMatchObject({ status: 'order_placed', tracking_numbers: [{ status: 'undeliverable' }] });
    expect(order.items[0].status).toBe('shipped');
    const ofCarrier = types.filter((type: string) => !/order|placement/.test(type));
    expect(ofCarrier).toEqual(['tracking_acquired', 'shipped', 'undeliverable']);
  });

  it('split_shipment arrives in two packages', async () => {
    const { order, types } = await settled('split_shipment', {
      products: [{ url: urlOf('split_shipment'), quantity: 2 }, { url: urlOf('success') }],
      max_price: 10_000,
    });
    expect(order.merchant_order_ids).toHaveLength(2);
    expect(order.tracking_numbers).toHaveLength(2);
    expect(order.items.map((item: { status: string }) => item.status)).toEqual(['delivered', 'delivered']);
    expect(types.filter((type: string) => type === 'delivered')).toHaveLength(2);
  });

  it('desk waits for a person, is bought once, has a receipt, and is not an operator’s task', async () => {
    // The clock stands still, so the person at the sandbox desk doesn't buy.
    const { id: clock } = (await contract.post('/sandbox/clocks', key, {})).body;
    const waiting = (await contract.post('/orders', key, orderFor(urlOf('desk'), { test_clock: clock }))).body;
    await system.queue.drain();
    const { next_action: action } = (await contract.get(`/orders/${waiting.id}`, key)).body;
    expect(action).toMatchObject({ kind: 'buy', asked_of: 'operator' });
    expect(await countDesk(system.database.db)).toBe(0);
    expect((await contract.post(`/orders/${waiting.id}/cancel`, key)).status).toBe(204);
    const { order, types } = await settled('desk');
    expect(order).toMatchObject({ status: 'order_placed', attempts: expect.any(Number) });
    expect(await system.simulator.purchases(order.id)).toHaveLength(1);
    expect(types).toEqual(expect.arrayContaining(['action_required', 'action_answered', 'order_placed', 'delivered']));
    await expect
      .poll(async () => {
        await system.queue.drain();
        return (await contract.get(`/orders/${order.id}/documents`, key)).body.documents;
      })
      .toEqual([expect.objectContaining({ kind: 'receipt', source: 'operator', content_type: 'application/pdf' })]);
    const { documents } = (await contract.get(`/orders/${order.id}/documents`, key)).body;
    const file = await system.call(`/orders/${order.id}/documents/${documents[0].id}`, { key });
    expect([file.status, file.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const quote = await contract.post('/orders/quote', key, orderFor(urlOf('desk')));
    expect([quote.status, quote.body.error.code]).toEqual([409, 'quote_refused']);
  });

  it.each([
    ['invalid_address', 400, 'invalid_shipping_address'],
    ['url_unreachable', 400, 'url_unreachable'],
    ['insufficient_funds', 402, 'insufficient_funds'],
  ])('%s is refused at once, and nothing is written', async (scenario, status, code) => {
    const before = await rowCounts(system.database.db);
    const answer = await contract.post('/orders', key, orderFor(urlOf(scenario)));
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(code);
    if (status === 402) {
      expect(answer.body.error.details).toEqual({ required: 5000, available: expect.any(Number) });
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('leaves a balanced ledger', async () => {
    await expect
      .poll(async () => {
        await system.queue.drain();
        return purchaseProblems(system.database.db);
      })
      .toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
