import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForDatabase } from '../../src/platform/database/index.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let test: TestDatabase;
let proxy: DatabaseProxy;
let system: TestSystem;

beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await createDatabaseProxy(test.url);
});
afterAll(async () => {
  proxy.thaw();
  await system?.stop();
  await proxy.close();
  await test.drop();
});

it('waits at the start for a database that is away, and says so', async () => {
  const reasons: string[] = [];
  const waiting = waitForDatabase(proxy.url, (error) => reasons.push(error.message));
  await expect.poll(() => reasons.length, { timeout: 15_000 }).toBeGreaterThan(0);
  await proxy.open();
  await waiting;
  const nowhere = proxy.url.replace(/\/errand_test_\w+/, '/no_such_database');
  await expect(waitForDatabase(nowhere, () => {})).rejects.toThrow('does not exist');
});

describe('a database that has stopped answering', () => {
  it('is told by /health, and nobody waits for it for long', { timeout: 90_000 }, async () => {
    system = await startSystem({ databaseUrl: proxy.url });
    const key = await system.mint();
    await expect.poll(async () => (await system.get('/health')).body.db, { timeout: 20_000 }).toBe('up');
    proxy.freeze();
    const since = performance.now();
    const answers = await Promise.all([
      system.post('/sandbox/keys', undefined),
      system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`)),
      system.get('/orders', key),
      system.call('/v1/orders', { headers: { authorization: `Basic ${btoa(`${key}:`)}` } }),
    ]);
    // Five seconds on a quiet machine; without the look-out it would be half a minute.
    expect(performance.now() - since).toBeLessThan(25_000);
    const [mint, order, list, legacy] = answers;
    for (const answer of [mint, order, list]) {
      expect([answer?.status, answer?.body.error.code]).toEqual([503, 'service_unavailable']);
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect([legacy?.status, legacy?.body.code]).toEqual([500, 'internal_error']);
    const health = await system.get('/health');
    expect([health.status, health.body.db, health.body.ordering]).toEqual([503, 'down', 'down']);
    const status = await system.get('/status.json');
    expect([status.status, status.body.status]).toEqual([200, 'down']);
    expect(status.body.components).toHaveLength(5);
    for (const part of status.body.components) expect([part.status, part.days.length]).toEqual(['down', 90]);
    const page = await system.call('/status', { headers: { accept: 'text/html' } });
    expect([page.status, page.text.includes('<h1 id="now">Some systems are down</h1>')]).toEqual([200, true]);
    proxy.thaw();
    await expect.poll(async () => (await system.get('/health')).body.db, { timeout: 30_000 }).toBe('up');
    expect((await system.get('/status.json')).body.status).not.toBe('down');
    await expect.poll(async () => (await system.get('/orders', key)).status, { timeout: 60_000 }).toBe(200);
  });
});
