import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { rowCounts } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { testServer } from '../harness/postgres.ts';
import { orderFor, startSystem } from '../harness/system.ts';

describe('rates', () => {
  it('returns 429 with its headers once a key’s burst is used up, and accepts requests again later', async () => {
    const clock = fakeClock();
    const system = await startSystem({ clock, env: { RATE_LIMIT_PER_KEY: '5' } });
    try {
      const contract = await readContract(system);
      const key = await system.mint();
      const before = await rowCounts(system.database.db);
      for (let n = 0; n < 10; n += 1) expect((await contract.get('/wallet', key)).status).toBe(200);
      const refused = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
      expect(refused.status).toBe(429);
      expect(refused.body.error.code).toBe('rate_limit_exceeded');
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('x-ratelimit-limit')).toBe('10');
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
      const reset = Number(refused.headers.get('x-ratelimit-reset'));
      const now = clock.now().getTime() / 1000;
      expect(reset - now).toBeGreaterThan(0);
      expect(reset - now).toBeLessThanOrEqual(1);
      expect(await rowCounts(system.database.db)).toEqual(before);
      expect((await contract.get('/wallet', await system.mint())).status).toBe(200);
      clock.advance(1000);
      expect((await contract.get('/wallet', key)).status).toBe(200);
    } finally {
      await system.stop();
    }
  });

  it('counts a large body as several requests, with or without a length', async () => {
    const system = await startSystem({ clock: fakeClock(), env: { RATE_LIMIT_PER_KEY: '5' } });
    try {
      const path = '/orders/bulk/validate';
      const filler = Array.from({ length: 40 }, () => 'x'.repeat(32 * 1024));
      const statusesAfter = async (send: (key: string) => Promise<{ status: number }>) => {
        const key = await system.mint();
        const statuses = [(await send(key)).status];
        for (let n = 0; n < 6; n += 1) statuses.push((await system.get('/wallet', key)).status);
        return statuses;
      };
      // 1.25 MiB and more are worth six of ten; without a length the body could be the largest that is taken.
      expect(await statusesAfter((key) => system.post(path, key, { rows: [{}], filler }))).toEqual([
        422,
        ...Array.from({ length: 4 }, () => 200),
        ...[429, 429],
      ]);
      const untold = (key: string) =>
        fetch(`${system.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: new Blob(['{"rows": []}']).stream(),
          duplex: 'half',
        } as RequestInit);
      expect(await statusesAfter(untold)).toEqual([422, ...Array.from({ length: 6 }, () => 429)]);
    } finally {
      await system.stop();
    }
  });

  it('counts callers without a good key by their address', async () => {
    const system = await startSystem({ clock: fakeClock(), env: { RATE_LIMIT_PER_ADDRESS: '3' } });
    try {
      const contract = await readContract(system);
      const statuses = [];
      for (let n = 0; n < 7; n += 1) statuses.push((await contract.get(n % 2 ? '/retailers' : '/wallet')).status);
      expect(statuses).toEqual([401, 200, 401, 200, 401, 200, 429]);
      for (const path of ['/docs/search?q=order', '/docs/search.json?q=order']) {
        expect((await system.get(path)).status, path).toBe(429);
      }
    } finally {
      await system.stop();
    }
  });

  it('counts each message of an MCP batch', async () => {
    const system = await startSystem({ clock: fakeClock(), env: { RATE_LIMIT_PER_ADDRESS: '10' } });
    const given = { name: 'search_products', arguments: { query: 'headphones' } };
    const batchOf = (length: number) =>
      Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: given }));
    const accept = { accept: 'application/json, text/event-stream' };
    expect((await system.post('/mcp', undefined, batchOf(100), accept)).status).toBe(429);
    expect((await system.post('/mcp', undefined, batchOf(1), accept)).status).toBe(429);
    await system.stop();
  });

  it('refuses nobody within the burst, no matter how many come at once', async () => {
    const system = await startSystem({ env: { RATE_LIMIT_PER_KEY: '50' } });
    try {
      const key = await system.mint();
      const answers = await Promise.all(Array.from({ length: 100 }, () => system.get('/wallet', key)));
      expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
    } finally {
      await system.stop();
    }
  });

  it('sends the result of a bulk file with many or long rows in pieces', async () => {
    const system = await startSystem();
    try {
      const key = await system.mint();
      const rows = Array.from({ length: 40 }, (_, n) => ({ n: String(n), zip: 'x', notes: 'a'.repeat(10_000) }));
      for (const [path, status] of [
        ['/orders/bulk', 409],
        ['/orders/bulk/validate', 200],
      ] as const) {
        const answer = await system.post(path, key, { rows });
        expect([path, answer.status, answer.headers.get('transfer-encoding')]).toEqual([path, status, 'chunked']);
        const result = status === 409 ? answer.body.error.details : answer.body;
        expect(result.rows).toHaveLength(40);
        expect(result.rows[39]).toMatchObject({ index: 39, ok: false, passthrough: { notes: 'a'.repeat(10_000) } });
      }
    } finally {
      await system.stop();
    }
  });
});

/** A thousand ask at once in server/test/races/mint-caps.test.ts; here it is about the answers. */
const asking = 200;

describe('minting', () => {
  it.each([
    ['SANDBOX_MINTS_PER_IP_PER_DAY', 10],
    ['SANDBOX_MINTS_PER_DAY', 7],
  ])('stops exactly at %s when many come at once, until midnight UTC', { timeout: 60_000 }, async (name, cap) => {
    const clock = fakeClock(new Date('2026-08-21T22:30:00.000Z'));
    const system = await startSystem({ clock, env: { [name]: String(cap) } });
    try {
      const contract = await readContract(system);
      const answers = await Promise.all(
        Array.from({ length: asking }, () => contract.post('/sandbox/keys', undefined)),
      );
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(cap);
      const refused = answers.filter((answer) => answer.status === 429);
      expect(refused.length).toBeGreaterThan(0);
      // On a busy machine some wait too long for their turn: the limiter fails closed.
      const unavailable = answers.filter((answer) => answer.status === 503);
      expect(refused.length + unavailable.length).toBe(asking - cap);
      expect(refused[0]!.body.error.code).toBe('rate_limit_exceeded');
      expect(refused[0]!.headers.get('retry-after')).toBe('5400');
      expect(refused[0]!.headers.get('x-ratelimit-reset')).toBe(String(Date.UTC(2026, 7, 22) / 1000));
      expect((await rowCounts(system.database.db)).api_keys).toBe(cap);
      clock.set(new Date('2026-08-22T00:00:00.000Z'));
      expect((await contract.post('/sandbox/keys', undefined)).status).toBe(201);
    } finally {
      await system.stop();
    }
  });
});

describe('without its database', () => {
  it('returns 503 in the declared format, with Retry-After', async () => {
    const system = await startSystem();
    try {
      const contract = await readContract(system);
      const key = await system.mint();
      const order = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
      const admin = new pg.Client({ connectionString: testServer().url });
      await admin.connect();
      const [name] = /errand_test_[0-9a-f]+/.exec(system.databaseUrl)!;
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      // Until then the key is cached, and accepted without the database.
      await expect.poll(async () => (await system.get('/wallet', key)).status, { timeout: 10_000 }).toBe(503);
      const answers = [
        await contract.get('/wallet', key),
        await contract.get('/orders', key),
        await contract.get(`/orders/${order.body.id}`, key),
        await contract.get(`/track/${order.body.id}`),
        await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`)),
        await contract.post('/sandbox/keys', undefined),
        await contract.get('/usage', key),
      ];
      for (const answer of answers) {
        expect(answer.status, answer.text).toBe(503);
        expect(answer.body.error.code).toBe('service_unavailable');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // Checks once a second, and reports what it found.
      await expect.poll(async () => (await contract.get('/health')).status, { timeout: 10_000 }).toBe(503);
      const health = await contract.get('/health');
      expect([health.status, health.body.status, health.body.components.db]).toEqual([503, 'down', 'down']);
      expect((await contract.get('/retailers')).status).toBe(200);
      expect((await system.get('/openapi.json')).status).toBe(200);
    } finally {
      await system.stop();
    }
  });
});
