import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAccount } from '../../src/domains/access/accounts/index.ts';
import { queueWebhook } from '../../src/domains/channels/webhooks/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.ts';
import { type Received, startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';
import { createWorkerProcess, type WorkerProcess } from '../harness/worker-process.ts';

const orders = process.env.TEST_WHOLE === '1' ? 500 : 100;
const events = ['status_updated', 'request_succeeded'] as const;
const accounts = 8;
const kills = 3;

let test: TestDatabase;
let receiver: TestEndpoint;
let worker: WorkerProcess;
beforeAll(async () => {
  test = await createTestDatabase();
  receiver = await startTestEndpoint(hostile());
  worker = createWorkerProcess(test.url, { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_SCALE: '0.001' });
});
afterAll(async () => {
  await worker.kill();
  await receiver.stop();
  await test.drop();
});

const taken = new Set<string>();
let isKilling = true;

/** Fails half of all messages once or twice, in every way there is, and notes which ones it took. */
function hostile() {
  const badTurnsById = new Map<string, number>();
  return async ({ id }: Received) => {
    const left = badTurnsById.get(id) ?? Math.floor(Math.random() * 4) - 1;
    badTurnsById.set(id, left - 1);
    if (left <= 0) {
      if (Math.random() < 0.2) await pause(50 * Math.random());
      taken.add(id);
      return 200;
    }
    const chance = Math.random();
    // The test doesn't wait fifteen seconds after the last kill.
    if (chance < 0.01 && isKilling) return 'hang';
    if (chance < 0.3) return 'hang up';
    return chance < 0.5 ? { status: 307, headers: { location: '/elsewhere' } } : 503;
  };
}

const ordersPerCommit = 5;

/** Publishes events of some orders of an account, one by one. Every tenth is rolled back first. */
async function tellSome(accountId: string, n: number): Promise<void> {
  const orderIds = Array.from({ length: ordersPerCommit }, () => newId());
  for (const [step, event] of events.entries()) {
    const tell = (bodyOf: (orderId: string) => string, isUndone: boolean) =>
      inTransaction(test.database.db, async (tx) => {
        for (const orderId of orderIds) {
          const subject = { kind: 'order' as const, id: orderId };
          const urls = [`${receiver.url}/hook/${n % (5 * accounts)}`];
          const message = { accountId, world: 'test' as const, event, subject, orderId, urls };
          await queueWebhook(tx, { ...message, body: bodyOf(orderId) });
        }
        if (isUndone) throw new Error('undone');
      });
    if ((n + step) % 10 === 0) await expect(tell(() => 'never committed', true)).rejects.toThrow('undone');
    await tell((orderId) => JSON.stringify({ orderId, step }), false);
  }
}

async function tellEverything(accountIds: string[]): Promise<void> {
  const waiting = Array.from({ length: orders / ordersPerCommit }, (_, n) => n);
  const line = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      await tellSome(accountIds[n % accountIds.length]!, n);
    }
  };
  await Promise.all(Array.from({ length: 4 }, line));
}

async function killAtRandom(): Promise<void> {
  for (let n = 0; n < kills; n += 1) {
    const before = receiver.received.length;
    worker.start();
    await expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
    await pause(600 * Math.random());
    await worker.kill();
    // What it held would be free in ten seconds, and what it was sending in twenty; the test does not wait for that.
    await sql`update jobs set locked_until = now() where locked_until is not null`.execute(test.database.db);
    await sql`
      update webhook_deliveries set next_attempt_at = now() where status = 'pending' and claim is not null`.execute(
      test.database.db,
    );
  }
  isKilling = false;
  worker.start();
}

const owed = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from webhook_deliveries where status <> 'delivered'`.execute(test.database.db);
  return rows[0]!.n;
};

it('no event of an order is lost, altered or out of order while workers are killed at random', {
  timeout: 240_000,
}, async () => {
  const accountIds = Array.from({ length: accounts }, () => newId());
  for (const id of accountIds) await insertAccount(test.database.db, id, null, new Date());
  await Promise.all([tellEverything(accountIds), killAtRandom()]);
  await expect.poll(owed, { timeout: 150_000, interval: 250 }).toBe(0);
  expect(worker.surprises).toEqual([]);

  const { rows } = await sql<{ id: string; body: string }>`
    select id, body from webhook_deliveries`.execute(test.database.db);
  expect(rows).toHaveLength(orders * events.length);
  const bodyById = new Map(rows.map((row) => [`msg_${row.id}`, row.body]));
  expect(rows.filter((row) => !taken.has(`msg_${row.id}`))).toEqual([]);
  expect(receiver.received.filter((one) => one.body !== bodyById.get(one.id))).toEqual([]);
  expect(receiver.at('/elsewhere')).toEqual([]);

  const stepByOrder = new Map<string, number>();
  const outOfOrder = receiver.received.filter((one) => {
    const { orderId, step } = JSON.parse(one.body) as { orderId: string; step: number };
    const before = stepByOrder.get(orderId) ?? 0;
    stepByOrder.set(orderId, Math.max(before, step));
    // The same again, or the next: an earlier one never comes after a later one.
    return step < before || step > before + 1;
  });
  expect(outOfOrder).toEqual([]);
});
