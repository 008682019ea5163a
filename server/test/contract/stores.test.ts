import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreKind } from '../../src/connectors/store.ts';
import { withRegistry } from '../../src/main/admin-stores.ts';
import { readContract } from '../harness/conforms.ts';
import { freePort } from '../harness/free-port.ts';
import { auditRows, type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { type StoreBehavior, simulatedKind } from '../harness/store-kind.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let operator: OperatorClient;
let mood: StoreBehavior;
let kind: StoreKind;
beforeAll(async () => {
  const simulated = await simulatedKind(() => system.database);
  ({ kind, mood } = simulated);
  system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' }, storeKinds: [simulated.kind] });
  operator = await personOn(system, await readContract(system));
});
afterAll(() => system.stop());

const consent = { by: 'The merchant', on: '2026-08-21' };
const walmart = {
  name: 'walmart',
  kind: 'vendure',
  url: 'https://www.walmart.com',
  payment: 'invoice',
  consent,
  accounts: 'guest',
};
const remove = (name: string) => operator.call(`/operator/stores/${name}`, { method: 'DELETE' });
const change = (name: string, body: unknown) => operator.call(`/operator/stores/${name}`, { method: 'PATCH', body });
const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from stores`.execute(system.database.db)).rows[0]!.n;

describe('a store', () => {
  it('is for an operator', async () => {
    for (const [method, path] of [
      ['GET', '/operator/stores'],
      ['POST', '/operator/stores'],
      ['DELETE', '/operator/stores/walmart'],
      ['POST', '/operator/stores/walmart/check'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      const { key } = await system.account('live');
      expect((await system.call(path, { method, ...(body ? { body } : {}) })).status, path).toBe(401);
      expect((await system.call(path, { method, key, ...(body ? { body } : {}) })).status, path).toBe(401);
    }
  });

  it('is refused when it could not work, and nothing is written', async () => {
    const before = [await count(), await auditRows(system)];
    const { consent: _consent, ...withoutConsent } = walmart;
    const cases: [Record<string, unknown>, number, string][] = [
      [withoutConsent, 422, 'consent'],
      [{ ...walmart, currency: 'EUX' }, 409, 'currency_unsupported'],
      [{ ...walmart, currency: 'XAU' }, 409, 'decimal places'],
      [{ ...walmart, currency: 'DEM' }, 409, 'decimal places'],
      [{ ...walmart, mode: 'link' }, 422, 'mode'],
      [{ ...walmart, kind: 'medusa' }, 422, 'kind'],
      [{ ...walmart, settings: { colour: 'blue' } }, 422, 'is not a known field'],
      [{ ...walmart, payment: 7 }, 422, 'payment'],
      [{ ...walmart, credentials: { email: 'a@b.example' } }, 422, 'credentials'],
      [{ ...walmart, credentials: { nonsense: 'x' } }, 422, 'credentials'],
      [{ ...walmart, accounts: 'own' }, 422, 'accounts'],
      [{ ...walmart, url: null }, 422, 'url'],
      [{ ...walmart, url: 'https://www.walmart.com/path' }, 422, 'url'],
      [{ ...walmart, name: 'Wal Mart' }, 422, 'name'],
      [{ ...walmart, surprise: true }, 422, 'surprise'],
      [{ ...walmart, world: 'test' }, 409, 'already_exists'],
    ];
    for (const [body, status, words] of cases) {
      const answer = await operator.post('/operator/stores', body);
      expect(answer.status, JSON.stringify(body)).toBe(status);
      expect(answer.text).toContain(words);
    }
    expect([await count(), await auditRows(system)]).toEqual(before);
  });

  it('is added, listed, used, changed, turned off and on, and removed', async () => {
    const live = await system.account('live', 1_000_000);
    const product = (
      await system.simulator.search!(
        'walmart',
        { query: 'headphones', page: 1, freeShipping: false },
        {
          signal: new AbortController().signal,
        },
      )
    ).results.find((hit) => hit.available)!.url;
    expect((await system.post('/orders', live.key, orderFor(product, { max_price: 100_000 }))).body.error.code).toBe(
      'unsupported_retailer',
    );
    const audited = await auditRows(system);
    const credentials = { email: 'buyer@example.com', password: 'hunter22', token: 'tok-secret' };
    const added = await operator.post('/operator/stores', { ...walmart, credentials });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      name: 'walmart',
      world: 'live',
      currency: 'USD',
      mode: 'automatic',
      accounts: 'guest',
      enabled: true,
      credentials: ['email', 'password', 'token'],
      limits: { per_minute: 120, at_once: 4, timeout_seconds: 20 },
    });
    expect(await auditRows(system)).toBe(audited + 1);
    expect((await operator.post('/operator/stores', walmart)).status).toBe(409);
    const rival = await operator.post('/operator/stores', { ...walmart, name: 'rival' });
    expect(rival.status).toBe(409);
    expect(rival.text).toContain('www.walmart.com');
    for (const path of ['/operator/stores', '/operator/stores/walmart', '/operator/audit']) {
      expect((await operator.get(path)).text).not.toMatch(/hunter22|tok-secret/);
    }
    const { rows } = await sql<{ text: string }>`select s::text as text from stores s`.execute(system.database.db);
    expect(JSON.stringify(rows)).not.toMatch(/hunter22|tok-secret/);

    const placed = await system.post('/orders', live.key, orderFor(product, { max_price: 100_000 }));
    expect(placed.status).toBe(201);
    await system.queue.drain();
    const order = await system.get(`/orders/${placed.body.id}`, live.key);
    expect(order.body.status).toBe('order_placed');
    expect(order.body.job_result.price_components.currency).toBe('USD');

    const off = await change('walmart', { enabled: false, limits: { at_once: 2 } });
    expect(off.body).toMatchObject({
      enabled: false,
      limits: { per_minute: 120, at_once: 2 },
      health: { status: 'off' },
    });
    expect((await system.post('/orders', live.key, orderFor(product))).body.error.code).toBe('unsupported_retailer');
    const on = await change('walmart', { enabled: true });
    expect(on.body.enabled).toBe(true);
    expect((await change('nobody', { enabled: true })).status).toBe(404);
    expect((await change('walmart', { mode: 'catalogue', consent: null })).body.abilities).not.toContain('checkout');
    expect((await system.post('/orders', live.key, orderFor(product))).body.error.code).toBe('unsupported_retailer');
    expect((await change('walmart', { mode: 'automatic' })).status).toBe(422);

    expect((await remove('walmart')).status).toBe(204);
    expect((await remove('walmart')).status).toBe(404);
    expect((await operator.get('/operator/stores/walmart')).status).toBe(404);
    expect(await count()).toBe(0);
  });

  it('is not removed while orders are under way', async () => {
    const live = await system.account('live', 1_000_000);
    const page = await system.simulator.search!(
      'walmart',
      { query: 'headphones', page: 1, freeShipping: false },
      {
        signal: new AbortController().signal,
      },
    );
    const url = page.results.find((hit) => hit.available)!.url;
    await operator.post('/operator/stores', walmart);
    const { body } = await system.post('/orders', live.key, orderFor(url, { max_price: 100_000 }));
    const refused = await remove('walmart');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'store_in_use']);
    await system.queue.drain();
    expect((await system.get(`/orders/${body.id}`, live.key)).body.status).toBe('order_placed');
    expect((await remove('walmart')).status).toBe(204);
  });

  it('buys with its own account, one purchase at a time', async () => {
    const credentials = { email: 'own@example.com', password: 'right' };
    const added = await operator.post('/operator/stores', { ...walmart, accounts: 'own', credentials });
    expect(added.body.accounts).toBe('own');
    const live = await system.account('live', 1_000_000);
    const page = await system.simulator.search!(
      'walmart',
      { query: 'headphones', page: 1, freeShipping: false },
      {
        signal: new AbortController().signal,
      },
    );
    const url = page.results.find((hit) => hit.available)!.url;
    const { body } = await system.post('/orders', live.key, orderFor(url, { max_price: 100_000 }));
    await system.queue.drain();
    expect((await system.get(`/orders/${body.id}`, live.key)).body.status).toBe('order_placed');
    const { rows } = await sql<{ account: string }>`
      select account from sim_purchases where reference = ${body.id}`.execute(system.database.db);
    expect(rows).toEqual([{ account: 'own@example.com' }]);
    const own = () => sql`select from managed_accounts where email = 'own@example.com'`.execute(system.database.db);
    expect((await own()).rows).toHaveLength(1);
    expect((await remove('walmart')).status).toBe(204);
    expect((await own()).rows).toHaveLength(0);
  });
});

describe('a store lookup', () => {
  it('follows a purchase up to the button and buys nothing', async () => {
    await operator.post('/operator/stores', walmart);
    const sold = async () =>
      (await sql`select from sim_purchases where world = 'live'`.execute(system.database.db)).rows.length;
    const openCarts = async () =>
      (await sql`select from sim_carts where world = 'live' and state = 'open'`.execute(system.database.db)).rows
        .length;
    const before = await sold();
    const cartsBefore = await openCarts();
    const check = await operator.post('/operator/stores/walmart/check', { query: 'headphones' });
    expect(check.body.ok).toBe(true);
    expect(check.body.steps.map(({ step, status }: { step: string; status: string }) => `${step} ${status}`)).toEqual([
      'search ok',
      'product ok',
      'cart ok',
      'total ok',
      'release ok',
      'lookup ok',
    ]);
    expect(await sold()).toBe(before);
    expect(await openCarts()).toBe(cartsBefore);
    mood.isDown = true;
    const down = await operator.call('/operator/stores/walmart/check', { method: 'POST' });
    mood.isDown = false;
    expect(down.body).toMatchObject({ ok: false, steps: [{ step: 'search', status: 'failed' }, {}, {}, {}, {}, {}] });
    expect((await operator.post('/operator/stores/nobody/check', {})).status).toBe(404);
    await remove('walmart');
  });

  it('detects the store at a URL', async () => {
    const server = createServer((_request, response) => response.end('simulated'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const found = await operator.post('/operator/stores/probe', { url: `${url}/some/page` });
      expect(found.body).toMatchObject({ url, kind: 'vendure', name: 'simulated', currency: 'USD' });
      expect(found.body.missing).toHaveLength(2);
    } finally {
      server.close();
    }
    const nothing = await operator.post('/operator/stores/probe', { url: `http://127.0.0.1:${await freePort()}/` });
    expect(nothing.body).toMatchObject({ kind: null, abilities: [], reachable: false });
    expect(nothing.body.missing[0]).toContain('did not respond');
    expect((await operator.post('/operator/stores/probe', { url: 'ftp://example.com' })).status).toBe(422);
  });

  it('pauses a store that keeps failing, in every process', async () => {
    await operator.post('/operator/stores', walmart);
    const search = () => system.get('/products/search?query=headphones&retailer=walmart', liveKey);
    const liveKey = (await system.account('live')).key;
    mood.isDown = true;
    for (let tries = 0; tries < 5; tries += 1) expect((await search()).body.status).toBe('failed');
    await expect
      .poll(async () => (await operator.get('/operator/stores/walmart')).body.health.status, { timeout: 10_000 })
      .toBe('down');
    // It is not asked any more; not even now that it would answer.
    const callsOf = async (): Promise<number> => {
      const before = mood.calls;
      await search();
      return mood.calls - before;
    };
    await expect.poll(callsOf, { timeout: 10_000 }).toBe(0);
    mood.isDown = false;
    expect(await callsOf()).toBe(0);
    await remove('walmart');
  });
});

