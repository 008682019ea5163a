import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSharedToken } from '../../src/domains/catalog/stores/shared-token.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createTurnQueue, type Quota } from '../../src/platform/turn-queue.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const queues = (count: number) => Array.from({ length: count }, () => createTurnQueue(system.database));
const quotaOf = (name: string, more: Partial<Quota> = {}): Quota => ({
  name,
  perSecond: 40,
  burst: 2,
  graceMs: 175,
  slackMs: 0,
  ...more,
});

/** The most calls above a bucket of this size that refills at this rate, over all moments. */
function overdraft(sentAt: number[], { perSecond, size }: { perSecond: number; size: number }): number {
  let tokens = size;
  let last = sentAt.toSorted((a, b) => a - b)[0] ?? 0;
  let refused = 0;
  for (const at of sentAt.toSorted((a, b) => a - b)) {
    tokens = Math.min(size, tokens + ((at - last) / 1000) * perSecond);
    last = at;
    if (tokens >= 1) tokens -= 1;
    else refused += 1;
  }
  return refused;
}

it('four processes together never exceed the rate, even when turns are used late', { timeout: 60_000 }, async () => {
  const quota = quotaOf('pace');
  const sentAt: number[] = [];
  const placeOne = async (queue: (typeof all)[number], order: number) => {
    const [trial, real] = [`${order} trial`, `${order} order`];
    await systemClock.sleep(await queue.join(quota, [trial, real]));
    // A worker comes back late for its turn, within the time that it may.
    await systemClock.sleep((order % 4) * 30);
    for (const holder of [trial, real]) {
      await systemClock.sleep(await queue.take(quota, 10_000, holder));
      sentAt.push(performance.now());
    }
  };
  const all = queues(4);
  await Promise.all(Array.from({ length: 40 }, (_, order) => placeOne(all[order % 4]!, order)));
  expect(sentAt).toHaveLength(80);
  expect(overdraft(sentAt, { perSecond: quota.perSecond, size: 10 })).toBe(0);
});

it('serves in order of arrival, and keeps the place of a caller that returns', async () => {
  const quota = quotaOf('fair', { perSecond: 2 });
  const [one, other] = queues(2);
  const waits: number[] = [];
  for (let order = 0; order < 8; order += 1) waits.push(await (order % 2 ? one! : other!).join(quota, [`${order}`]));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  // The sixth turn comes after a burst of two and four intervals of half a second.
  expect(waits[5]).toBeGreaterThan(1500);
  expect(await other!.take(quota, 100, '5')).toBeGreaterThan(1000);
  expect(await one!.take(quota, 100)).toBeGreaterThan(2000);
  expect(await one!.join(quota, ['5'])).toBeLessThanOrEqual(waits[5]!);
  // A turn that wasn't used in time is scheduled again, after the others.
  const short = quotaOf('late', { perSecond: 10, graceMs: 10 });
  await one!.join(short, ['a', 'b']);
  await one!.join(short, ['c', 'd']);
  await systemClock.sleep(50);
  expect(await other!.take(short, 0, 'a')).toBeGreaterThan(0);
});

it('waits as long as the store says, and slows down to the stated rate', async () => {
  const [queue] = queues(1);
  const quota = quotaOf('paused', { perSecond: 100, burst: 9 });
  expect(await queue!.take(quota, 0)).toBe(0);
  await queue!.pause(quota, 5000);
  expect(await queue!.take(quota, 100)).toBeGreaterThan(4000);
  const slow = quotaOf('slow', { perSecond: 100, burst: 1 });
  await queue!.take(slow, 0);
  await queue!.setRate(slow, 0.1);
  await systemClock.sleep(20);
  await queue!.take(slow, 60_000);
  expect(await queue!.take(slow, 100)).toBeGreaterThan(5000);
  // And it speeds up again, to our own rate at most.
  const eased = quotaOf('eased', { perSecond: 2, burst: 1 });
  await queue!.take(eased, 0);
  await queue!.setRate(eased, 0.001);
  await queue!.setRate(eased, 100);
  await queue!.take(eased, 60_000);
  const wait = await queue!.take(eased, 60_000);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(1000);
});

it('one process renews an access token, and the others use it', async () => {
  const { database, db } = { database: system.database, db: system.database.db };
  await db
    .insertInto('stores' as never)
    .values({
      name: 'tokens',
      world: 'live',
      kind: 'amazon-business',
      config: '{}',
      revision: 1,
      created_at: new Date(),
      updated_at: new Date(),
    } as never)
    .execute();
  const needs = { database, vault: system.vault, clock: systemClock };
  const processes = Array.from({ length: 6 }, () => createSharedToken(needs, { name: 'tokens', revision: 1 }));
  let renewals = 0;
  const renew = async () => {
    renewals += 1;
    await systemClock.sleep(100);
    return { kind: 'token' as const, token: `token ${renewals}`, expiresInSeconds: 3600 };
  };
  const call = () => ({ signal: AbortSignal.timeout(10_000) });
  const use = () => Promise.all(processes.map((token) => token.use(renew, call())));
  expect(new Set((await use()).map((one) => JSON.stringify(one))).size).toBe(1);
  expect(renewals).toBe(1);
  // The store refused it: all of them notice, and again one renews it.
  await Promise.all(processes.map((token) => token.discard('token 1')));
  expect(await use()).toEqual(processes.map(() => ({ kind: 'token', token: 'token 2' })));
  // Changed credentials need a new token, and a failed renewal is retried by the next caller.
  const changed = createSharedToken(needs, { name: 'tokens', revision: 2 });
  const refused = { kind: 'blocked' as const, reason: 'retailer_unavailable' as const, message: 'No.' };
  expect(await changed.use(async () => refused, call())).toEqual(refused);
  expect(await changed.use(renew, call())).toEqual({ kind: 'token', token: 'token 3' });
});
