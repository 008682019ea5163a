import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let first: TestSystem;
let second: TestSystem;
let key: string;
/** Both processes sell it, unlike a product of the test shop, which has the address of one. */
let product: string;
beforeAll(async () => {
  first = await startSystem({ withWorker: true });
  second = await startSystem({ withWorker: true, databaseUrl: first.databaseUrl });
  key = (await first.account('test', 1_000_000_000)).key;
  product = await anyProduct(first, 'walmart');
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const order = (clock: string) => orderFor(product, { test_clock: clock, max_price: 100_000 });
const read = async (path: string) => (await first.get(path, key)).body;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('advances once at a time while orders arrive on two processes: everything due happens exactly once', async () => {
  const { id, now } = (await first.post('/sandbox/clocks', key, {})).body;
  const ids: string[] = [];
  let isOver = false;
  const ordering = [first, second].map(async (system) => {
    while (!isOver) {
      const made = await system.post('/orders', key, order(id));
      // On a slow machine an advance may take longer than an order waits for it.
      if (made.status === 409) continue;
      expect(made.status, made.text).toBe(201);
      ids.push(made.body.id);
      await pause(40);
    }
  });
  let accepted = 0;
  for (const _round of Array(6)) {
    const both = await Promise.all(
      [first, second].map((system) => system.post(`/sandbox/clocks/${id}/advance`, key, { by_seconds: 60 })),
    );
    accepted += both.filter(({ status }) => status === 202).length;
    expect(both.map(({ status }) => status).filter((status) => status !== 202 && status !== 409)).toEqual([]);
    while ((await read(`/sandbox/clocks/${id}`)).status !== 'ready') await pause(20);
  }
  isOver = true;
  await Promise.all(ordering);
  expect(Date.parse((await read(`/sandbox/clocks/${id}`)).now) - Date.parse(now)).toBe(accepted * 60_000);
  await first.post(`/sandbox/clocks/${id}/advance`, key, { by_seconds: 3600 });
  while ((await read(`/sandbox/clocks/${id}`)).status !== 'ready') await pause(20);
  for (const orderId of ids) {
    const order = await read(`/orders/${orderId}`);
    expect([order.status, order.items[0].status]).toEqual(['order_placed', 'delivered']);
    expect(await first.simulator.purchases(orderId)).toHaveLength(1);
  }
  expect(await ledgerProblems(first.database.db)).toEqual([]);
});

it('continues without its clock, whenever that is deleted', async () => {
  const ids: string[] = [];
  for (const _round of Array(5)) {
    const { id } = (await first.post('/sandbox/clocks', key, {})).body;
    const orders = Promise.all([first, second, first].map((system) => system.post('/orders', key, order(id))));
    await pause(Math.random() * 60);
    expect((await first.call(`/sandbox/clocks/${id}`, { method: 'DELETE', key })).status).toBe(204);
    for (const { status, body } of await orders) {
      expect([201, 422]).toContain(status);
      if (status === 201) ids.push(body.id);
    }
  }
  for (const id of ids) {
    await expect.poll(() => read(`/orders/${id}`), { timeout: 20_000 }).toMatchObject({ status: 'order_placed' });
  }
});
