import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../src/domains/accounts/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, examplesOf, type Operation, readContract } from '../harness/conforms.ts';
import { basic, legacyClient, managed } from '../harness/legacy.ts';
import { callTool } from '../harness/mcp-call.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let ownerKey: string;
/** Another account's key of the same world, and its owner's key of the other one. */
let others: Record<string, string>;
/** An id of each kind that belongs to somebody, by the path or the name of the parameter that takes it. */
let owned: Record<string, string>;

beforeAll(async () => {
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  contract = await readContract(system);
  const owner = await system.account('test');
  const needs = { tx: system.database.db, clock: system.clock };
  const live = await createKey(needs, { accountId: owner.accountId, world: 'live', label: 'the other world' });
  others = { 'of another account': (await system.account('test')).key, 'of the other world': live.key };
  ownerKey = owner.key;
  owned = await oneOfEach(ownerKey, owner.keyId);
}, 120_000);
afterAll(() => system.stop());

async function oneOfEach(key: string, keyId: string): Promise<Record<string, string>> {
  const made = async (path: string, body: unknown) => {
    const answer = await system.post(path, key, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };
  const endpoint = (await made('/webhooks/endpoints', { url: `${system.url}/health`, events: null })).body.id;
  const delivery = (await made(`/webhooks/endpoints/${endpoint}/test`, {})).body.id;
  const { order, itemId } = await placedOrder(system, key, 3);
  const row = { product_url: `${system.url}/shop/products/test-success`, name: 'A B', address1: '1 Market St' };
  const rows = [{ ...row, city: 'San Francisco', state: 'CA', zip: '94105', max_price: '5000' }];
  const old = legacyClient(system, key);
  const [bought, called] = [await old.post('/v1/orders', managed()), await old.post('/v1/orders', managed())];
  await system.queue.drain();
  const products = [{ product_id: 'test-success', quantity: 1 }];
  const reason = { products, reason_code: 'damaged' };
  const oldReturn = await old.post(`/v1/orders/${bought.body.request_id}/return`, reason);
  const cancellation = await old.post(`/v1/orders/${called.body.request_id}/cancel`);
  const events = await system.get('/events', key);
  // A policy would ask too; this one asks whatever the policies say.
  const asked = await callTool(system, key, 'place_order', orderFor(`${system.url}/shop/products/test-success`));
  const ids = {
    approval_id: String(asked.requestState).split('.')[0] ?? '',
    order_id: order.id,
    return_request_id: (await made('/returns', returnFor(order.id, itemId))).body.id,
    batch_id: (await made('/orders/bulk', { rows })).body.id,
    short_id: (await made('/managed-accounts', { email: 'a@example.com' })).body.short_id,
    top_up_id: (await made('/wallet/top-ups', { amount_cents: 500 })).body.id,
    endpoint_id: endpoint,
    delivery_id: delivery,
    event_id: events.body.events[0].id,
    id: keyId,
    '/requests/{request_id}': events.headers.get('x-request-id') ?? '',
    '/v1/orders/{request_id}': bought.body.request_id,
    '/v1/returns/{request_id}': oldReturn.body.request_id,
    '/v1/cancellations/{request_id}': cancellation.body.request_id,
  };
  for (const [kind, id] of Object.entries(ids)) expect(id, kind).toMatch(/^[\w-]{10,}$/);
  return ids;
}

/** Ids that nobody is shown would prove nothing. A delivery has no page of its own, a key is not shown to keys, and a request is written a moment later. */
async function areShownToTheirOwner(operations: readonly Operation[]): Promise<void> {
  for (const [kind, id] of Object.entries(owned)) {
    const gets = operations.filter((operation) => operation.method === 'GET' && kindOf(operation) === kind);
    const isShown = async () =>
      (await Promise.all(gets.map((operation) => seen(operation, id, ownerKey)))).some(({ status }) => status === 200);
    if (kind !== 'delivery_id' && kind !== 'id')
      await expect.poll(isShown, { timeout: 30_000, message: kind }).toBe(true);
  }
}

const keyed = ({ document }: Operation): boolean =>
  document.security?.some((scheme: object) => 'bearer' in scheme || 'basic' in scheme) ?? false;

/** No account owns these: a product, a month. */
const ofNobody = new Set(['product_id', 'month']);

const parameterOf = ({ path }: Operation): string => /\{(\w+)\}/.exec(path)?.[1] ?? '';

const kindOf = (operation: Operation): string => {
  const path = Object.keys(owned).find((kind) => operation.path.startsWith(kind));
  return path ?? parameterOf(operation);
};

/** An id of the same form that nobody has. */
function unknownLike(id: string): string {
  if (id.startsWith('svc_acct_')) return 'svc_acct_aaaaaaaaaa';
  return id.includes('-') ? newId() : newId().replaceAll('-', '');
}

/** All that a client can see of an answer but the request id and the date. */
async function seen({ method, path, document }: Operation, id: string, key: string) {
  const media = document.requestBody?.content['application/json'];
  const body = media && examplesOf(media)[0];
  const target = path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, 'd2a7e5f4-5c8e-4a3c-9d6b-1f0e9b8a7c6d');
  const credential = path.startsWith('/v1/') ? { headers: basic(key) } : { key };
  const answer = await contract.call(target, { method, ...credential, ...(body ? { body } : {}) });
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status: answer.status, text: answer.text.replaceAll(id, '(the id)'), headers };
}

