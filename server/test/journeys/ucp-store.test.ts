import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandIn } from '../../src/connectors/ucp/stand-in-store.ts';
import { isSoundLedger } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let shop: Awaited<ReturnType<typeof startStandIn>>;
let rival: Awaited<ReturnType<typeof startStandIn>>;
let system: TestSystem;
let key: string;
beforeAll(async () => {
  [shop, rival] = [await startStandIn(), await startStandIn()];
  system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
  const { keys } = (await system.get('/ucp/profiles/2026-08-25')).body;
  shop.state.clientKeys = keys;
  rival.state.clientKeys = keys;
  const operator = await personOn(system, await readContract(system));
  for (const [name, { origin }] of [
    ['mugs', shop],
    ['rival', rival],
  ] as const) {
    const added = await operator.post('/operator/stores', {
      name,
      kind: 'ucp',
      url: origin,
      payment: { handler: 'com.example.pay', type: 'card' },
      credentials: { payment_token: 'tok_1' },
      consent: { by: 'The merchant', on: '2026-08-21' },
      contact: 'buyer@example.com',
      accounts: 'guest',
      // No job looks by itself while this test runs: what is heard is heard from the store.
      track_every: '24h',
    });
    expect(added.status, added.text).toBe(201);
  }
  ({ key } = await system.account('live', 100_000));
});
afterAll(async () => {
  await system.stop();
  await Promise.all([shop.close(), rival.close()]);
});

const news = () => `${system.url}/ucp/webhooks/orders`;
const parcelsOf = async (id: string) => (await system.get(`/orders/${id}`, key)).body.tracking_numbers;

async function bought(): Promise<{ id: string; number: string }> {
  const made = await system.post('/orders', key, orderFor(`${shop.origin}/products/enamel-mug`, { max_price: 5000 }));
  expect(made.status, made.text).toBe(201);
  await system.queue.drain();
  const { body } = await system.get(`/orders/${made.body.id}`, key);
  expect(body.status, JSON.stringify(body.job_result)).toBe('order_placed');
  return { id: made.body.id, number: body.job_result.merchant_order_ids[0] };
}

describe('a live store that speaks UCP', () => {
  it('is told where to send news in the profile that every request names', async () => {
    const { body } = await system.get('/ucp/profiles/2026-08-25');
    expect(body.ucp.capabilities['dev.ucp.shopping.order'][0].config.webhook_url).toBe(news());
  });

  it('shows its return policy before anything is bought, to our clients and to agents that buy through us', async () => {
    const { max_price: _price, ...asked } = orderFor(`${shop.origin}/products/enamel-mug`);
    const { body } = await system.post('/orders/quote', key, asked);
    expect(body.warnings, JSON.stringify(body)).toEqual([expect.stringContaining(`${shop.origin}/returns`)]);
    const { body: checkout } = await system.post('/ucp/checkout-sessions', key, {
      line_items: [{ item: { id: `${shop.origin}/products/enamel-mug` }, quantity: 1 }],
      fulfillment: {
        methods: [
          {
            destinations: [
              {
                first_name: 'Jane',
                last_name: 'Doe',
                street_address: '1 Market St',
                address_locality: 'San Francisco',
                address_region: 'CA',
                postal_code: '94105',
                address_country: 'US',
              },
            ],
          },
        ],
      },
    });
    expect(checkout.links, JSON.stringify(checkout)).toContainEqual({
      type: 'refund_policy',
      url: `${shop.origin}/returns`,
    });
  });

  it('sells, and what it tells of its parcels is known at once', async () => {
    const { id, number } = await bought();
    expect(await parcelsOf(id)).toEqual([]);
    shop.advance(number);
    expect(await shop.tell(number, news())).toBe(202);
    await system.queue.drain();
    expect(await parcelsOf(id)).toMatchObject([{ tracking_number: '1Z999', carrier: 'UPS', status: 'in_transit' }]);
    shop.advance(number);
    expect(await shop.tell(number, news())).toBe(202);
    await system.queue.drain();
    expect(await parcelsOf(id)).toMatchObject([{ status: 'delivered' }]);
    expect(await isSoundLedger(system.database.db)).toEqual([]);
  });

  it('is not believed unsigned, with a key that is not its own, or about another store’s order', async () => {
    const { id, number } = await bought();
    shop.advance(number);
    expect(await shop.tell(number, news(), { isSigned: false })).toBe(401);
    expect(await shop.tell(number, news(), { as: shop.wrongKey })).toBe(401);
    expect(await rival.tell(number, news(), { as: shop.key })).toBe(401);
    // The rival signs well, for an order that it did not sell.
    rival.state.orders.set(number, shop.state.orders.get(number)!);
    expect(await rival.tell(number, news())).toBe(404);
    const asked = shop.seen('get_order').length;
    await system.queue.drain();
    expect(shop.seen('get_order')).toHaveLength(asked);
    expect(await parcelsOf(id)).toEqual([]);
    expect(await shop.tell('ord_unknown', news())).toBe(404);
  });
});
