import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService, entries } from '../drills/kills/service.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { listOverlappingVisits } from '../harness/overlapping-visits.ts';
import { orderFor, startSystem, type TestSystem, testMasterKey } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const isWhole = process.env.TEST_WHOLE === '1';
const orders = isWhole ? 30 : 18;
const kills = isWhole ? 3 : 2;

/** Two workers as processes of their own, which die together and start again. */
function createWorkers(onSurprise: (message: string) => void) {
  const env = {
    DATABASE_URL: system.databaseUrl,
    PUBLIC_URL: system.url,
    MASTER_KEYS: testMasterKey,
    DATA_DIR: system.config.dataDir,
    ROLE: 'worker',
    // Fast, but not instant: there must be moments when a purchase is in progress.
    SANDBOX_TIME_SCALE: '0.05',
    LOG_LEVEL: 'error',
  };
  return [1, 2].map((index) => createService(`worker ${index}`, entries.server, env, onSurprise));
}

/** A dead worker's leases expire after a minute and a half. Here they expire right away. */
async function endLeases(): Promise<void> {
  await sql`update jobs set locked_until = now() where locked_until > now()`.execute(system.database.db);
  await sql`update managed_accounts set locked_until = now() where locked_until > now()`.execute(system.database.db);
  await sql`update jobs set run_at = '-infinity' where kind = 'managed-accounts.dispatch'`.execute(system.database.db);
}

async function openOrders(): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from orders where status in ('pending', 'in_progress')`.execute(system.database.db);
  return rows[0]!.open;
}

/** The orders that the store has seen, the first first. */
async function firstVisits(among: string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from sim_sessions group by reference order by min(first_step)`.execute(system.database.db);
  return rows.map((row) => row.reference).filter((reference) => among.includes(reference));
}

/** Orders with one account, in this order. */
async function orderWithAccount(count: number, scenarioOf: (index: number) => string): Promise<string[]> {
  const key = await system.mint();
  const account = await system.post('/managed-accounts', key, { email: 'buyer@example.com', password: 'pw' });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const url = `${system.url}/shop/products/test-${scenarioOf(index)}`;
    const orderBody = orderFor(url, { retailer_credentials_id: account.body.short_id });
    ids.push((await system.post('/orders', key, orderBody)).body.id);
  }
  return ids;
}

describe('orders on one account whose jobs are late', () => {
  it('are still bought before newer ones', async () => {
    const ids = await orderWithAccount(4, () => 'success');
    const late = ids.slice(0, 3);
    await sql`update jobs set run_at = now() + interval '1 hour' where payload ->> 'orderId' = any(${late})`.execute(
      system.database.db,
    );
    await system.queue.drain();
    expect(await firstVisits(ids)).toEqual(ids);
    expect(await openOrders()).toBe(0);
  });
});

describe('many orders on one account', () => {
  it('never two at once and in their order, no matter how often the workers are killed', {
    timeout: 300_000,
  }, async () => {
    const ids = await orderWithAccount(orders, (index) => (index % 10 === 4 ? 'timeout-after-placing' : 'success'));
    const surprises: string[] = [];
    const workers = createWorkers((message) => surprises.push(message));
    try {
      for (const worker of workers) worker.start();
      for (let killed = 0; killed < kills; killed += 1) {
        const before = await openOrders();
        // A kill is of use while the workers are at it: each waits until some orders were bought since the last one.
        while ((await openOrders()) > Math.max(5, before - 6)) await pause(20);
        await Promise.all(workers.map((worker) => worker.kill()));
        await pause(300);
        await endLeases();
        for (const worker of workers) worker.start();
      }
      while ((await openOrders()) > 0 && surprises.length === 0) await pause(100);
    } finally {
      await Promise.all(workers.map((worker) => worker.kill()));
    }
    expect(surprises).toEqual([]);
    expect(await listOverlappingVisits(system.database.db)).toEqual([]);
    expect(await firstVisits(ids)).toEqual(ids);
    expect(await purchaseProblems(system.database.db)).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
