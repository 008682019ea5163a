import { sql } from 'kysely';
import { expect } from 'vitest';
import { startVendure } from '../../../../tools/stores/vendure.ts';
import { openVendureAdmin } from '../../../../tools/stores/vendure-admin.ts';
import type { Store } from '../../../src/connectors/store.ts';
import { vendure } from '../../../src/connectors/vendure/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { isSoundLedger } from '../checks.ts';
import { orderFor, startSystem } from '../system.ts';
import { createWorkerProcess } from '../worker-process.ts';
import { createPlainClient } from './client.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { liveStore } from './request.ts';

const entry = new URL('live-worker.ts', import.meta.url);

/**
 * Orders at a real Vendure whose worker is killed -9 between the submit and its answer, each once: the shop gets the
 * payment after the worker is dead. Another worker takes over. Exactly one order of each must be in the shop's books.
 */
export async function killWhilePaying(installation: string, times: number): Promise<void> {
  const shop = await startVendure(installation);
  const proxy = await startFaultyProxy(shop.url);
  const admin = await openVendureAdmin(shop.url);
  const store = liveStore('vendure', proxy.url, { payment: 'cash-on-delivery' }) as Store<'live'>;
  const logger = createLogger({ level: 'silent' });
  const needs = { client: createPlainClient(20_000), clock: systemClock, logger, credentials: async () => ({}) };
  const system = await startSystem({ liveConnectors: () => [vendure.create(store, needs)] });
  const worker = createWorkerProcess(system.databaseUrl, { LIVE_STORE_URL: proxy.url }, entry);
  try {
    const { key } = await system.account('live', 10_000_000);
    worker.start();
    for (let done = 1; done <= times; done += 1) {
      let kills = 0;
      proxy.before('mutation Pay', async () => {
        kills += 1;
        await worker.kill();
        // What the dead worker held is free at once, instead of when its leases run out.
        await sql`update jobs set locked_until = now() where locked_until > now()`.execute(system.database.db);
        worker.start();
      });
      const made = await system.post(
        '/orders',
        key,
        orderFor(`${proxy.url}/products/clacky-keyboard`, { max_price: 20_000 }),
      );
      expect(made.status, made.text).toBe(201);
      const status = async () => (await system.get(`/orders/${made.body.id}`, key)).body.status;
      await expect.poll(status, { timeout: 120_000, interval: 200 }).toBe('order_placed');
      expect(kills).toBe(1);
      expect(await admin.placedOrders()).toHaveLength(done);
      expect(await isSoundLedger(system.database.db)).toEqual([]);
    }
    expect(worker.surprises).toEqual([]);
  } finally {
    await worker.kill();
    await system.stop();
    await proxy.stop();
    await shop.stop();
  }
}
