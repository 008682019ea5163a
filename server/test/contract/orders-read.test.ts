import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
const clock = fakeClock();
/** One order a minute: placed and delivered, failed, cancelled, and two that are pending. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  system = await startSystem({ clock });
  contract = await readContract(system);
  key = await system.mint();
  const order = async (name: string, scenario: string, metadata: Record<string, unknown>) => {
    clock.advance(60_000);
    const url = `${system.url}/shop/products/test-${scenario}`;
    ids[name] = (await contract.post('/orders', key, orderFor(url, { metadata }))).body.id;
  };
  await order('placed', 'success', { shop: 'north', n: 1 });
  await order('failed', 'out-of-stock', { shop: 'south' });
  await system.queue.drain();
  await order('cancelled', 'success', { shop: 'north' });
  await contract.post(`/orders/${ids.cancelled}/cancel`, key);
  await order('older', 'success', { 'with.dot': 'x%' });
  await order('newer', 'success', {});
});
afterAll(() => system.stop());

async function found(query: string): Promise<string[]> {
  const { status, body, text } = await contract.get(`/orders?${query}`, key);
  expect(status, text).toBe(200);
  expect(body.total).toBe(body.orders.length);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return body.orders.map((order: { id: string }) => names.get(order.id));
}

describe('GET /orders', () => {
  it('lists newest first, with the total', async () => {
    expect(await found('')).toEqual(['newer', 'older', 'cancelled', 'failed', 'placed']);
  });

  it('pages', async () => {
    const pages = [];
    for (const offset of [0, 2, 4, 6]) {
      const { body } = await contract.get(`/orders?limit=2&offset=${offset}`, key);
      expect(body).toMatchObject({ total: 5, limit: 2, offset });
      pages.push(...body.orders.map((order: { id: string }) => order.id));
    }
    expect(pages).toEqual(['newer', 'older', 'cancelled', 'failed', 'placed'].map((name) => ids[name]));
  });

  it('puts them in another order where asked', async () => {
    expect(await found('sort=oldest')).toEqual(['placed', 'failed', 'cancelled', 'older', 'newer']);
    const { body: dear } = await contract.get('/orders?sort=highest', key);
    const { body: cheap } = await contract.get('/orders?sort=lowest', key);
    const costs = (list: typeof dear) =>
      list.orders.map((one: typeof dear) => one.job_result?.price_components?.total ?? one.max_price);
    expect(costs(dear)).toEqual(costs(dear).toSorted((a: number, b: number) => b - a));
    expect(costs(cheap)).toEqual(costs(cheap).toSorted((a: number, b: number) => a - b));
    expect((await contract.get('/orders?sort=random', key)).status).toBe(422);
  });

  it('exports the ones that are named, and none of a stranger', async () => {
    const named = `order_ids=${ids.placed},${ids.failed}`;
    const { text } = await contract.get(`/orders/export?${named}`, key);
    expect(text.trim().split('\n')).toHaveLength(3);
    expect(text).toContain(ids.placed);
    const foreign = await contract.get(`/orders/export?${named}`, await system.mint());
    expect(foreign.text).not.toContain(ids.placed);
    expect((await contract.get('/orders/export?order_ids=x', key)).status).toBe(422);
  });

  it('filters by status', async () => {
    expect(await found('status_filter=pending')).toEqual(['newer', 'older']);
    expect(await found('status_filter=order_placed')).toEqual(['placed']);
    expect(await found('status_filter=order_failed')).toEqual(['failed']);
    expect(await found('status_filter=cancelled')).toEqual(['cancelled']);
    expect(await found('status_filter=cancelled_by_retailer')).toEqual([]);
  });

  it('tells what a search found in the order that is asked for, with other filters and page by page', async () => {
    const { body } = await contract.get(`/orders/${ids.placed}`, key);
    const name = `search=${body.shipping_address.last_name}`;
    const newestFirst = ['newer', 'older', 'cancelled', 'failed', 'placed'];
    expect(await found(name)).toEqual(newestFirst);
    expect(await found(`${name}&sort=oldest`)).toEqual([...newestFirst].reverse());
    expect(await found(`${name}&status_filter=pending`)).toEqual(['newer', 'older']);
    const page = await contract.get(`/orders?${name}&limit=2&offset=1`, key);
    const shown = page.body.orders.map((order: { id: string }) => order.id);
    expect([shown, page.body.total]).toEqual([[ids.older, ids.cancelled], 5]);
  });

  it('searches the beginnings of IDs, merchant order IDs and tracking numbers', async () => {
    const { body: placed } = await contract.get(`/orders/${ids.placed}`, key);
    const [merchantOrderId] = placed.merchant_order_ids;
    const tracking = placed.tracking_numbers[0].tracking_number;
    for (const text of [placed.id, placed.id.slice(0, 13), placed.id.toUpperCase(), merchantOrderId, tracking]) {
      expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(['placed']);
    }
    expect(await found(`search=${tracking.slice(0, 8).toLowerCase()}`)).toEqual(['placed']);
    expect(await found(`search=${placed.id.slice(4, 20)}`)).toEqual([]);
    expect(await found('search=%25')).toEqual([]);
    expect(await found('search=_')).toEqual([]);
    expect(await found('search=%5C')).toEqual([]);
  });

  it('filters by time: from a moment on, and before a moment', async () => {
    const { body } = await contract.get(`/orders/${ids.cancelled}`, key);
    const moment = encodeURIComponent(body.created_at);
    expect(await found(`created_after=${moment}`)).toEqual(['newer', 'older', 'cancelled']);
    expect(await found(`created_before=${moment}`)).toEqual(['failed', 'placed']);
    const inBerlin = encodeURIComponent(body.created_at.replace('T10:', 'T12:').replace('Z', '+02:00'));
    expect(await found(`created_after=${inBerlin}&created_before=${inBerlin}`)).toEqual([]);
    expect(await found(`created_after=${inBerlin}`)).toEqual(['newer', 'older', 'cancelled']);
  });

  it('filters by tracking and by metadata', async () => {
    expect(await found('has_tracking=true')).toEqual(['placed']);
    expect(await found('has_tracking=false')).toEqual(['newer', 'older', 'cancelled', 'failed']);
    expect(await found('metadata_key=shop')).toEqual(['cancelled', 'failed', 'placed']);
    expect(await found('metadata_key=shop&metadata_value=north')).toEqual(['cancelled', 'placed']);
    expect(await found('metadata_key=n&metadata_value=1')).toEqual(['placed']);
    expect(await found('metadata_key=with.dot&metadata_value=x%25')).toEqual(['older']);
    expect(await found('metadata_key=shop&metadata_value=north&status_filter=cancelled')).toEqual(['cancelled']);
  });

  it.each([
    ['limit=0', 'greater_than_equal', 'limit'],
    ['limit=201', 'less_than_equal', 'limit'],
    ['limit=ten', 'int_parsing', 'limit'],
    ['limit=1e3', 'int_parsing', 'limit'],
    ['limit=', 'int_parsing', 'limit'],
    ['offset=-1', 'greater_than_equal', 'offset'],
    ['status_filter=lost', 'enum', 'status_filter'],
    ['created_after=yesterday', 'datetime_parsing', 'created_after'],
    ['created_before=2026-02-30T00:00:00Z', 'datetime_parsing', 'created_before'],
    ['has_tracking=maybe', 'bool_parsing', 'has_tracking'],
    ['search=', 'string_too_short', 'search'],
    ['metadata_value=north', 'missing', 'metadata_key'],
    ['limit=1&limit=2', 'value_error', 'limit'],
  ])('refuses %s', async (query, type, field) => {
    const answer = await contract.get(`/orders?${query}`, key);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.detail).toContainEqual({ loc: ['query', field], msg: expect.any(String), type });
  });

  it('needs a key', async () => {
    const answer = await contract.get('/orders');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="/);
  });
});

describe('GET /orders/{id}', () => {
  it('shows what was charged, and where the package is', async () => {
    const { body } = await contract.get(`/orders/${ids.placed}`, key);
    expect(body).toMatchObject({ status: 'order_placed', attempts: 1, returns: [] });
    const { job_result: result } = body;
    expect(result).toMatchObject({ success: true, error: null, error_type: null });
    const price = result.price_components;
    expect(price.total).toBe(price.subtotal + price.shipping + price.tax + price.fees);
    expect(price).toMatchObject({ total: 1999, currency: 'USD' });
    expect(result.merchant_order_ids).toMatchObject([{ merchant_order_id: body.merchant_order_ids[0] }]);
    expect(body.items[0]).toMatchObject({ status: 'delivered', unit_price_cents: 1999 });
    const [parcel] = body.tracking_numbers;
    expect(parcel.status).toBe('delivered');
    const times = parcel.checkpoints.map((checkpoint: { checkpoint_time: string }) => checkpoint.checkpoint_time);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('takes an ID in capitals, refuses what is no ID, and does not know a stranger', async () => {
    expect((await contract.get(`/orders/${ids.placed!.toUpperCase()}`, key)).body.id).toBe(ids.placed);
    for (const bad of ['1', 'x'.repeat(255), `${ids.placed}0`, ids.placed!.replaceAll('-', '')]) {
      const answer = await contract.get(`/orders/${bad}`, key);
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({ loc: ['path', 'order_id'], type: 'uuid_parsing' });
    }
    const unknown = await contract.get('/orders/00000000-0000-4000-8000-000000000000', key);
    expect(unknown.status).toBe(404);
    expect(unknown.body.error.code).toBe('not_found');
  });
});

describe('POST /orders/{id}/cancel', () => {
  it('cancels a pending order once and gives the money back', async () => {
    const { body: order } = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    const before = (await contract.get('/wallet', key)).body;
    const answer = await contract.post(`/orders/${order.id}/cancel`, key);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await contract.get('/wallet', key)).body.available_cents).toBe(before.available_cents + 5000);
    const { body } = await contract.get(`/orders/${order.id}`, key);
    expect(body).toMatchObject({ status: 'cancelled', items: [{ status: 'cancelled' }] });
    const again = await contract.post(`/orders/${order.id}/cancel`, key);
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({ code: 'order_not_cancellable', details: { status: 'cancelled' } });
    expect(await system.simulator.purchases(order.id)).toEqual([]);
  });

  it('cancels once for twenty concurrent requests', async () => {
    const { body: order } = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    const before = (await contract.get('/wallet', key)).body.available_cents;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => contract.post(`/orders/${order.id}/cancel`, key)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array.from({ length: 19 }, () => 409)]);
    expect((await contract.get('/wallet', key)).body.available_cents).toBe(before + 5000);
  });

  it.each(['placed', 'failed', 'cancelled'])('refuses an order that is %s, and changes nothing', async (name) => {
    const before = await rowCounts(system.database.db);
    const answer = await contract.post(`/orders/${ids[name]}/cancel`, key);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('order_not_cancellable');
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('refuses an order that is being bought, and one that its retailer canceled', async () => {
    const moved = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    const set = (status: string) =>
      sql`update orders set status = ${status} where id = ${moved.body.id}`.execute(system.database.db);
    for (const status of ['in_progress', 'cancelled_by_retailer']) {
      await set(status);
      const answer = await contract.post(`/orders/${moved.body.id}/cancel`, key);
      expect(answer.status).toBe(409);
      expect(answer.body.error.details).toEqual({ status });
    }
    await set('pending');
  });
});
