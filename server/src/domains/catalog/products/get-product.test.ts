import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { createManualClock, createTestStore, type TestStore } from '../../../../test/stand-ins/scripted-store.ts';
import { createRegistry } from '../../../connectors/registry.ts';
import { dayMs, minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createQueue } from '../../../platform/queue/index.ts';
import type { ProductNeeds } from './answer.ts';
import { getOffers, getProduct, type ProductRequest } from './get-product.ts';
import { productJobs } from './jobs.ts';
import { pruneProducts } from './prune.ts';
import { claimLease } from './sql.ts';

let test: TestDatabase;
let store: TestStore;
let clock: ReturnType<typeof createManualClock>;
let productId: string;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  store = createTestStore();
  clock = createManualClock();
  productId = newId();
});

/** Each call is a process of its own: it shares the database and the store with the others, and nothing else. */
function process(): ProductNeeds {
  const registry = createRegistry([store]);
  const rateOf = async () => null;
  return { db: test.database.db, clock, registry, rateOf, logger: { warn: () => {} }, inFlightRequests: new Map() };
}

const ask = (more: Partial<ProductRequest> = {}): ProductRequest => ({
  world: 'test',
  retailer: 'walmart',
  productId,
  isAsync: false,
  ...more,
});

async function runJobs(): Promise<number> {
  const queue = createQueue({
    database: test.database,
    clock,
    logger: createLogger({ level: 'silent' }),
    handlers: productJobs(process()),
  });
  return queue.drain();
}