it('an id of any kind is to others as one that nobody has, at every operation that takes a key', {
  timeout: 90_000,
}, async () => {
  const operations = contract.operations.filter(
    (operation) => keyed(operation) && parameterOf(operation) !== '' && !ofNobody.has(parameterOf(operation)),
  );
  expect(operations.map(kindOf).filter((kind) => owned[kind] === undefined)).toEqual([]);
  expect(operations.length).toBeGreaterThan(45);
  await areShownToTheirOwner(operations);
  const before = await rowCounts(system.database.db);
  for (const operation of operations) {
    const id = owned[kindOf(operation)]!;
    for (const [whose, key] of Object.entries(others)) {
      const what = `${operation.method} ${operation.path} ${whose}`;
      const unknown = await seen(operation, unknownLike(id), key);
      expect([404, 403], `${what} ${unknown.text}`).toContain(unknown.status);
      expect(await seen(operation, id, key), what).toEqual(unknown);
    }
  }
  expect(await rowCounts(system.database.db)).toEqual(before);
});

it('an id of any kind in a body or a filter tells others nothing', async () => {
  const key = others['of another account']!;
  const url = `${system.url}/shop/products/test-success`;
  const asked = async (id: (kind: string) => string) => {
    const answers = [
      await contract.post('/orders', key, orderFor(url, { retailer_credentials_id: id('short_id') })),
      await contract.post('/returns', key, returnFor(id('order_id'), newId())),
      await contract.get(`/events?order_id=${id('order_id')}`, key),
      await contract.get(`/events?after=${id('event_id')}`, key),
      await contract.get(`/webhooks/deliveries?order_id=${id('order_id')}&endpoint_id=${id('endpoint_id')}`, key),
      await contract.get(`/orders?search=${id('order_id')}`, key),
      await contract.get(`/returns?search=${id('return_request_id')}`, key),
    ];
    return answers.map(({ status, text }) => [status, text]);
  };
  const before = await rowCounts(system.database.db);
  const unknown = await asked((kind) => unknownLike(owned[kind]!));
  expect(await asked((kind) => owned[kind]!)).toEqual(unknown);
  expect(unknown.map(([status]) => status)).toEqual([404, 404, 200, 422, 200, 200, 200]);
  expect(await rowCounts(system.database.db)).toEqual(before);
});
