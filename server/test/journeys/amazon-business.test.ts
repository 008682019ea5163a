import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { amazonSettings } from '../stand-ins/amazon-business/bench.ts';
import { amazonCredentials, startAmazonStandIn } from '../stand-ins/amazon-business/store.ts';

// An operator adds Amazon with a business account, and clients of both APIs buy there.

let shop: Awaited<ReturnType<typeof startAmazonStandIn>>;
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let client: LegacyClient;
let key: string;
beforeAll(async () => {
  shop = await startAmazonStandIn();
  // A hundred times as fast as Amazon, with the same burst.
  shop.behave({ rate: { perSecond: 50, burst: 10 } });
  system = await startSystem({ withWorker: true, env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = (await system.account('live', 10_000_000)).key;
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await shop.close();
});

const body = (more: Record<string, unknown> = {}) => ({
  name: 'amazon',
  kind: 'amazon-business',
  api_url: shop.origin,
  consent: { by: 'Acme', on: '2026-11-17' },
  credentials: amazonCredentials,
  track_every: '1s',
  settings: amazonSettings(shop.tokenUrl, { requests_per_second: 50, reports: true }),
  ...more,
});

async function until<T>(look: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (isDone(seen)) return seen;
    if (Date.now() > giveUpAt) throw new Error(`It never came to that: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it('is refused with the field at fault, and nothing is written', async () => {
  const wrong = async (more: Record<string, unknown>) => {
    const { status, body: said } = await operator.post('/operator/stores', body(more));
    return [status, said.detail?.[0]?.loc?.join('.')];
  };
  const settings = amazonSettings(shop.tokenUrl);
  expect(await wrong({ settings: { ...settings, marketplace: 'XX' } })).toEqual([422, 'body.settings.marketplace']);
  expect(await wrong({ settings: { ...settings, region: 'eu' } })).toEqual([422, 'body.settings.region']);
  expect(await wrong({ credentials: { client_id: 'x' } })).toEqual([422, 'body.credentials']);
  const german = { ...settings, region: 'eu', marketplace: 'DE' };
  const { status, body: said } = await operator.post('/operator/stores', body({ settings: german }));
  expect([status, said.code]).toEqual([422, 'currency_unsupported']);
  expect((await operator.get('/operator/stores')).body.total).toBe(0);
});

it('is added, and checked by a trial order that buys nothing', async () => {
  const added = await operator.post(
    '/operator/stores',
    body({ settings: { ...body().settings, price_tolerance_percent: 20 } }),
  );
  expect(added.status, added.text).toBe(201);
  expect(added.body).toMatchObject({ url: 'https://www.amazon.com', currency: 'USD', kind: 'amazon-business' });
  expect(added.text).not.toContain(amazonCredentials.client_secret);
  const check = await operator.post('/operator/stores/amazon/check', { query: 'mug' });
  expect(check.body).toMatchObject({ ok: true, warnings: [expect.stringContaining('20 %')] });
  expect(shop.seen('trial')).toHaveLength(1);
  expect(shop.state.orders).toEqual([]);
  const { settings } = body();
  await operator.call('/operator/stores/amazon', { method: 'PATCH', body: { settings } });
  expect((await operator.post('/operator/stores/amazon/check', { query: 'mug' })).body.warnings).toEqual([]);
});

it("buys a legacy client's order by its ASIN, tracks it and shows it", { timeout: 90_000 }, async () => {
  const asked = managed({ retailer: 'amazon', products: [{ product_id: 'B0MUG00001', quantity: 2 }], max_price: 5000 });
  const made = await client.post('/v1/orders', asked);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const path = `/v1/orders/${made.body.request_id}`;
  const read = async () => (await client.get(path)).body;
  const order = await until(read, ({ code }) => code !== 'request_processing');
  const reference = dashed(made.body.request_id);
  expect(order).toMatchObject({ _type: 'order_response', price_components: { total: 2706 } });
  expect(shop.soldUnder(reference)).toBe(1);
  const [sold] = shop.state.orders;
  expect(order.merchant_order_ids).toMatchObject([{ merchant_order_id: sold?.orderId }]);
  shop.advance(sold!.orderId);
  shop.advance(sold!.orderId);
  const shown = await until(read, ({ tracking }) => tracking?.[0]?.delivery_status === 'delivered');
  expect(shown.tracking).toMatchObject([{ carrier: 'Amazon', product_ids: ['B0MUG00001'] }]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});

it('one order each, whichever call fails, within the rate', { timeout: 90_000 }, async () => {
  const before = shop.state.orders.length;
  const faults = ['lost before', 'lost after', 'html', 500, 429] as const;
  for (const operation of ['product', 'trial', 'order', 'details'] as const) shop.spoil(operation, ...faults);
  shop.spoil('token', 500);
  shop.endTokens();
  const ids: string[] = [];
  for (let order = 0; order < 6; order += 1) {
    const url = `https://www.amazon.com/Enamel-Mug/dp/B0MUG00001?th=${order}`;
    const made = await system.post(
      '/orders',
      key,
      orderFor(url, { max_price: 5000, idempotency_key: `fault ${order}` }),
    );
    expect(made.status, made.text).toBe(201);
    ids.push(made.body.id);
  }
  // Orders that the store did not take wait for minutes; here they are hurried.
  const states = () =>
    until(
      async () => {
        await sql`update jobs set run_at = now() where kind = 'orders.place' and run_at > now()`.execute(
          system.database.db,
        );
        await sql`update store_health set failures = 0, closed_until = null`.execute(system.database.db);
        await sql`update orders set submitted_at = submitted_at - interval '1 hour' where phase = 'submitting'`.execute(
          system.database.db,
        );
        const { rows } = await sql<{ id: string; status: string }>`
          select id, status from orders where id = any(${ids}::uuid[])`.execute(system.database.db);
        return rows;
      },
      (rows) => rows.every(({ status }) => status !== 'pending' && status !== 'in_progress'),
    );
  for (const { id, status } of await states()) {
    expect(shop.soldUnder(id), `${id} ${status}`).toBe(status === 'order_placed' ? 1 : 0);
  }
  expect(shop.state.orders.length).toBeGreaterThan(before);
  expect(shop.state.refused).toEqual([]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});
