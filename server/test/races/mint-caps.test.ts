import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../harness/fake-clock.ts';
import { onServer } from '../harness/postgres.ts';
import { type Answer, startSystem, type TestSystem } from '../harness/system.ts';

const requests = process.env.TEST_WHOLE === '1' ? 1000 : 250;
const start = new Date('2026-08-21T10:00:00.000Z');
const midnight = new Date('2026-08-22T00:00:00.000Z');
const systems: TestSystem[] = [];

afterEach(async () => {
  for (const system of systems.splice(0).reverse()) await system.stop();
});

async function startWith(env: Record<string, string>, more: { databaseUrl?: string } = {}) {
  const clock = fakeClock(start);
  const system = await startSystem({ clock, env, ...more });
  systems.push(system);
  return { system, clock };
}

const mint = (system: TestSystem, forwardedFor?: string): Promise<Answer> =>
  system.post('/sandbox/keys', undefined, undefined, forwardedFor ? { 'x-forwarded-for': forwardedFor } : {});

const countOf = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

/** All the others. On a busy machine some of them may not even get a connection in time; they get no key either. */
function expectRefused(answers: Answer[], times: number): void {
  expect(countOf(answers, 429)).toBeGreaterThan(0);
  expect(countOf(answers, 429) + countOf(answers, 503)).toBe(times);
}

async function count(system: TestSystem, table: 'api_keys' | 'accounts' | 'wallets' | 'sandboxes'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(system.database.db);
  // One account is there from the start: what agents pay for single calls is booked under it.
  return table === 'accounts' ? rows[0]!.n - 1 : rows[0]!.n;
}

async function expectMinted(system: TestSystem, keys: number): Promise<void> {
  for (const table of ['api_keys', 'accounts', 'wallets', 'sandboxes'] as const) {
    expect(await count(system, table)).toBe(keys);
  }
}

describe('the daily caps on sandbox keys', () => {
  it('give exactly the cap when very many ask at once', { timeout: 120_000 }, async () => {
    const { system } = await startWith({ SANDBOX_MINTS_PER_IP_PER_DAY: '37' });
    const answers = await Promise.all(Array.from({ length: requests }, () => mint(system)));
    expect(countOf(answers, 201)).toBe(37);
    expectRefused(answers, requests - 37);
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.body.error.code).toBe('rate_limit_exceeded');
      expect(answer.headers.get('retry-after')).toBe(String(14 * 3600));
      expect(answer.headers.get('x-ratelimit-reset')).toBe(String(midnight.getTime() / 1000));
      expect(answer.headers.get('x-ratelimit-limit')).toBe('37');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    }
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.api_key)).size).toBe(37);
    await expectMinted(system, 37);
  });

  it('count for all processes together', { timeout: 120_000 }, async () => {
    const env = { SANDBOX_MINTS_PER_IP_PER_DAY: '1000', SANDBOX_MINTS_PER_DAY: '53', TRUSTED_PROXIES: '127.0.0.1' };
    const { system } = await startWith(env);
    const { system: other } = await startWith(env, { databaseUrl: system.databaseUrl });
    const answers = await Promise.all(
      Array.from({ length: requests }, (_, index) => mint(index % 2 ? system : other, `198.51.100.${index % 250}`)),
    );
    expect(countOf(answers, 201)).toBe(53);
    expectRefused(answers, requests - 53);
    await expectMinted(system, 53);
    // A mint that the global cap refused does not use up its address's own cap.
    const { rows } = await sql<{ sum: string }>`
      select sum(count) as sum from sandbox_mints where bucket <> 'all'`.execute(system.database.db);
    expect(Number(rows[0]!.sum)).toBe(53);
  });

  it('start anew at midnight UTC and not before', async () => {
    const { system, clock } = await startWith({ SANDBOX_MINTS_PER_IP_PER_DAY: '2', SANDBOX_MINTS_PER_DAY: '3' });
    const statuses = async (times: number) => {
      const answers = [];
      for (let index = 0; index < times; index += 1) answers.push((await mint(system)).status);
      return answers;
    };
    expect(await statuses(3)).toEqual([201, 201, 429]);
    clock.set(new Date(midnight.getTime() - 1));
    const last = await mint(system);
    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toBe('1');
    expect(last.headers.get('x-ratelimit-reset')).toBe(String(midnight.getTime() / 1000));
    clock.set(midnight);
    expect(await statuses(3)).toEqual([201, 201, 429]);
    await expectMinted(system, 4);
  });

  it('of nothing mint nothing', async () => {
    const { system } = await startWith({ SANDBOX_MINTS_PER_DAY: '0' });
    expect((await mint(system)).status).toBe(429);
    await expectMinted(system, 0);
  });
});

describe('the address that is counted', () => {
  it('is the socket’s: nobody avoids the limit by sending headers', async () => {
    const { system } = await startWith({ SANDBOX_MINTS_PER_IP_PER_DAY: '1' });
    expect((await mint(system, '203.0.113.1')).status).toBe(201);
    expect((await mint(system, '203.0.113.2')).status).toBe(429);
    await expectMinted(system, 1);
  });

  it('comes from X-Forwarded-For behind a trusted proxy: the right-most untrusted hop', async () => {
    const { system } = await startWith({
      SANDBOX_MINTS_PER_IP_PER_DAY: '1',
      TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8',
    });
    expect((await mint(system, '203.0.113.1')).status).toBe(201);
    expect((await mint(system, '203.0.113.2')).status).toBe(201);
    expect((await mint(system, '203.0.113.2')).status).toBe(429);
    expect((await mint(system, '192.0.2.99, 203.0.113.1, 10.1.2.3')).status).toBe(429);
    await expectMinted(system, 2);
  });

  it('is the /64 of an IPv6 address', async () => {
    const { system } = await startWith({ SANDBOX_MINTS_PER_IP_PER_DAY: '1', TRUSTED_PROXIES: '127.0.0.1' });
    expect((await mint(system, '2001:db8:1:2::1')).status).toBe(201);
    expect((await mint(system, '2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429);
    expect((await mint(system, '2001:db8:1:3::1')).status).toBe(201);
    expect((await mint(system, '::ffff:203.0.113.9')).status).toBe(201);
    expect((await mint(system, '203.0.113.9')).status).toBe(429);
    await expectMinted(system, 3);
  });
});

describe('when mints cannot be counted', () => {
  it('creates no key while the counters are unavailable', async () => {
    const { system } = await startWith({});
    await sql`alter table sandbox_mints rename to hidden`.execute(system.database.db);
    const answer = await mint(system);
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('service_unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectMinted(system, 0);
    await sql`alter table hidden rename to sandbox_mints`.execute(system.database.db);
    expect((await mint(system)).status).toBe(201);
  });

  it('creates no key while the database refuses connections, and recovers', async () => {
    const { system } = await startWith({});
    const name = new URL(system.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1);
    await onServer(`alter database ${name} with allow_connections false`);
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => mint(system)));
    expect(countOf(answers, 503)).toBe(20);
    await onServer(`alter database ${name} with allow_connections true`);
    await expectMinted(system, 0);
    expect((await mint(system)).status).toBe(201);
    await expectMinted(system, 1);
  });
});
