import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { testMasterKey } from '../../../../test/harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../../../../test/harness/test-endpoint.ts';
import { dayMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createOutgoing, type Outgoing } from '../../../platform/outgoing/index.ts';
import { createQueue, type Queue } from '../../../platform/queue/index.ts';
import { createVault } from '../../../platform/secrets/index.ts';
import { insertAccount } from '../../access/accounts/index.ts';
import { webhookJobs } from './jobs.ts';
import type { WebhookMessage } from './message.ts';
import { retryAfterMs } from './model.ts';
import { queueWebhook } from './queue-webhook.ts';
import { replayDelivery } from './replay-delivery.ts';
import type { DeliveryRow } from './sql-deliveries.ts';

const logger = createLogger({ level: 'silent' });
const vault = createVault({ masterKeys: [testMasterKey], dataDir: '', logger });
/** Longer than a normal response takes on a busy machine. */
const timeoutMs = 30 * secondMs;
const patience = { timeout: 10_000 };

let test: TestDatabase;
let outgoing: Outgoing;
beforeAll(async () => {
  test = await createTestDatabase();
  outgoing = createOutgoing({ allowPrivate: true });
});
afterAll(async () => {
  await outgoing.close();
  await test.drop();
});

let receiver: TestEndpoint;
let clock: ReturnType<typeof fakeClock>;
let queue: Queue;
let accountId: string;

beforeEach(async () => {
  receiver = await startTestEndpoint();
  clock = fakeClock();
  queue = newQueue();
  accountId = newId();
  await insertAccount(test.database.db, accountId, null, clock.now());
});
afterEach(async () => {
  await queue.stop(0);
  await receiver.stop();
  await sql`truncate webhook_deliveries, webhook_stops, jobs`.execute(test.database.db);
});

function newQueue(through: Pick<Outgoing, 'post'> = outgoing, patienceMs = timeoutMs): Queue {
  const { database } = test;
  const urlCredentials = { open: async (_owner: unknown, url: string) => url };
  const sends = { outgoing: through, urlCredentials, retryScale: 1, timeoutMs: patienceMs };
  const needs = { database, clock, logger, vault, ...sends };
  return createQueue({ database: test.database, clock, logger, handlers: webhookJobs({ ...needs, chance: () => 0 }) });
}

function message(path: string, more: Partial<WebhookMessage> = {}): WebhookMessage {
  const orderId = more.orderId ?? newId();
  return {
    accountId,
    world: 'test',
    event: 'status_updated',
    subject: { kind: 'order', id: orderId },
    orderId,
    urls: [receiver.url + path],
    body: `{"order":"${orderId}", "n":1.0}`,
    ...more,
  };
}

const tell = (path: string, more: Partial<WebhookMessage> = {}) =>
  inTransaction(test.database.db, (tx) => queueWebhook(tx, message(path, more)));

async function deliveries(): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`select * from webhook_deliveries order by seq`.execute(test.database.db);
  return rows;
}

const statuses = async () => (await deliveries()).map((row) => row.status);