describe('what is told about stores as they come, fail and go', () => {
  it('is the truth at every step', { timeout: 180_000 }, async () => {
    const { key } = await system.account('live');
    const told = async () => {
      const [retailers, check, found, health] = await Promise.all([
        system.get('/retailers?limit=1000', key),
        system.get(`/retailers/check?url=${encodeURIComponent('https://www.walmart.com/ip/123456')}`, key),
        system.get('/search?q=headphones', key),
        system.get('/health'),
      ]);
      const { details } = health.body;
      return {
        listed: retailers.body.retailers.find(({ retailer }: { retailer: string }) => retailer === 'walmart').supported,
        checked: check.body.support !== 'unsupported',
        isFound: (found.body.results ?? []).length > 0,
        leftOut: (found.body.left_out ?? []).map(({ retailer }: { retailer: string }) => retailer),
        live: details.connectors.live_retailers,
        stores: details.connectors.stores,
        status: details.connectors.status,
      };
    };
    const without = { listed: false, checked: false, isFound: false, live: 0 };
    const soon = { timeout: 30_000, interval: 250 };
    await expect.poll(told, soon).toMatchObject(without);
    // The command line knows the same stores: an account is added for one that is configured, and for no other.
    const known = () =>
      withRegistry(system.database, system.config, async (registry) => registry.supports('live', 'walmart'));
    expect(await known()).toBe(false);
    await operator.post('/operator/stores', walmart);
    expect(await known()).toBe(true);
    const served = { listed: true, checked: true, isFound: true, leftOut: [], live: 1, status: 'up' };
    await expect.poll(told, soon).toMatchObject(served);
    // Other processes get its search times too.
    const { db } = system.database;
    const times = async () => (await sql`select from store_health where search_ms > 0`.execute(db)).rows.length;
    await expect.poll(times, soon).toBe(1);
    mood.isDown = true;
    // It is named as left out at once; after some failures it is known to be down, and is still one that can be ordered from.
    await expect.poll(told, soon).toMatchObject({
      listed: true,
      isFound: false,
      leftOut: ['walmart'],
      live: 1,
      stores: { down: 1 },
      status: 'degraded',
    });
    mood.isDown = false;
    await change('walmart', { enabled: false });
    await expect.poll(told, soon).toMatchObject({ ...without, stores: { off: 1 } });
    await remove('walmart');
    await expect.poll(told, soon).toMatchObject({ ...without, stores: { off: 0, down: 0 }, status: 'up' });
  });
});

