import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { orderFor, startSystem } from '../harness/system.ts';
import { createWorkerProcess } from '../harness/worker-process.ts';

/** Loaded before everything else: the machine's clock is wrong by so much. */
const wrongBy = (ms: number): string => {
  const code = `const Real = Date; const off = ${ms};
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + off) : super(...given); }
      static now() { return Real.now() + off; }
    };`;
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
};

it.each([3_600_000, -3_600_000])(
  'a worker whose clock is wrong by %d ms postpones and hurries nothing',
  {
    timeout: 120_000,
  },
  async (ms) => {
    const system = await startSystem();
    const env = { NODE_OPTIONS: wrongBy(ms), SANDBOX_TIME_SCALE: '0.05', DATA_DIR: system.config.dataDir };
    const worker = createWorkerProcess(system.databaseUrl, { ...env, PUBLIC_URL: system.url });
    try {
      const key = await system.mint();
      // Blocked twice, so its job is put off and comes back; by an hour, if the worker's clock decided.
      const order = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-flaky`));
      expect(order.status).toBe(201);
      worker.start();
      const status = async () => (await system.get(`/orders/${order.body.id}`, key)).body.status;
      await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('order_placed');
      expect(worker.surprises).toEqual([]);
      const { rows } = await sql<{ n: number }>`
      select count(*) as n from jobs where abs(extract(epoch from locked_until - now())) > 600
        or (kind = 'orders.place' and run_at > now() + interval '10 minutes')`.execute(system.database.db);
      expect(rows).toEqual([{ n: 0 }]);
      const placed = await sql<{ off: number }>`
      select abs(extract(epoch from ended_at - now()))::int as off from orders`.execute(system.database.db);
      expect(placed.rows[0]?.off).toBeLessThan(600);
    } finally {
      await worker.kill();
      await system.stop();
    }
  },
);
