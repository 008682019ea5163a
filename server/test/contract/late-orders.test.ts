import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../src/kit/clock.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let post: Awaited<ReturnType<typeof startMailServer>>;
let system: TestSystem;
let contract: Contract;
let clock: FakeClock;
beforeAll(async () => {
  post = await startMailServer();
  clock = fakeClock();
  system = await startSystem({ clock, env: { SANDBOX_TIME_SCALE: '1000', SMTP_URL: post.url } });
  contract = await readContract(system);
});
afterAll(async () => {
  await system.stop();
  await post.stop();
});

async function placed(key: string): Promise<string> {
  const { id } = (await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`))).body;
  for (let tries = 0; tries < 20 && (await order(id, key)).status !== 'order_placed'; tries += 1) {
    await system.queue.drain();
    clock.advance(5 * minuteMs);
  }
  return id;
}

const order = async (id: string, key: string) => (await contract.get(`/orders/${id}`, key)).body;
const ids = async (query: string, key: string): Promise<string[]> =>
  (await contract.get(`/orders?${query}`, key)).body.orders.map(({ id }: { id: string }) => id);
const eventsOf = async (id: string, key: string) =>
  (await contract.get(`/events?type=order.late&order_id=${id}`, key)).body.events;

it('finds a package that misses its date, notifies everyone once, and clears it when the package arrives', async () => {
  const { key, accountId } = await system.account('test');
  const id = await placed(key);
  const other = (await system.account('test')).key;
  expect((await order(id, key)).late).toBeNull();
  expect(await ids('progress=preparing', key)).toEqual([id]);
  await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'in_transit' });
  expect(await ids('progress=on_the_way', key)).toEqual([id]);

  clock.advance(9 * dayMs);
  await system.queue.drain();
  const late = await order(id, key);
  expect(late.late).toEqual({
    since: expect.any(String),
    expected_date: late.job_result.estimated_delivery,
    last_scan_at: expect.any(String),
  });
  expect(late.next_step).toMatch(/late/);
  expect(await ids('progress=late', key)).toEqual([id]);
  expect(await ids('sort=late', key)).toEqual([id]);
  expect(await ids('progress=on_the_way', key)).toEqual([]);
  expect(await ids('progress=late', other)).toEqual([]);
  const overview = (await contract.get('/overview', key)).body;
  expect(overview.orders).toMatchObject({ late: 1, on_the_way: 0, delivered: 0 });
  expect(overview.attention).toMatchObject({ late: 1, late_order_id: id });
  const [event, ...more] = await eventsOf(id, key);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ type: 'order.late', data: { id, late: { since: late.late.since } } });

  const page = async () => (await system.call(`/track/${id}`, { headers: { accept: 'text/html' } })).text;
  expect(await page()).toMatch(/Delayed[\s\S]*Originally expected on/);
  clock.advance(16 * minuteMs);
  await system.queue.drain();
  const mails = post.mails.filter(({ to }) => to[0] === `${accountId}@example.com`);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Test store order is late (sandbox)']);

  await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'delivered' });
  expect((await order(id, key)).late).toBeNull();
  expect((await contract.get('/overview', key)).body.orders).toMatchObject({ late: 0, delivered: 1 });
  expect(await ids('progress=delivered', key)).toEqual([id]);
  expect(await page()).not.toContain('Delayed');
  expect(await eventsOf(id, key)).toHaveLength(1);
});

it('shows which rows of a batch are late', async () => {
  const key = await system.mint();
  const address = { name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' };
  const row = { product_url: `${system.url}/shop/products/test-success`, ...address, max_price: '5000' };
  const { id: batchId } = (await contract.post('/orders/bulk', key, { rows: [row, row] })).body;
  const rows = async () => (await contract.get(`/orders/bulk/${batchId}`, key)).body.rows;
  await placed(key);
  expect(await rows()).toMatchObject([{ is_late: false }, { is_late: false }]);
  const [{ order_id: id }] = await rows();
  await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'late' });
  expect(await rows()).toMatchObject([{ is_late: true }, { is_late: false }]);
  await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'delivered' });
  expect(await rows()).toMatchObject([{ is_late: false }, { is_late: false }]);
});

it('can be tried in the sandbox', async () => {
  const key = await system.mint();
  const id = await placed(key);
  const { status, body } = await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'late' });
  expect(status).toBe(200);
  expect(body.late).toMatchObject({ expected_date: expect.any(String) });
  await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'delivered' });
  expect((await order(id, key)).late).toBeNull();
  expect((await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'late' })).status).toBe(400);
});

it('follows what nobody else follows, until it is late', async () => {
  const { key } = await system.account('test');
  const id = await placed(key);
  await sql`update orders set bought_by_desk = true where id = ${id}`.execute(system.database.db);
  clock.advance(20 * dayMs);
  await system.queue.drain();
  expect((await order(id, key)).late).not.toBeNull();
  const { rows } = await sql`select from jobs where dedupe_key = ${`tracking ${id}`}`.execute(system.database.db);
  expect(rows).toEqual([]);
});