describe('an endpoint', () => {
  it('that fails twice gets the same ID and bytes three times', async () => {
    let calls = 0;
    receiver.become(() => {
      calls += 1;
      return calls < 3 ? 500 : 204;
    });
    await tell('/a');
    await queue.drain();
    expect(receiver.received).toHaveLength(1);
    clock.advance(4999);
    await queue.drain();
    expect(receiver.received).toHaveLength(1);
    clock.advance(1);
    await queue.drain();
    clock.advance(retryAfterMs[1]!);
    await queue.drain();
    expect(receiver.received).toHaveLength(3);
    const [first] = receiver.received;
    expect(new Set(receiver.received.map((one) => `${one.id} ${one.body}`)).size).toBe(1);
    expect(first).toMatchObject({ method: 'POST', event: 'status_updated' });
    expect(first?.headers['content-type']).toBe('application/json');
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', attempts: 3, response_status: 204, error: null, delivered_at: clock.now() },
    ]);
    expect(first?.id).toBe(`msg_${(await deliveries())[0]?.id}`);
    expect(first?.body).toBe((await deliveries())[0]?.body);
  });

  it('that redirects fails and is not followed', async () => {
    const canary = await startTestEndpoint();
    receiver.become(() => ({ status: 302, headers: { location: `${canary.url}/here` } }));
    await tell('/a');
    await queue.drain();
    expect(await deliveries()).toMatchObject([{ status: 'pending', response_status: 302 }]);
    expect(canary.received).toHaveLength(0);
    await canary.stop();
  });

  it('that is down for the whole schedule gets ten attempts over three days, then the delivery fails', async () => {
    receiver.become(() => 'hang up');
    await tell('/a');
    await queue.drain();
    for (const [index, wait] of retryAfterMs.entries()) {
      clock.advance(wait - 1);
      await queue.drain();
      expect(receiver.received).toHaveLength(index + 1);
      clock.advance(1);
      await queue.drain();
      expect(receiver.received).toHaveLength(index + 2);
    }
    expect(await deliveries()).toMatchObject([
      { status: 'failed', attempts: 10, error: expect.stringContaining('connection failed') },
    ]);
    clock.advance(30 * dayMs);
    expect(await queue.drain()).toBe(0);
    expect(new Set(receiver.received.map((one) => `${one.id} ${one.body}`)).size).toBe(1);
  });

  it('that hangs times out', async () => {
    receiver.become(() => 'hang');
    await tell('/a');
    await newQueue(outgoing, 600).drain();
    expect(await deliveries()).toMatchObject([
      { status: 'pending', attempts: 1, response_status: null, error: expect.stringContaining('within 0.6 seconds') },
    ]);
  });

  it('that hangs delays neither other endpoints nor other accounts', async () => {
    receiver.become((one) => (one.path.startsWith('/hangs') ? 'hang' : 200));
    queue = newQueue(outgoing, 60 * secondMs);
    queue.start();
    for (let n = 0; n < 20; n += 1) await tell('/hangs');
    for (let n = 0; n < 20; n += 1) await tell(`/hangs/${n}`);
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThanOrEqual(21);
    await tell('/neighbour');
    accountId = newId();
    await insertAccount(test.database.db, accountId, null, clock.now());
    await tell('/other-account');
    const arrived = () => [...receiver.at('/neighbour'), ...receiver.at('/other-account')].length;
    await expect.poll(arrived, patience).toBe(2);
    expect(receiver.underWayByPath.get('/hangs')).toBeLessThanOrEqual(8);
  });

  it("that hangs on one order gets another order's events a second later", async () => {
    receiver.become((one) => (one.body === 'hangs' ? 'hang' : 200));
    queue = newQueue(outgoing, 60 * secondMs);
    queue.start();
    await tell('/a', { body: 'hangs' });
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    const startedAt = performance.now();
    for (let n = 0; n < 20; n += 1) await tell('/a', { body: `${n}` });
    await expect.poll(() => receiver.received.length, patience).toBe(21);
    expect(performance.now() - startedAt).toBeLessThan(8 * secondMs);
  });

  it('that responds 410 gets nothing more until a replay succeeds', async () => {
    receiver.become(() => 410);
    await tell('/gone');
    await tell('/gone');
    await tell('/other');
    await queue.drain();
    expect(receiver.at('/gone')).toHaveLength(1);
    await tell('/gone');
    await queue.drain();
    expect(receiver.at('/gone')).toHaveLength(1);
    const rows = await deliveries();
    expect(rows.map((row) => row.status)).toEqual(['stopped', 'stopped', 'stopped', 'stopped']);
    expect(rows.every((row) => row.error?.includes('410 Gone'))).toBe(true);
    expect(rows[0]).toMatchObject({ response_status: 410, attempts: 1 });
    receiver.become(() => 200);
    const owner = { accountId, world: 'test' as const };
    await inTransaction(test.database.db, (tx) => replayDelivery({ tx, clock }, owner, rows[1]!.id));
    await queue.drain();
    await tell('/gone');
    await queue.drain();
    expect(receiver.at('/gone')).toHaveLength(3);
    expect(await statuses()).toEqual(['stopped', 'delivered', 'stopped', 'stopped', 'delivered']);
  });
});

