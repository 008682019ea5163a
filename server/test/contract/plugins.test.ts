import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { wireSystem } from '../../src/main/wiring.ts';
import { type PluginName, pluginNames, readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { exportOpenapi } from '../../src/platform/http/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { childEnvironment } from '../harness/child-environment.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

/** A route of each optional part, and its operations in the OpenAPI document; MCP and UCP are described elsewhere. */
const partOf: Record<PluginName, { route: { method: 'GET' | 'POST'; url: string }; operations: RegExp | null }> = {
  browser: { route: { method: 'GET', url: '/operator/visits' }, operations: /^\/operator\/(films|visits)/ },
  desk: { route: { method: 'GET', url: '/operator/desk' }, operations: /^\/operator\/desk/ },
  agent: { route: { method: 'POST', url: '/agent/orders' }, operations: /^\/agent\// },
  mcp: { route: { method: 'POST', url: '/mcp' }, operations: null },
  ucp: { route: { method: 'GET', url: '/.well-known/ucp' }, operations: null },
};

/** The interface of a service with these parts; nothing is asked of it, so it needs no database. */
async function interfaceWith(plugins: readonly PluginName[]) {
  const database = openDatabase({ url: 'postgres://127.0.0.1/none' });
  const config = readConfig({
    MASTER_KEYS: Buffer.alloc(32).toString('base64'),
    PLUGINS: plugins.join(',') || 'none',
  });
  const system = await wireSystem({ config, database, clock: systemClock, logger: createLogger({ level: 'silent' }) });
  const app = await system.routes();
  const { paths } = exportOpenapi(app, 'everyone') as { paths: Record<string, unknown> };
  const found = {
    paths: Object.keys(paths),
    parts: pluginNames.filter((name) => app.hasRoute(partOf[name].route)),
  };
  await app.close();
  await system.close();
  await database.close();
  return found;
}

const run = promisify(execFile);

/** The files that a process with these parts loads. */
async function loadedWith(plugins: string): Promise<string[]> {
  const script = new URL('../harness/loaded-modules.ts', import.meta.url).pathname;
  const env = { ...childEnvironment(), MASTER_KEYS: Buffer.alloc(32).toString('base64'), PLUGINS: plugins };
  const { stdout } = await run(process.execPath, [script], { env, maxBuffer: 64_000_000 });
  return JSON.parse(stdout);
}

describe('a part that is not in PLUGINS', { timeout: 120_000 }, () => {
  it.each(pluginNames)('%s has neither routes nor operations; the others keep theirs', async (leftOut) => {
    const others = pluginNames.filter((name) => name !== leftOut);
    const { parts, paths } = await interfaceWith(others);
    expect(parts).toEqual(others);
    for (const name of pluginNames) {
      const { operations } = partOf[name];
      if (operations)
        expect(
          paths.some((path) => operations.test(path)),
          name,
        ).toBe(name !== leftOut);
    }
  });

  it('is not loaded, and neither are packages that only it uses', async () => {
    const packages = /node_modules\/(@modelcontextprotocol|playwright-core|@marbec)\//;
    const code = [
      /\/src\/connectors\/((browser|desk)\/|ucp\/index\.ts$)/,
      /\/src\/main\/plugins\/(browser|desk|agent|mcp|ucp|agent-payments)\.ts$/,
      /\/src\/domains\/(channels\/(agent|mcp|ucp)|orders\/desk)\/(index|routes|jobs|llms)\.ts$/,
    ];
    const [without, withAll] = await Promise.all([loadedWith('none'), loadedWith('')]);
    expect(without.length).toBeGreaterThan(500);
    for (const kind of [packages, ...code]) {
      expect(
        without.filter((url) => kind.test(url)),
        String(kind),
      ).toEqual([]);
      expect(
        withAll.some((url) => kind.test(url)),
        String(kind),
      ).toBe(true);
    }
  });
});

describe('the core alone', { timeout: 120_000 }, () => {
  let system: TestSystem;
  let contract: Contract;
  let receiver: TestEndpoint;
  beforeAll(async () => {
    receiver = await startTestEndpoint();
    system = await startSystem({ env: { PLUGINS: 'none', WEBHOOK_ALLOW_PRIVATE: 'true' } });
    contract = await readContract(system);
  });
  afterAll(async () => {
    await system.stop();
    await receiver.stop();
  });

  it('searches, buys, tracks, takes returns and tells a webhook', async () => {
    const key = await system.mint();
    const hook = { url: `${receiver.url}/hook`, events: ['order.placed'] };
    const endpoint = await contract.post('/webhooks/endpoints', key, hook);
    expect(endpoint.status, endpoint.text).toBe(201);
    const [hit] = (await contract.get('/search?q=headphones', key)).body.results;
    const ordered = await contract.post('/orders', key, orderFor(hit.url, { max_price: hit.price * 2 + 5000 }));
    expect(ordered.status, ordered.text).toBe(201);
    await system.queue.drain();
    const { body: order } = await contract.get(`/orders/${ordered.body.id}`, key);
    expect(order).toMatchObject({ status: 'order_placed', items: [{ status: 'delivered' }] });
    expect((await contract.get(`/track/${order.id}`)).body.shipments[0].status).toBe('delivered');
    expect(receiver.at('/hook').map(({ body }) => JSON.parse(body).type)).toEqual(['order.placed']);
    const bought = await placedOrder(system, key);
    const returned = await contract.post('/returns', key, returnFor(bought.order.id, bought.itemId));
    expect(returned.status, returned.text).toBe(201);
  });

  it('takes a batch, and its books add up', async () => {
    const key = await system.mint();
    const row = {
      product_url: `${system.url}/shop/products/test-success`,
      quantity: '1',
      name: 'Jane Doe',
      address1: '1 Market St',
      city: 'San Francisco',
      state: 'CA',
      zip: '94105',
      max_price: '5000',
    };
    const placed = await contract.post('/orders/bulk', key, { filename: 'a.csv', rows: [row, row] });
    expect(placed.status, placed.text).toBeLessThan(300);
    await system.queue.drain();
    const { body } = await contract.get('/orders?limit=10', key);
    expect(body.orders.map(({ status }: { status: string }) => status)).toEqual(['order_placed', 'order_placed']);
    expect(await purchaseProblems(system.database.db)).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('returns 404 for the parts’ paths, and does not mention them', async () => {
    for (const { route } of Object.values(partOf)) {
      const answer = await system.call(route.url, {
        method: route.method,
        ...(route.method === 'POST' && { body: {} }),
      });
      expect(answer.status, route.url).toBe(404);
    }
    const { text } = await system.get('/llms.txt');
    expect(text).toContain('## With a key');
    expect(text).not.toMatch(/\/mcp|\/agent\//);
  });
});
