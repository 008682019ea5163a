import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadOrders, requestCancellation } from '../../src/domains/orders/orders/index.ts';
import type { Failure } from '../../src/kit/failure.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { returnFor } from '../harness/returns.ts';
import { simulatedKind } from '../harness/store-kind.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let key: string;
beforeAll(async () => {
  const { kind } = await simulatedKind(() => system.database);
  system = await startSystem({ env: operatorEnv, storeKinds: [kind] });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = (await system.account('live', 1_000_000)).key;
});
afterAll(() => system.stop());

const add = (body: Record<string, unknown>) => operator.post('/operator/stores', { kind: 'desk', ...body });
const remove = (name: string) => operator.call(`/operator/stores/${name}`, { method: 'DELETE' });
const check = async (url: string) =>
  (await contract.get(`/retailers/check?url=${encodeURIComponent(url)}`, key)).body as Record<string, unknown>;

async function waiting(url: string) {
  const { body, text } = await contract.post('/orders', key, orderFor(url));
  expect(body.id, text).toBeDefined();
  await system.queue.drain();
  return (await contract.get(`/orders/${body.id}`, key)).body;
}

/** A person buys it, and writes it down. */
async function boughtByHand(url: string) {
  const order = await waiting(url);
  expect(order.next_action).toMatchObject({ kind: 'buy', asked_of: 'operator' });
  const { lease } = (await operator.post(`/operator/desk/${order.id}/take`, {})).body.task;
  const recorded = await operator.post(`/operator/desk/${order.id}/purchase`, {
    lease,
    merchant_order_ids: ['77-1'],
    lines: [{ item_id: order.items[0].id, unit_price_cents: 2000 }],
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: 2000,
  });
  expect(recorded.status, recorded.text).toBe(200);
  return recorded.body.order;
}

it('rejects a store on a private network, new or changed, and writes nothing', async () => {
  const inside = { name: 'inside', url: 'http://127.0.0.1:8080', settings: { retailers: ['inside'] } };
  const [added, aside] = [
    await add(inside),
    await add({ ...inside, url: 'https://a.example', api_url: 'http://10.0.0.1' }),
  ];
  expect([added.status, added.body.detail[0].loc, aside.status]).toEqual([422, ['body', 'url'], 422]);
  expect(added.text).toContain('STORES_ALLOW_PRIVATE');
  expect((await operator.get('/operator/stores')).body.total).toBe(0);
  expect((await add({ ...inside, url: 'https://93.184.215.14' })).status).toBe(201);
  const change = { method: 'PATCH', body: { url: 'http://192.168.0.1' } };
  expect((await operator.call('/operator/stores/inside', change)).status).toBe(422);
  expect((await operator.get('/operator/stores/inside')).body.url).toBe('https://93.184.215.14');
  await remove('inside');
});

describe('a store of kind desk', () => {
  it('is refused when it does not say where people buy', async () => {
    const refused = await add({ name: 'somewhere' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('settings.retailers')]);
  });

  it('lets people buy one brand, and nothing else', async () => {
    const url = 'https://www.target.com/p/a-lamp/-/A-1';
    expect(await check(url)).toMatchObject({ orderable: false });
    const added = await add({ name: 'target' });
    expect(added.status, added.text).toBe(201);
    expect(added.body).toMatchObject({ abilities: ['product', 'offers', 'checkout'], url: null });
    expect(await check(url)).toMatchObject({ orderable: true, retailer: { retailer: 'target' } });
    expect(await check('https://www.etsy.com/listing/1')).toMatchObject({ orderable: false });
    const order = await boughtByHand(url);
    expect(order).toMatchObject({ status: 'order_placed', retailer: 'target' });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('lets people buy at one URL under its own name', async () => {
    expect((await add({ name: 'lamps', url: 'https://lamps.example.com' })).status).toBe(201);
    const url = 'https://www.lamps.example.com/blue?size=2';
    expect(await check(url)).toMatchObject({ orderable: true, retailer: { retailer: 'lamps' } });
    expect(await waiting(url)).toMatchObject({ retailer: 'lamps', next_action: { kind: 'buy' } });
    const listed = async (as: string) =>
      (await contract.get('/retailers?name=lamps', as)).body.retailers as Record<string, unknown>[];
    expect(await listed(key)).toMatchObject([{ retailer: 'lamps', supported: true, base_url: 'lamps.example.com' }]);
    expect(await listed(await system.mint())).toEqual([]);
    const { connectors } = (await system.get('/health')).body.details;
    // Public: how many, not which.
    const { up, unknown } = connectors.stores;
    expect(up + unknown).toBeGreaterThan(0);
    expect(JSON.stringify(connectors)).not.toContain('lamps');
    const steps = (await operator.post('/operator/stores/lamps/check', {})).body;
    expect(steps.ok).toBe(true);
  });

  it('lets people buy anywhere, after all automated stores; nowhere once it is off', async () => {
    expect((await add({ name: 'anywhere', settings: { retailers: ['*'] } })).status).toBe(201);
    const consent = { by: 'The merchant', on: '2026-08-21' };
    const walmart = { name: 'walmart', url: 'https://www.walmart.com', consent, accounts: 'guest' };
    expect((await add({ ...walmart, kind: 'vendure' })).status).toBe(201);
    const query = { query: 'headphones', page: 1, freeShipping: false };
    const { results } = await system.simulator.search!('walmart', query, { signal: new AbortController().signal });
    const automated = await waiting(results.find((hit) => hit.available)!.url);
    expect(automated.next_action).toBeNull();
    const url = 'https://unheard-of.example.org/thing';
    expect(await check(url)).toMatchObject({ orderable: true, retailer: { retailer: 'unheard-of.example.org' } });
    const off = await operator.call('/operator/stores/anywhere', { method: 'PATCH', body: { enabled: false } });
    expect(off.body.enabled).toBe(false);
    expect(await check(url)).toMatchObject({ orderable: false });
    const refused = await contract.post('/orders', key, orderFor(url));
    expect(refused.body.error.code).toBe('unsupported_retailer');
  });

  it('bought it: a connector added later is asked neither to cancel nor to return it', async () => {
    const order = await boughtByHand('https://www.target.com/p/a-lamp/-/A-2');
    expect((await remove('target')).status).toBe(204);
    const consent = { by: 'The merchant', on: '2026-08-21' };
    const automated = { name: 'target', kind: 'vendure', url: 'https://www.target.com', consent, accounts: 'guest' };
    expect((await add(automated)).status).toBe(201);
    const back = await contract.post('/returns', key, returnFor(order.id, order.items[0].id));
    expect(back.status, back.text).toBe(201);
    await system.queue.drain();
    const open = (await contract.get(`/returns/${back.body.id}`, key)).body;
    expect(open.status).toBe('open');
    const cancelled = await inTransaction(system.database.db, async (tx) => {
      const whole = (await loadOrders(tx, [order.id])).get(order.id)!;
      const asked = { merchantOrderId: null, request: {} };
      return requestCancellation({ tx, clock: system.clock, registry: system.registry }, whole, asked);
    }).catch((error: Failure) => error.code);
    expect(cancelled).toBe('order_not_cancellable');
    expect((await contract.get(`/orders/${order.id}`, key)).body.status).toBe('order_placed');
  });
});
