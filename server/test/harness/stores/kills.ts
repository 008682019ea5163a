import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { ensureInstalled } from '../../../../tools/stores/install.ts';
import { startMedusa } from '../../../../tools/stores/medusa.ts';
import { openMedusaAdmin } from '../../../../tools/stores/medusa-admin.ts';
import { startVendure } from '../../../../tools/stores/vendure.ts';
import { openVendureAdmin } from '../../../../tools/stores/vendure-admin.ts';
import { ledgerProblems } from '../checks.ts';
import { orderFor, startSystem } from '../system.ts';
import { createWorkerProcess } from '../worker-process.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { connectShop, type ShopKind } from './live-shop.ts';

const entry = join(import.meta.dirname, 'live-worker.ts');

/** A shop for killing workers: how to recognize a purchase request, and the number of orders in its records. */
async function startShop(kind: ShopKind) {
  const installation = await ensureInstalled(kind, console.log);
  if (kind === 'vendure') {
    const shop = await startVendure(installation);
    const admin = await openVendureAdmin(shop.url);
    const sold = async () => (await admin.placedOrders()).length;
    return { shop, sold, settings: {}, paying: 'mutation Pay', product: 'clacky-keyboard' };
  }
  const shop = await startMedusa(installation);
  const admin = await openMedusaAdmin(shop.url);
  const sold = async () => (await admin.orders()).length;
  return { shop, sold, settings: { publishable_key: admin.publishableKey }, paying: '/complete', product: 'mug' };
}

/**
 * Kills the worker between submit and response, once per order: the shop gets the payment after the worker is dead.
 * Another worker takes over. Each order must be in the shop's records once.
 */
export async function killWhilePaying(kind: ShopKind, times: number): Promise<void> {
  const { shop, sold, settings, paying, product } = await startShop(kind);
  const proxy = await startFaultyProxy(shop.url);
  const system = await startSystem({ liveConnectors: () => [connectShop(kind, proxy.url, settings)] });
  const env = { LIVE_STORE_KIND: kind, LIVE_STORE_URL: proxy.url, LIVE_STORE_SETTINGS: JSON.stringify(settings) };
  const worker = createWorkerProcess(system.databaseUrl, env, entry);
  try {
    const { key } = await system.account('live', 10_000_000);
    worker.start();
    for (let done = 1; done <= times; done += 1) {
      let kills = 0;
      proxy.before(paying, async () => {
        kills += 1;
        await worker.kill();
        // Ends the dead worker's leases at once.
        await sql`update jobs set locked_until = now() where locked_until > now()`.execute(system.database.db);
        worker.start();
      });
      const body = orderFor(`${proxy.url}/products/${product}`, { max_price: 20_000 });
      const made = await system.post('/orders', key, body);
      expect(made.status, made.text).toBe(201);
      const status = async () => (await system.get(`/orders/${made.body.id}`, key)).body.status;
      await expect.poll(status, { timeout: 240_000, interval: 200 }).toBe('order_placed');
      expect(kills).toBe(1);
      expect(await sold()).toBe(done);
      expect(await ledgerProblems(system.database.db)).toEqual([]);
    }
    expect(worker.surprises).toEqual([]);
  } finally {
    await worker.kill();
    await system.stop();
    await proxy.stop();
    await shop.stop();
  }
}
