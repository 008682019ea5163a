import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/postgres.ts';
import { systemClock } from '../kit/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { createMailer } from '../platform/mailer/index.ts';
import {
  clockReport,
  connectorsReport,
  databaseReport,
  diskReport,
  mailReport,
  queueReport,
} from './health-details.ts';

const answering = { isAnswering: true, isStalled: false, error: null, clockDifferenceMs: 0 };

describe('disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errand-disk-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is degraded below the minimum, and shown in bytes', async () => {
    const now = await diskReport(folder, 0);
    expect(now.status).toBe('up');
    const free = now.free_bytes as number;
    expect(free).toBeGreaterThan(0);
    expect((await diskReport(folder, free * 1000)).status).toBe('degraded');
  });

  it('is up if nothing was stored yet', async () => {
    expect(await diskReport(join(folder, 'not-yet'))).toEqual({ status: 'up', free_bytes: null });
  });
});

describe('email', () => {
  const mailerFor = (smtpUrl: string | null, dataDir: string) =>
    createMailer({
      smtpUrl,
      mailFrom: 'errand@example.com',
      dataDir,
      clock: systemClock,
      logger: createLogger({ level: 'silent' }),
    });

  it('is degraded, with the reason, while the server rejects email or is down; up where email is stored', async () => {
    const server = createServer((socket) => socket.end('554 no service here\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const refusing = mailerFor(`smtp://127.0.0.1:${port}`, tmpdir());
    await expect.poll(async () => (await mailReport(refusing, 'smtp')).status, { timeout: 20_000 }).toBe('degraded');
    expect(await mailReport(refusing, 'smtp')).toMatchObject({ goes_to: 'smtp', reason: expect.stringMatching(/\S/) });
    await new Promise((resolve) => server.close(resolve));
    const away = mailerFor(`smtp://127.0.0.1:${port}`, tmpdir());
    await expect.poll(async () => (await mailReport(away, 'smtp')).status, { timeout: 20_000 }).toBe('degraded');
    expect(await mailReport(mailerFor(null, tmpdir()), 'data_folder')).toEqual({
      status: 'up',
      goes_to: 'data_folder',
    });
  });
});

describe('queue', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  const put = (kind: string, more: { runAt: string; deadAt?: string; dedupeKey?: string }) =>
    sql`insert into jobs (kind, payload, created_at, run_at, dead_at, dedupe_key)
      values (${kind}, '{}', now() - interval '1 day', now() + ${more.runAt}::interval, now() + ${more.deadAt ?? null}::interval,
        ${more.dedupeKey ?? null})`.execute(test.database.db);
  const report = async () => {
    const { status, postponed, dead } = await queueReport(test.database);
    await sql`delete from jobs`.execute(test.database.db);
    return { status, postponed, dead };
  };

  it('is up when orders are put off as long as they ever are', async () => {
    await put('orders.place', { runAt: '119 minutes' });
    await put('accounts.erase', { runAt: '5 days' });
    expect(await report()).toEqual({ status: 'up', postponed: 0, dead: 0 });
  });

  it('stays up while a customer has a day to act', async () => {
    await put('orders.place', { runAt: '24 hours', dedupeKey: 'question 1' });
    expect(await report()).toEqual({ status: 'up', postponed: 0, dead: 0 });
  });

  it('is degraded when orders are scheduled too far ahead, as after a clock jump', async () => {
    await put('orders.place', { runAt: '121 minutes' });
    expect(await report()).toEqual({ status: 'degraded', postponed: 1, dead: 0 });
  });

  it('is degraded when a job is dead, or has waited for more than a minute', async () => {
    await put('webhooks.send', { runAt: '-1 second', deadAt: '0 seconds' });
    expect(await report()).toMatchObject({ status: 'degraded', dead: 1 });
    await put('webhooks.send', { runAt: '-61 seconds' });
    expect((await report()).status).toBe('degraded');
    await put('webhooks.send', { runAt: '-5 seconds' });
    expect((await report()).status).toBe('up');
  });
});

it('tells a database that takes no write, and one whose commits may be lost', () => {
  const reports = (isFull: boolean) => databaseReport(answering, null, isFull);
  expect(reports(false)).toEqual({ status: 'up', writes: true });
  expect(reports(true)).toMatchObject({ status: 'down', writes: false, reason: expect.stringMatching(/full/) });
  expect(databaseReport(answering, 'asynchronous', false)).toMatchObject({
    status: 'degraded',
    reason: 'asynchronous',
  });
  const silent = { ...answering, isAnswering: false };
  expect(databaseReport(silent, null, false)).toMatchObject({ status: 'down', writes: false });
});

it.each([
  [null, 'up'],
  [2_000, 'up'],
  [2_001, 'degraded'],
  [-3_600_000, 'degraded'],
])('a clock that is %j ms off is %s', (clockDifferenceMs, status) => {
  expect(clockReport({ ...answering, clockDifferenceMs }).status).toBe(status);
});

it('counts stores by health, without their names, and is degraded when one is down', () => {
  const registry = { retailers: () => [], supports: () => false, hasWorld: () => true } as never;
  const healthy = connectorsReport(registry, [{ name: 'acme', status: 'up' }]);
  expect(healthy).toMatchObject({ status: 'up', stores: { up: 1, down: 0 } });
  const broken = connectorsReport(registry, [
    { name: 'acme', status: 'up' },
    { name: 'secret-shop', status: 'down' },
  ]);
  expect(broken).toMatchObject({ status: 'degraded', stores: { up: 1, down: 1 } });
  expect(JSON.stringify(broken)).not.toMatch(/acme|secret-shop/);
});
