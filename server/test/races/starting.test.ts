import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';
import { keysFolderOf, orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { createWorkerProcess } from '../harness/worker-process.ts';

let system: TestSystem;
let proxy: DatabaseProxy;
beforeAll(async () => {
  system = await startSystem();
  proxy = await createDatabaseProxy(system.databaseUrl);
  await proxy.open();
});
afterAll(async () => {
  await proxy.close();
  await system.stop();
});

/** What a worker asks its database during the start, in this order. */
const steps = [
  'errand_pooler_check',
  'select c.relname as name from pg_class',
  'from pg_index',
  'insert into pulses',
  'select * from retailer_switches order by',
  'from stores s order by name',
  'listen "',
  'insert into jobs',
];

it('a worker that loses its database connection at any startup step still starts', {
  timeout: 120_000,
}, async () => {
  const key = await system.mint();
  const { id } = (await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`))).body;
  const worker = createWorkerProcess(proxy.url, { ERASABLE_KEYS: `file://${keysFolderOf(system.databaseUrl)}` });
  proxy.cutAt(steps);
  worker.start();
  try {
    const status = async () => worker.surprises[0] ?? (await system.get(`/orders/${id}`, key)).body.status;
    await expect.poll(status, { timeout: 100_000, interval: 200 }).not.toMatch(/pending|in_progress/);
    expect([await status(), worker.surprises, proxy.uncut]).toEqual(['order_placed', [], []]);
  } finally {
    await worker.kill();
  }
});