describe('order', () => {
  it('is kept per order and URL: each event waits for the one before', async () => {
    const orderId = newId();
    let isDown = true;
    receiver.become(() => (isDown ? 503 : 200));
    for (const n of [1, 2, 3]) await tell('/a', { orderId, body: `${n}` });
    await tell('/a', { body: 'another order' });
    await queue.drain();
    expect(receiver.received.map((one) => one.body)).toEqual(['1', 'another order']);
    isDown = false;
    clock.advance(5000);
    await queue.drain();
    const mine = receiver.received.map((one) => one.body).filter((body) => body !== 'another order');
    expect(mine).toEqual(['1', '1', '2', '3']);
  });

  it('continues once the previous event has failed', async () => {
    const orderId = newId();
    receiver.become((one) => (one.body === '1' ? 500 : 200));
    for (const n of [1, 2]) await tell('/a', { orderId, body: `${n}` });
    for (const wait of [0, ...retryAfterMs]) {
      clock.advance(wait);
      await queue.drain();
    }
    expect(await statuses()).toEqual(['failed', 'delivered']);
    expect(receiver.received.map((one) => one.body)).toEqual([...Array(10).fill('1'), '2']);
  });

  it('keeps commit order, one at a time, when many events of one order arrive at once', async () => {
    const orderId = newId();
    let most = 0;
    receiver.become(async () => {
      most = Math.max(most, receiver.underWayByPath.get('/a') ?? 0);
      return 200;
    });
    const committed: string[] = [];
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        inTransaction(test.database.db, async (tx) => {
          await queueWebhook(tx, message('/a', { orderId, body: `${n}` }));
          committed.push(`${n}`);
        }),
      ),
    );
    await queue.drain();
    expect(receiver.received.map((one) => one.body)).toEqual(committed);
    expect(most).toBe(1);
  });

  it('does not apply to replays, which delay nothing', async () => {
    const orderId = newId();
    await tell('/a', { orderId, body: '1' });
    await queue.drain();
    receiver.become((one) => (one.body === '1' ? 500 : 200));
    const owner = { accountId, world: 'test' as const };
    const [first] = await deliveries();
    await inTransaction(test.database.db, (tx) => replayDelivery({ tx, clock }, owner, first!.id));
    await tell('/a', { orderId, body: '2' });
    await queue.drain();
    expect(receiver.received.map((one) => one.body).sort()).toEqual(['1', '1', '2']);
    expect(await statuses()).toEqual(['pending', 'delivered']);
    expect(new Set(receiver.received.filter((one) => one.body === '1').map((one) => one.id)).size).toBe(1);
  });
});

describe('nothing', () => {
  it('remains when an endpoint responds during the next query', async () => {
    await inTransaction(test.database.db, async (tx) => {
      for (let n = 0; n < 60; n += 1) await queueWebhook(tx, message('/quick'));
    });
    await queue.drain();
    expect(new Set(await statuses())).toEqual(new Set(['delivered']));
    expect(receiver.received).toHaveLength(60);
  });

  it('is sent before its commit or after a rollback', async () => {
    queue.start();
    let commit = (_: unknown) => {};
    const gate = new Promise((resolve) => {
      commit = resolve;
    });
    const open = inTransaction(test.database.db, async (tx) => {
      await queueWebhook(tx, message('/later'));
      await gate;
    });
    const rolledBack = inTransaction(test.database.db, async (tx) => {
      await queueWebhook(tx, message('/never'));
      throw new Error('rolled back');
    });
    const failed = expect(rolledBack).rejects.toThrow('rolled back');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(receiver.received).toHaveLength(0);
    commit(null);
    await open;
    await failed;
    await expect.poll(() => receiver.at('/later').length, patience).toBe(1);
    expect(receiver.at('/never')).toHaveLength(0);
    expect(await deliveries()).toHaveLength(1);
  });

  it('is queued twice for one cause and URL', async () => {
    await tell('/a', { cause: 'event 1' });
    await tell('/a', { cause: 'event 1' });
    await tell('/b', { cause: 'event 1' });
    await tell('/a', { cause: 'event 2' });
    await queue.drain();
    expect(receiver.received.map((one) => one.path).sort()).toEqual(['/a', '/a', '/b']);
  });

  it('is sent by a worker that lost its claim, and it cannot write', async () => {
    let answer = (_: number) => {};
    receiver.become(() => new Promise<number>((resolve) => (answer = resolve)));
    const first = newQueue();
    first.start();
    await tell('/a');
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    await first.stop(0);
    const lateAnswer = answer;
    clock.advance(timeoutMs);
    await queue.drain();
    // Not resent while the first sender might still be sending it.
    expect(receiver.received).toHaveLength(1);
    clock.advance(10 * secondMs);
    const second = queue.drain();
    await expect.poll(() => receiver.received.length, patience).toBe(2);
    lateAnswer(500);
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer(200);
    await second;
    expect(receiver.received[1]).toMatchObject({ id: receiver.received[0]?.id, body: receiver.received[0]?.body });
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2, response_status: 200 }]);
  });
});

describe('an internal address', () => {
  it('is refused when connecting, retried like any failure, and never reached', async () => {
    const guarded = createOutgoing({
      allowPrivate: false,
      resolve: async (host) => (host === 'rebound.example' ? ['127.0.0.1'] : []),
    });
    const urls = [
      `${receiver.url}/canary`,
      `http://rebound.example:${receiver.port}/canary`,
      `http://[::ffff:127.0.0.1]:${receiver.port}/canary`,
      `http://u:p@2130706433:${receiver.port}/canary`,
    ];
    await tell('', { urls });
    queue = newQueue(guarded);
    for (const wait of [0, ...retryAfterMs]) {
      clock.advance(wait);
      await queue.drain();
    }
    const rows = await deliveries();
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'failed', attempts: 10, response_status: null });
      expect(row.error).toContain('not on the public internet');
    }
    expect(receiver.received).toHaveLength(0);
    await guarded.close();
  });
});