const rowCount = async (): Promise<unknown> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from product_answers where product_id = ${productId}`.execute(test.database.db);
  return rows[0]?.count;
};

describe('one fetch for many callers', () => {
  it('in two processes at once', async () => {
    store.mood = 'slow';
    const [here, there] = [process(), process()];
    const calls = Array.from({ length: 40 }, (_, index) =>
      getProduct(index % 2 ? here : there, ask({ maxAgeSeconds: 0 })),
    );
    const replies = await Promise.all(calls);
    expect(store.asked).toBe(1);
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect([here.inFlightRequests.size, there.inFlightRequests.size]).toEqual([0, 0]);
  });

  it('shares a failure with those who waited for it, and keeps it from those who come later', async () => {
    store.mood = 'down';
    const replies = await Promise.all([process(), process(), process()].map((needs) => getProduct(needs, ask())));
    for (const reply of replies) expect(reply).toEqual({ kind: 'unreachable', message: 'Closed for maintenance.' });
    store.mood = 'found';
    expect(await getProduct(process(), ask())).toMatchObject({ kind: 'found' });
  });

  it('takes over from a process that crashed, once its lease has ended', async () => {
    const key = { world: 'test', retailer: 'walmart', productId, topic: 'details' } as const;
    const lease = { token: newId(), now: clock.at, until: plusMs(clock.at, 15 * secondMs) };
    expect(await claimLease(test.database.db, key, lease, null)).toBe(true);
    const waiting = getProduct(process(), ask());
    await clock.sleep(100);
    expect(store.asked).toBe(0);
    clock.at = plusMs(clock.at, 15 * secondMs);
    expect(await waiting).toMatchObject({ kind: 'found' });
    expect(store.asked).toBe(1);
  });

  it('gives nobody the right to ask who has not seen the newest answer', async () => {
    const key = { world: 'test', retailer: 'walmart', productId, topic: 'details' } as const;
    const lease = { token: newId(), now: clock.at, until: plusMs(clock.at, 15 * secondMs) };
    await getProduct(process(), ask());
    expect(await claimLease(test.database.db, key, lease, null)).toBe(false);
    expect(await claimLease(test.database.db, key, lease, plusMs(clock.at, -1))).toBe(false);
    expect(await claimLease(test.database.db, key, lease, clock.at)).toBe(true);
  });

  it('keeps details and offers apart', async () => {
    const needs = process();
    expect(await getProduct(needs, ask())).toMatchObject({ payload: { title: productId } });
    expect(await getOffers(needs, ask())).toEqual({ kind: 'found', offers: [], payload: { offers: [] } });
    expect(store.asked).toBe(2);
  });
});

describe('kept answers', () => {
  it('are returned unchanged, field by field and in the same order', async () => {
    const first = await getProduct(process(), ask());
    const second = await getProduct(process(), ask({ retailer: 'WALMART' }));
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(store.asked).toBe(1);
  });

  it('age', async () => {
    const needs = process();
    await getProduct(needs, ask());
    clock.at = plusMs(clock.at, 5 * minuteMs);
    await getProduct(needs, ask());
    expect(store.asked).toBe(1);
    await getProduct(needs, ask({ maxAgeSeconds: 299 }));
    expect(store.asked).toBe(2);
    clock.at = plusMs(clock.at, minuteMs);
    const then = clock.at;
    await getProduct(needs, ask({ newerThan: plusMs(then, -60 * secondMs) }));
    expect(store.asked).toBe(2);
    await getProduct(needs, ask({ newerThan: plusMs(then, -59 * secondMs) }));
    expect(store.asked).toBe(3);
    clock.at = plusMs(clock.at, secondMs);
    await getProduct(needs, ask({ newerThan: plusMs(then, 1_000_000 * secondMs) }));
    expect(store.asked).toBe(4);
  });

  it('about missing products are cached for a minute', async () => {
    store.mood = 'missing';
    const needs = process();
    expect(await getProduct(needs, ask())).toEqual({ kind: 'missing', message: 'No such product.' });
    store.mood = 'found';
    clock.at = plusMs(clock.at, minuteMs);
    expect(await getProduct(needs, ask())).toMatchObject({ kind: 'missing' });
    clock.at = plusMs(clock.at, 1);
    expect(await getProduct(needs, ask())).toMatchObject({ kind: 'found' });
  });

  it('survive a store outage, for callers that accept old data', async () => {
    const needs = process();
    await getProduct(needs, ask());
    clock.at = plusMs(clock.at, 10 * minuteMs);
    store.mood = 'throws';
    expect(await getProduct(needs, ask())).toMatchObject({ kind: 'unreachable' });
    expect(await getProduct(needs, ask({ maxAgeSeconds: 3600 }))).toMatchObject({ kind: 'found' });
  });

  it('are forgotten after a day', async () => {
    await getProduct(process(), ask());
    await pruneProducts(test.database.db, plusMs(clock.at, dayMs));
    expect(await rowCount()).toBe(1);
    await pruneProducts(test.database.db, plusMs(clock.at, dayMs + 1));
    expect(await rowCount()).toBe(0);
  });
});

describe('async', () => {
  it('responds immediately and has the result later; many calls share one job and one fetch', async () => {
    const needs = process();
    for (let index = 0; index < 3; index += 1) {
      expect(await getProduct(needs, ask({ isAsync: true }))).toEqual({ kind: 'processing' });
    }
    expect(store.asked).toBe(0);
    expect(await runJobs()).toBe(1);
    expect(await getProduct(needs, ask({ isAsync: true }))).toMatchObject({ kind: 'found' });
    expect(store.asked).toBe(1);
  });

  it('does not start a second fetch while one is running', async () => {
    const gate = Promise.withResolvers<void>();
    store.answersAfter = gate.promise;
    const waiting = getProduct(process(), ask());
    await expect.poll(() => store.asked, { timeout: 10_000 }).toBe(1);
    expect(await getProduct(process(), ask({ isAsync: true }))).toEqual({ kind: 'processing' });
    expect(await runJobs()).toBe(0);
    gate.resolve();
    await waiting;
    expect(await getProduct(process(), ask({ isAsync: true }))).toMatchObject({ kind: 'found' });
    expect(store.asked).toBe(1);
  });

  it('tells of a failure for a while, and then tries again', async () => {
    store.mood = 'down';
    const needs = process();
    expect(await getProduct(needs, ask({ isAsync: true }))).toEqual({ kind: 'processing' });
    expect(await runJobs()).toBe(1);
    expect(await getProduct(needs, ask({ isAsync: true }))).toMatchObject({ kind: 'unreachable' });
    store.mood = 'found';
    clock.at = plusMs(clock.at, 11 * secondMs);
    expect(await getProduct(needs, ask({ isAsync: true }))).toEqual({ kind: 'processing' });
    expect(await runJobs()).toBe(1);
    expect(await getProduct(needs, ask({ isAsync: true }))).toMatchObject({ kind: 'found' });
  });
});

describe('actions that cannot be requested', () => {
  it('are refused with every problem, and leave nothing behind', async () => {
    const both = ask({ retailer: 'nowhere', maxAgeSeconds: 1, newerThan: new Date(1) });
    for (const verb of [getProduct, getOffers]) {
      await expect(verb(process(), both)).rejects.toMatchObject({
        problems: [
          { loc: ['query', 'retailer'], type: 'value_error' },
          { loc: ['query', 'newer_than'], type: 'value_error' },
        ],
      });
      await expect(verb(process(), ask({ world: 'live' }))).rejects.toThrow('retailer');
    }
    expect(await rowCount()).toBe(0);
    expect(await runJobs()).toBe(0);
    expect(store.asked).toBe(0);
  });
});
