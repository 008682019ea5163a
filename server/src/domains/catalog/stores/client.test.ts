import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { hourMs } from '../../../kit/clock.ts';
import { createLimiter } from '../../../platform/limiter.ts';
import { createOutgoing, type Outgoing } from '../../../platform/outgoing/index.ts';
import { createStoreClient } from './client.ts';

let test: TestDatabase;
let shop: Server;
let outgoing: Outgoing;
let arrived = 0;
let seenHeaders: IncomingHttpHeaders = {};
let cachedBy: [string, string] = ['age', '0'];
beforeAll(async () => {
  test = await createTestDatabase();
  outgoing = createOutgoing({ allowPrivate: true });
  shop = createServer((request, response) => {
    arrived += 1;
    seenHeaders = request.headers;
    if (request.url?.startsWith('/cached')) response.setHeader(...cachedBy);
    if (request.url !== '/silent') response.end('{}');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await outgoing.close();
  shop.closeAllConnections();
  shop.close();
  await test.drop();
});

it('keeps the calls a minute to a store, over all processes together, and says when to come back', async () => {
  const clock = fakeClock();
  const limits = { perMinute: 2, atOnce: 4, timeoutSeconds: 5 };
  const [one, another] = [1, 2].map(() =>
    createStoreClient({ outgoing, clock, limiter: createLimiter({ db: test.database.db, clock }) }, 'acme', limits),
  );
  const url = new URL(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  const send = (client = one) => client!.send({ url }, { signal: AbortSignal.timeout(10_000) });
  expect((await send(one)).kind).toBe('answered');
  expect((await send(another)).kind).toBe('answered');
  const turnedAway = await send(another);
  expect(turnedAway).toMatchObject({ kind: 'unreachable', wasSent: false, retryAfterMs: expect.any(Number) });
  expect(await send(one)).toMatchObject({ kind: 'unreachable', wasSent: false });
  expect(arrived).toBe(2);
  // Another store is not held up by it.
  const other = createStoreClient(
    { outgoing, clock, limiter: createLimiter({ db: test.database.db, clock }) },
    'other',
    limits,
  );
  expect((await send(other)).kind).toBe('answered');
  clock.advance(31_000);
  expect((await send(one)).kind).toBe('answered');
  expect(arrived).toBe(4);
});

it('waits for a silent store no longer than its timeout, however long the purchase may take', async () => {
  const clock = fakeClock();
  const limiter = createLimiter({ db: test.database.db, clock });
  const client = createStoreClient({ outgoing, clock, limiter }, 'silent', {
    perMinute: 60,
    atOnce: 1,
    timeoutSeconds: 1,
  });
  const url = new URL(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/silent`);
  const purchase = AbortSignal.timeout(15_000);
  expect(await client.send({ url }, { signal: purchase })).toMatchObject({ kind: 'unreachable', wasSent: true });
  expect(purchase.aborted).toBe(false);
});

it('takes a turn at the store last, and takes another one if it comes much too late', async () => {
  const real = fakeClock();
  const steps: string[] = [];
  let isStill = true;
  const clock = {
    ...real,
    sleep: async (ms: number) => {
      // The first time, the process stands still for a minute.
      real.advance(ms + (isStill ? 60_000 : 0));
      isStill = false;
    },
  };
  const turns = {
    take: async () => {
      steps.push('turn');
      return 1000;
    },
    join: async () => 0,
    pause: async () => {},
    setRate: async () => {},
    sweep: async () => {},
  };
  const limiter = {
    take: async () => {
      steps.push('limit');
      return { isAllowed: true as const };
    },
  };
  const limits = { perMinute: 60, atOnce: 1, timeoutSeconds: 120 };
  const client = createStoreClient({ outgoing, clock, limiter, turns }, 'queued', limits);
  const url = new URL(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  const quota = { name: 'q', perSecond: 1, burst: 1, graceMs: 0, slackMs: 500 };
  expect(await client.send({ url, quota }, { signal: AbortSignal.timeout(10_000) })).toMatchObject({
    kind: 'answered',
  });
  expect(steps).toEqual(['limit', 'turn', 'turn']);
});

it.each<[[string, string], boolean]>([
  [['age', '0'], false],
  [['age', '60'], true],
  [['x-cache', 'Hit from cloudfront'], true],
  [['x-cache', 'Miss from cloudfront'], false],
  [['x-cache', 'TCP_MEM_HIT'], true],
  [['cf-cache-status', 'DYNAMIC'], false],
  [['cf-cache-status', 'STALE'], true],
  [['cache-status', 'front; hit; ttl=30'], true],
  [['x-litespeed-cache', 'hit,private'], true],
])('%j: is from a cache: %s', async (header, isOld) => {
  cachedBy = header;
  // Set while the store responds.
  const set = fakeClock();
  const clock = {
    ...set,
    now() {
      set.advance(hourMs);
      return set.now();
    },
  };
  const limiter = { take: async () => ({ isAllowed: true as const }) };
  const limits = { perMinute: 60, atOnce: 1, timeoutSeconds: 5 };
  const client = createStoreClient({ outgoing, clock, limiter }, 'cached', limits);
  const url = new URL(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/cached`);
  const call = { signal: AbortSignal.timeout(10_000) };
  const expected = isOld ? { kind: 'unreachable', wasSent: true } : { kind: 'answered' };
  expect(await client.send({ url, isFresh: true }, call)).toMatchObject(expected);
  expect(seenHeaders['cache-control']).toBe('no-cache');
  // A catalog may be cached.
  expect(await client.send({ url }, call)).toMatchObject({ kind: 'answered' });
  expect(seenHeaders['cache-control']).toBeUndefined();
});
