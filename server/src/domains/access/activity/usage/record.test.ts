import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/harness/postgres.ts';
import { dayMs, plusMs, systemClock } from '../../../../kit/clock.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { recentMax } from './model.ts';
import { createUsageRecorder } from './record.ts';
import { pruneUsage, reportUsage } from './report.ts';
import { moveUsageToAccount } from './sql.ts';

const noon = new Date('2026-08-21T12:00:00.000Z');

let test: TestDatabase;
let db: Db;
beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.db;
});
afterAll(() => test.drop());

function processAt(now: Date) {
  const clock = { ...systemClock, now: () => now };
  const warnings: string[] = [];
  const logger = { warn: (_details: object, message: string) => void warnings.push(message) };
  return { clock, warnings, usage: createUsageRecorder({ db, clock, logger }) };
}

const owner = () => ({ accountId: newId(), world: 'test' as const });

describe('counting', () => {
  it('is exact when several processes count at once', async () => {
    const [me, other] = [owner(), owner()];
    const processes = Array.from({ length: 4 }, () => processAt(noon));
    const flushes: Promise<void>[] = [];
    for (let index = 0; index < 1000; index += 1) {
      for (const { usage } of processes) {
        usage.record({ ...me, endpoint: index % 2 ? 'search' : 'products.search' });
        usage.record({ ...other, endpoint: 'orders.create' });
        if (index % 100 === 0) flushes.push(usage.flush());
      }
    }
    await Promise.all(flushes);
    await Promise.all(processes.map(({ usage }) => usage.stop()));
    const needs = { db, ...processAt(noon) };
    const { metrics } = await reportUsage(needs, { ...me, windowDays: 1, recent: 0 });
    expect(metrics.search).toEqual({ total: 2000, prev_total: 0, series: [2000] });
    expect(metrics['products.search'].total).toBe(2000);
    expect(metrics['orders.create'].total).toBe(0);
    const theirs = await reportUsage(needs, { ...other, windowDays: 1, recent: 0 });
    expect(theirs.metrics['orders.create'].total).toBe(4000);
    const otherWorld = await reportUsage(needs, { ...me, world: 'live', windowDays: 1, recent: 10 });
    expect(otherWorld.metrics.search.total).toBe(0);
    expect(otherWorld.recent).toEqual([]);
  });

  it('keeps counters of a failed flush and writes them once', async () => {
    const me = owner();
    const { usage, warnings, clock } = processAt(noon);
    await sql`alter table usage_calls rename to usage_calls_away`.execute(db);
    usage.record({ ...me, endpoint: 'search', query: 'first' });
    await expect(usage.flush()).rejects.toThrow('usage_calls');
    usage.record({ ...me, endpoint: 'search', query: 'second' });
    await usage.stop();
    expect(warnings).toHaveLength(1);
    const { rows } = await sql`select 1 from usage_daily where account_id = ${me.accountId}`.execute(db);
    expect(rows).toEqual([]);
    await sql`alter table usage_calls_away rename to usage_calls`.execute(db);
    const report = await reportUsage({ db, clock, usage }, { ...me, windowDays: 1, recent: 10 });
    expect(report.metrics.search.total).toBe(2);
    expect(report.recent.map((call) => call.query)).toEqual(['second', 'first']);
  });

  it('flushes by itself every second', async () => {
    const me = owner();
    const { usage } = processAt(noon);
    usage.start();
    usage.record({ ...me, endpoint: 'search' });
    const written = async () =>
      (await sql`select total from usage_daily where account_id = ${me.accountId}`.execute(db)).rows;
    await expect.poll(written, { timeout: 15_000 }).toEqual([{ total: 1 }]);
    await usage.stop();
  });
});

describe('reporting', () => {
  it("shows a caller's latest calls, newest first", async () => {
    const me = owner();
    for (const [daysAgo, query] of [
      [0, 'today'],
      [1, 'yesterday'],
      [2, 'before'],
      [3, 'long ago'],
      [4, 'never'],
    ] as const) {
      const { usage } = processAt(plusMs(noon, -daysAgo * dayMs));
      usage.record({
        ...me,
        endpoint: 'products.offers',
        query,
        retailer: 'walmart',
        productId: 'p1',
        resultCount: daysAgo,
      });
      await usage.stop();
    }
    const { clock, usage } = processAt(noon);
    usage.record({ ...me, endpoint: 'products.search', query: 'now' });
    const report = await reportUsage({ db, clock, usage }, { ...me, windowDays: 2, recent: 200 });
    expect(report.since).toBe('2026-08-20T00:00:00.000Z');
    expect(report.metrics['products.offers']).toEqual({ total: 2, prev_total: 2, series: [1, 1] });
    expect(report.recent.map((call) => call.query)).toEqual(['now', 'today', 'yesterday']);
    expect(report.recent[2]).toEqual({
      endpoint: 'products.offers',
      at: plusMs(noon, -dayMs).toISOString(),
      query: 'yesterday',
      retailer: 'walmart',
      product_id: 'p1',
      result_count: 1,
    });
    const short = await reportUsage({ db, clock, usage }, { ...me, windowDays: 2, recent: 1 });
    expect(short.recent.map((call) => call.query)).toEqual(['now']);
  });
});

describe('pruning and moving', () => {
  it('deletes only what no report can show', async () => {
    const me = owner();
    for (const daysAgo of [0, 89, 179, 182]) {
      const { usage } = processAt(plusMs(noon, -daysAgo * dayMs));
      for (let index = 0; index < 150; index += 1) usage.record({ ...me, endpoint: 'search' });
      await usage.stop();
    }
    const { clock, usage } = processAt(noon);
    const asked = { ...me, windowDays: 90, recent: recentMax };
    const before = await reportUsage({ db, clock, usage }, asked);
    expect(before.metrics.search).toMatchObject({ total: 300, prev_total: 150 });
    await pruneUsage(db, noon);
    expect(await reportUsage({ db, clock, usage }, asked)).toEqual(before);
    const { rows } = await sql`
      select (select count(*) from usage_calls where account_id = ${me.accountId}) as calls,
             (select count(*) from usage_daily where account_id = ${me.accountId}) as days`.execute(db);
    expect(rows).toEqual([{ calls: recentMax, days: 3 }]);
  });

  it('merges the usage of two accounts', async () => {
    const [from, to] = [owner(), owner()];
    const { clock, usage } = processAt(noon);
    for (const { accountId, world } of [from, from, to]) usage.record({ accountId, world, endpoint: 'search' });
    await usage.flush();
    await moveUsageToAccount(db, from.accountId, to.accountId);
    const report = await reportUsage({ db, clock, usage }, { ...to, windowDays: 1, recent: 10 });
    expect(report.metrics.search.total).toBe(3);
    expect(report.recent).toHaveLength(3);
    const emptied = await reportUsage({ db, clock, usage }, { ...from, windowDays: 1, recent: 10 });
    expect(emptied.metrics.search.total).toBe(0);
    expect(emptied.recent).toEqual([]);
  });
});
