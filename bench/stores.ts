import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../server/src/connectors/store.ts';
import { vendure } from '../server/src/connectors/vendure/index.ts';
import { createKey } from '../server/src/domains/access/accounts/index.ts';
import { creditWallet } from '../server/src/domains/money/wallet/index.ts';
import { systemClock as clock } from '../server/src/kit/clock.ts';
import { fieldsOf } from '../server/src/kit/fields.ts';
import { newId } from '../server/src/kit/ids.ts';
import { toCents } from '../server/src/kit/money.ts';
import { wireSystem } from '../server/src/main/wiring.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/database/index.ts';
import { closeHttp } from '../server/src/platform/http/index.ts';
import { createLogger } from '../server/src/platform/logger.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { createPlainClient } from '../server/test/harness/stores/client.ts';
import { liveStore } from '../server/test/harness/stores/request.ts';
import { ensureInstalled } from '../tools/stores/install.ts';
import { startVendure } from '../tools/stores/vendure.ts';
import { atMost } from './goals.ts';
import { median, orderBody, type Row, type Scene, timed } from './scene.ts';
import { buyAtVendure } from './vendure-order.ts';

const purchases = 30;
const warmUps = 5;

/** A purchase at a real Vendure on loopback, directly and through the service, alternating. */
export async function measureStores(scene: Scene): Promise<Row[]> {
  const shop = await startVendure(await ensureInstalled('vendure', console.log));
  const service = await startService(scene, shop.url);
  try {
    const direct: number[] = [];
    const ordered: number[] = [];
    for (let turn = 0; turn < purchases + warmUps; turn += 1) {
      const times = [await timed(() => buyAtVendure(shop.url, 'direct@example.com')), await timed(() => service.buy())];
      if (turn < warmUps) continue;
      direct.push(times[0] ?? 0);
      ordered.push(times[1] ?? 0);
    }
    const ratio = median(ordered) / median(direct);
    return [
      row('a purchase at a real Vendure, direct', direct),
      { ...row('the same as an order', ordered), ratio, goals: [atMost(ratio, 1.1)] },
    ];
  } finally {
    await service.stop();
    await shop.stop();
  }
}

const row = (what: string, times: number[]): Row => ({
  what,
  perSecond: 1000 / median(times),
  p50Ms: median(times),
  p99Ms: Math.max(...times),
});

/** The service with this shop as its live store. API and worker run in this process. */
async function startService({ postgres, accounts }: Scene, shopUrl: string) {
  const database = openDatabase({ url: postgres.url, poolMax: 10 });
  const port = await freePort();
  const config = readConfig({ PORT: String(port), RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_ADDRESS: '0' });
  const logger = createLogger({ level: 'silent' });
  const store = liveStore('vendure', shopUrl, { payment: 'cash-on-delivery' }) as Store<'live'>;
  const needs = { client: createPlainClient(20_000), clock, logger, credentials: async () => ({}) };
  const liveConnectors = () => [vendure.create(store, needs)];
  const system = await wireSystem({ config, database, clock, logger, liveConnectors });
  const app = await system.routes();
  await app.listen({ port, host: '127.0.0.1' });
  const queue = system.worker();
  queue.start();
  const accountId = accounts[0]?.accountId ?? '';
  const tx = { tx: database.db, clock };
  const { key } = await createKey(tx, { accountId, world: 'live', label: 'bench' });
  await creditWallet(tx, { id: newId(), accountId, world: 'live', amount: toCents(10_000_000), note: 'bench' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const orders = `http://127.0.0.1:${port}/orders`;
  return {
    async buy() {
      const response = await fetch(orders, { method: 'POST', headers, body: JSON.stringify(body(shopUrl)) });
      const { id } = fieldsOf(await response.json());
      for (;;) {
        const order = fieldsOf(await (await fetch(`${orders}/${id}`, { headers })).json());
        if (order.status === 'order_placed') return;
        if (order.status !== 'pending' && order.status !== 'in_progress') throw new Error(JSON.stringify(order));
        await pause(5);
      }
    },
    async stop() {
      await queue.stop(5000);
      await closeHttp(app);
      await system.close();
      await database.close();
    },
  };
}

const body = (shopUrl: string) => ({
  ...orderBody,
  products: [{ url: `${shopUrl}/products/clacky-keyboard`, quantity: 1 }],
  max_price: 20_000,
});
