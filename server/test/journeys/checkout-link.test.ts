import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopify } from '../../src/connectors/shopify/index.ts';
import type { Store } from '../../src/connectors/store.ts';
import { systemClock as clock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { createPlainClient } from '../harness/stores/client.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startShopifyStandIn } from '../harness/stores/shopify-stand-in.ts';
import { orderFor, startSystem } from '../harness/system.ts';
import { startStandIn } from '../stand-ins/ucp/store.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let protocol: Awaited<ReturnType<typeof startStandIn>>;
let shop: Awaited<ReturnType<typeof startShopifyStandIn>>;
let system: Awaited<ReturnType<typeof startSystem>>;
beforeAll(async () => {
  shop = await startShopifyStandIn();
  const store = liveStore('shopify', shop.url, { mode: 'link' }) as Store<'live'>;
  const logger = createLogger({ level: 'silent' });
  protocol = await startStandIn();
  protocol.state.clientKeys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'errand' }];
  const identity = {
    profileUrl: (version: string) => `https://errand.example/ucp/profiles/${version}`,
    key: async () => ({ kid: 'errand', privateKey }),
  };
  const needs = { client: createPlainClient(20_000), clock, logger, credentials: async () => ({}), identity };
  system = await startSystem({ liveConnectors: () => [shopify.create(store, needs)] });
});
afterAll(async () => {
  await system.stop();
  await Promise.all([shop.stop(), protocol.close()]);
});

describe('an order at a store where a person pays', () => {
  it('hands over a link, waits, and is placed under the number that the person wrote down', async () => {
    const { key } = await system.account('live', 100_000);
    const made = await system.post('/orders', key, orderFor(`${shop.url}/products/mug`, { max_price: 5000 }));
    expect(made.status, made.text).toBe(201);
    await system.queue.drain();
    const { body: waiting } = await system.get(`/orders/${made.body.id}`, key);
    expect(waiting).toMatchObject({ status: 'pending', waiting_for: 'action', next_action: { kind: 'open_url' } });
    expect(waiting.next_action.url).toContain(`${shop.url}/cart/501:1?`);

    const action = `/orders/${made.body.id}/actions/${waiting.next_action.id}`;
    const unfit = await system.post(action, key, { answer: { order_number: '' } });
    expect(unfit.status).toBe(422);
    const answered = await system.post(action, key, { answer: { order_number: '#1042' } });
    expect(answered.status, answered.text).toBe(200);
    await system.queue.drain();

    const { body: placed } = await system.get(`/orders/${made.body.id}`, key);
    expect(placed).toMatchObject({ status: 'order_placed', next_action: null });
    expect(placed.job_result).toMatchObject({
      merchant_order_ids: [{ merchant_order_id: '#1042' }],
      price_components: { total: 0 },
    });
    // The person paid the store: all but the fee of the service is theirs again.
    const { body: wallet } = await system.get('/wallet', key);
    expect(wallet.held_cents).toBe(0);
    expect(wallet.available_cents).toBeGreaterThan(100_000 - 1000);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('continues automatically if the store reports the purchase over UCP, and shows the packages too', async () => {
    protocol.behave();
    shop.speakUcp(await (await fetch(`${protocol.origin}/.well-known/ucp`)).json());
    const { key } = await system.account('live', 100_000);
    const made = await system.post('/orders', key, orderFor(`${shop.url}/products/mug`, { max_price: 5000 }));
    await system.queue.drain();
    const read = async () => (await system.get(`/orders/${made.body.id}`, key)).body;
    const look = async (kind: string) => {
      await sql`update jobs set run_at = '-infinity' where kind = ${kind}`.execute(system.database.db);
      await system.queue.drain();
      return read();
    };
    const waiting = await read();
    expect(waiting.next_action.url).toContain(`${protocol.origin}/continue/`);
    // Nothing was done there yet: it is asked as before.
    expect((await look('orders.place')).next_action.id).toBe(waiting.next_action.id);
    const [session] = [...protocol.state.sessions.values()];
    Object.assign(session!, { status: 'completed', orderId: 'ord_77' });
    protocol.state.orders.set('ord_77', { session: session!, steps: 1, adjustments: [] });
    // Seen by one look, it is written down by the next.
    await expect.poll(async () => (await look('orders.place')).status, { timeout: 15_000 }).toBe('order_placed');
    const placed = await read();
    expect(placed, JSON.stringify(placed.job_result)).toMatchObject({ status: 'order_placed', next_action: null });
    expect(placed.job_result).toMatchObject({
      merchant_order_ids: [{ merchant_order_id: 'ord_77' }],
      price_components: { total: 0 },
    });
    expect(protocol.seen('complete_checkout')).toEqual([]);
    expect((await look('tracking.follow')).tracking_numbers).toMatchObject([
      { tracking_number: '1Z999', carrier: 'UPS' },
    ]);
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