describe('two processes', () => {
  it('learn about every change, and share the limit on concurrent sessions', { timeout: 60_000 }, async () => {
    const env = { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' };
    const second = await startSystem({ databaseUrl: system.databaseUrl, env, storeKinds: [kind] });
    try {
      const { key } = await system.account('live');
      const path = '/products/search?query=headphones&retailer=walmart';
      const supports = async () => {
        const { retailers } = (await second.get('/retailers?limit=1000', key)).body;
        return retailers.some(
          (one: { retailer: string; supported: boolean }) => one.retailer === 'walmart' && one.supported,
        );
      };
      const soon = { timeout: 10_000, interval: 20 };
      expect(await supports()).toBe(false);
      const tookMs: number[] = [];
      const isHeard = async (isSupported: boolean) => {
        const from = performance.now();
        await expect.poll(supports, soon).toBe(isSupported);
        tookMs.push(performance.now() - from);
      };
      await operator.post('/operator/stores', { ...walmart, limits: { at_once: 1 } });
      await isHeard(true);
      for (const enabled of [false, true]) {
        await change('walmart', { enabled });
        await isHeard(enabled);
      }
      // Within a second. A busy machine may be late; not by this much, and every time.
      expect(Math.min(...tookMs)).toBeLessThan(3000);

      // While one session is open, the other process is rejected. Afterward, it is accepted.
      const before = mood.calls;
      let leave = () => {};
      mood.hold = new Promise((resolve) => {
        leave = resolve;
      });
      const visit = system.get(path, key);
      await expect.poll(() => mood.calls, soon).toBe(before + 1);
      expect((await second.get(path, key)).body.status).toBe('failed');
      expect(mood.calls).toBe(before + 1);
      mood.hold = null;
      leave();
      expect((await visit).body.status).toBe('completed');
      expect((await second.get(path, key)).body.status).toBe('completed');
      expect(mood.calls).toBe(before + 2);
      await remove('walmart');
      await expect.poll(supports, soon).toBe(false);
    } finally {
      mood.hold = null;
      await second.stop();
    }
  });
});
