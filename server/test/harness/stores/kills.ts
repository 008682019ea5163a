import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { ensureInstalled } from '../../../../tools/stores/install.ts';
import { startMedusa } from '../../../../tools/stores/medusa.ts';
import { openMedusaAdmin } from '../../../../tools/stores/medusa-admin.ts';
import { startVendure } from '../../../../tools/stores/vendure.ts';
import { openVendureAdmin, type VendureAdmin } from '../../../../tools/stores/vendure-admin.ts';
import { ledgerProblems } from '../checks.ts';
import { orderFor, startSystem } from '../system.ts';
import { createWorkerProcess } from '../worker-process.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { connectShop, type ShopKind } from './live-shop.ts';

const entry = join(import.meta.dirname, 'live-worker.ts');

/** A shop to kill workers at: how its payment request is recognized, and how many orders its own books have. */
export interface ShopToKillAt {
  kind: ShopKind;
  url: string;
  sold(): Promise<number>;
  settings: Record<string, unknown>;
  paying: string;
  product: string;
}

export function vendureToKillAt(url: string, { placedOrders }: Pick<VendureAdmin, 'placedOrders'>): ShopToKillAt {
  const sold = async () => (await placedOrders()).length;
  return { kind: 'vendure', url, sold, settings: {}, paying: 'mutation Pay', product: 'clacky-keyboard' };
}

async function startShop(kind: ShopKind): Promise<ShopToKillAt & { stop(): Promise<unknown> }> {
  const installation = await ensureInstalled(kind, console.log);
  if (kind === 'vendure') {
    const shop = await startVendure(installation);
    return { ...vendureToKillAt(shop.url, await openVendureAdmin(shop.url)), stop: shop.stop };
  }
  const shop = await startMedusa(installation);
  const admin = await openMedusaAdmin(shop.url);
  const sold = async () => (await admin.orders()).length;
  const settings = { publishable_key: admin.publishableKey };
  return { kind, url: shop.url, sold, settings, paying: '/complete', product: 'mug', stop: shop.stop };
}

export async function killWhilePaying(kind: ShopKind, times: number): Promise<void> {
  const shop = await startShop(kind);
  try {
    await killWorkersAt(shop, times);
  } finally {
    await shop.stop();
  }
}

/**
 * Kills the worker between submit and response, once per order: the shop gets the payment after the worker is dead.
 * Another worker takes over. Each order must be in the shop's records once.
 */
export async function killWorkersAt(shop: ShopToKillAt, times: number): Promise<void> {
  const { kind, url, sold, settings, paying, product } = shop;
  const before = await sold();
  const proxy = await startFaultyProxy(url);
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
      expect(await sold()).toBe(before + done);
      expect(await ledgerProblems(system.database.db)).toEqual([]);
    }
    expect(worker.surprises).toEqual([]);
  } finally {
    await worker.kill();
    await system.stop();
    await proxy.stop();
  }
}
