import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopify } from '../../src/connectors/shopify/index.ts';
import type { Store } from '../../src/connectors/store.ts';
import { systemClock as clock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { isSoundLedger } from '../harness/checks.ts';
import { createPlainClient } from '../harness/stores/client.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startShopifyStandIn } from '../harness/stores/shopify-stand-in.ts';
import { orderFor, startSystem } from '../harness/system.ts';

let shop: Awaited<ReturnType<typeof startShopifyStandIn>>;
let system: Awaited<ReturnType<typeof startSystem>>;
beforeAll(async () => {
  shop = await startShopifyStandIn();
  const store = liveStore('shopify', shop.url, { mode: 'link' }) as Store<'live'>;
  const logger = createLogger({ level: 'silent' });
  const needs = { client: createPlainClient(20_000), clock, logger, credentials: async () => ({}) };
  system = await startSystem({ liveConnectors: () => [shopify.create(store, needs)] });
});
afterAll(async () => {
  await system.stop();
  await shop.stop();
});

describe('an order at a store that wants a person to pay', () => {
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
    expect(placed.job_result).toMatchObject({ merchant_order_ids: ['#1042'], price_components: { total: 0 } });
    // The person paid the store: all but the fee of the service is theirs again.
    const { body: wallet } = await system.get('/wallet', key);
    expect(wallet.held_cents).toBe(0);
    expect(wallet.available_cents).toBeGreaterThan(100_000 - 1000);
    expect(await isSoundLedger(system.database.db)).toEqual([]);
  });
});
