import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { orderFor, startSystem } from '../harness/system.ts';
import { createWorkerProcess } from '../harness/worker-process.ts';

it("takes a killed worker's order over within seconds", { timeout: 150_000 }, async () => {
  const system = await startSystem();
  const { db } = system.database;
  const env = { PUBLIC_URL: system.url, DATA_DIR: system.config.dataDir, SANDBOX_TIME_SCALE: '30' };
  const first = createWorkerProcess(system.databaseUrl, env);
  const second = createWorkerProcess(system.databaseUrl, env);
  const count = async (text: string) => (await sql<{ n: number }>`${sql.raw(text)}`.execute(db)).rows[0]?.n;
  const epoch = () => count('select max(epoch)::bigint as n from orders');
  try {
    const key = await system.mint();
    await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-slow`));
    first.start();
    await expect.poll(epoch, { timeout: 60_000 }).toBe(1);
    second.start();
    // Each process that has started writes its pulse.
    await expect.poll(() => count('select count(*) as n from pulses'), { timeout: 60_000 }).toBe(3);
    await first.kill();
    // What the dead one holds is free within ten seconds, by the database's clock; how long this machine takes then is its own matter.
    const heldSeconds = await count(
      `select extract(epoch from max(locked_until) - clock_timestamp())::float8 as n from jobs where kind = 'orders.place'`,
    );
    expect(heldSeconds).toBeLessThan(10);
    await expect.poll(epoch, { timeout: 60_000, interval: 100 }).toBe(2);
    expect(second.surprises).toEqual([]);
  } finally {
    await first.kill();
    await second.kill();
    await system.stop();
  }
});
