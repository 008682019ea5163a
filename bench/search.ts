import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '../server/src/domains/access/accounts/index.ts';
import { systemClock as clock } from '../server/src/kit/clock.ts';
import { fieldsOf, listOf } from '../server/src/kit/fields.ts';
import { portOf } from '../server/src/platform/port.ts';
import { atMost } from './goals.ts';
import { median, type Row, type Scene, serviceEntry, serviceEnv, startProgram } from './scene.ts';

const stores = 20;
const searches = 25;
/** From 40 to 760 ms; the last store never responds. */
const delayMs = (index: number): number => (index === stores - 1 ? Number.POSITIVE_INFINITY : 40 * (index + 1));

/** A search over twenty shops on loopback, one of which hangs: how long after the slowest response it ends. */
export async function measureSearch(scene: Scene): Promise<Row[]> {
  const shops = await Promise.all(Array.from({ length: stores }, (_, index) => startShop(delayMs(index))));
  const folder = mkdtempSync(join(tmpdir(), 'errand-bench-'));
  const file = join(folder, 'stores.json');
  writeFileSync(file, JSON.stringify({ stores: shops.map((shop, index) => storeOf(shop, index)) }));
  const { key } = await createKey(
    { tx: scene.database.db, clock },
    { accountId: scene.accounts[0]?.accountId ?? '', world: 'live', label: 'bench' },
  );
  try {
    const rows: Row[] = [];
    for (const process of ['first', 'second']) {
      const env = { ...serviceEnv(scene, 'api', 'http://127.0.0.1'), STORES_FILE: file, STORES_ALLOW_PRIVATE: 'true' };
      const service = await startProgram(serviceEntry, env, '/health');
      const beyond = await searchOften(service.url, key);
      await service.stop();
      rows.push(row(`the ${process} process`, beyond));
    }
    return rows;
  } finally {
    for (const shop of shops) shop.closeAllConnections();
    for (const shop of shops) shop.close();
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds from the response of the slowest store in time to the end of the search. */
async function searchOften(url: string, key: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}` };
  const beyond: number[] = [];
  for (let turn = 0; turn < searches; turn += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/search?q=lamp`, { headers });
    const { left_out: leftOut } = fieldsOf(await response.json());
    const took = performance.now() - startedAt;
    const out = new Set(listOf(leftOut).map((store) => fieldsOf(store).retailer));
    const inTime = Array.from({ length: stores }, (_, index) => index).filter((index) => !out.has(nameOf(index)));
    if (inTime.length < stores - 2) throw new Error(`Only ${inTime.length} stores answered: ${[...out].join(', ')}`);
    beyond.push(took - Math.max(...inTime.map(delayMs)));
    await pause(20);
  }
  return beyond;
}

function row(what: string, beyond: number[]): Row {
  const sorted = beyond.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  return {
    what: `search of ${stores} stores, ms beyond the slowest answer, ${what}: p95 ${Math.round(p95)}, its first search ${Math.round(beyond[0] ?? 0)}`,
    p50Ms: median(beyond),
    p99Ms: sorted.at(-1) ?? 0,
    goals: [atMost(p95, 300, ' ms p95')],
  };
}

const nameOf = (index: number): string => `shop-${index}`;

const storeOf = (shop: Server, index: number) => ({
  name: nameOf(index),
  kind: 'woocommerce',
  url: `http://127.0.0.1:${portOf(shop)}`,
  currency: 'USD',
  payment: 'cod',
  contact: 'bench@example.com',
  limits: { per_minute: 6000, at_once: 50 },
  consent: { by: 'bench', on: '2026-01-01' },
});

/** A slow shop with one lamp. */
async function startShop(waitMs: number): Promise<Server> {
  const prices = { price: '1999', currency_code: 'USD', currency_minor_unit: 2 };
  const lamp = { id: 1, name: 'Lamp', slug: 'lamp', type: 'simple', prices, is_in_stock: true, is_purchasable: true };
  const server = createServer((_request, response) => {
    if (!Number.isFinite(waitMs)) return;
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-wp-totalpages': '1' });
      response.end(JSON.stringify([lamp]));
    }, waitMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
