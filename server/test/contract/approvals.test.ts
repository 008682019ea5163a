import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../harness/person.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

type Json = Record<string, unknown>;

const order = (changes: Json = {}) => ({
  products: [{ url: `${system.url}/shop/products/test-success`, quantity: 1 }],
  shipping_address: address,
  ...changes,
});

/** A call of an MCP tool by a client whose person can be shown a form. */
async function use(key: string, name: string, given: Json, more: Json = {}) {
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const params = { name, arguments: given, ...more, _meta };
  const { body } = await system.post('/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
  return body.result;
}

/** A person with a sandbox key of their own. */
async function someone() {
  const person = await signIn(system, `${crypto.randomUUID()}@example.com`);
  const { body } = await person.call('/keys', { method: 'POST', body: { label: 'Assistant', world: 'test' } });
  const write = async (path: string, policy: object) => {
    const { status, text } = await person.call(path, { method: 'PUT', body: policy });
    expect(status, text).toBe(200);
  };
  return { person, key: body.api_key as string, keyId: body.id as string, write };
}

const ordersOf = async (key: string) => (await system.get('/orders', key)).body.total;

describe('place_order asks', () => {
  const limitless: [string, Json][] = [
    ['an empty policy', {}],
    ['denied words', { deny_words: ['gift card'] }],
    ['a default of allow', { default: 'allow' }],
    ['a limit on open orders', { max_open_cents: 100_000 }],
    ['a window without an amount or a count', { windows: [{ per: 'day' }] }],
    ['a largest quantity and a denied retailer', { max_quantity: 5, retailers: { deny: ['walmart'] } }],
  ];

  it.each(limitless)('under %s', async (_name, policy) => {
    const { key, keyId, write } = await someone();
    await write(`/keys/${keyId}/policy`, policy);
    expect(await use(key, 'place_order', order())).toMatchObject({ resultType: 'input_required' });
    expect(await ordersOf(key)).toBe(0);
  });

  it.each([
    ['key', (keyId: string) => `/keys/${keyId}/policy`],
    ['group', () => '/key-groups/agents/policy'],
    ['account', () => '/account/policy'],
  ])('under an empty policy of the %s, and not under one with a limit', async (_scope, pathOf) => {
    const { person, key, keyId, write } = await someone();
    await person.call('/key-groups/agents', { method: 'PUT', body: { key_ids: [keyId] } });
    await write(pathOf(keyId), {});
    expect(await use(key, 'place_order', order())).toMatchObject({ resultType: 'input_required' });
    expect(await ordersOf(key)).toBe(0);
    await write(pathOf(keyId), { windows: [{ per: 'day', count: 1 }] });
    expect((await use(key, 'place_order', order())).structuredContent).toMatchObject({ status: 'pending' });
    expect(await use(key, 'place_order', order())).toMatchObject({ isError: true });
    expect(await ordersOf(key)).toBe(1);
  });

  it('under a limit that the purchase fits in, as long as another policy asks', async () => {
    const { key, keyId, write } = await someone();
    await write(`/keys/${keyId}/policy`, { max_order_cents: 100_000 });
    await write('/account/policy', { approve: { above_cents: 1 } });
    const { structuredContent: waiting } = await use(key, 'place_order', order());
    expect(waiting.next_action).toMatchObject({ kind: 'approve' });
  });
});

describe('addresses.only_known', () => {
  const flat = { ...address, address_line2: 'Apt. 4-B' };
  const known: [string, Json][] = [
    ['the same address', {}],
    ['case, spaces and punctuation', { address_line1: ' 1  MARKET st. ', city: 'san francisco', last_name: 'DOE' }],
    ['punctuation of the second line', { address_line2: 'apt 4 b' }],
    ['the second line at the end of the first', { address_line1: '1 Market St, Apt. 4-B', address_line2: null }],
    ['another phone number', { phone_number: '+14155550199' }],
  ];
  const unknown: [string, Json][] = [
    ['another first name', { first_name: 'Mallory' }],
    ['another last name', { last_name: 'Roe' }],
    ['another first line', { address_line1: '11 Market St' }],
    ['another second line', { address_line2: 'c/o Mallory, 666 Evil Rd' }],
    ['no second line', { address_line2: null }],
    ['another apartment', { address_line2: 'Apt. 4B' }],
    ['another city', { city: 'Oakland' }],
    ['another state', { state: 'NV' }],
    ['another postal code', { postal_code: '94106' }],
    ['a letter with an accent', { last_name: 'Dóe' }],
    ['another letter with an accent', { city: 'San Franciscö' }],
  ];
  let someoneKnown: Awaited<ReturnType<typeof someone>>;
  beforeAll(async () => {
    someoneKnown = await someone();
    const { key, write } = someoneKnown;
    const placed = await system.post('/orders', key, { ...order({ shipping_address: flat }), max_price: 5000 });
    expect(placed.status, placed.text).toBe(201);
    await system.queue.drain();
    await write('/account/policy', { addresses: { only_known: true } });
  });
  const sentTo = (changes: Json) => ({ ...order({ shipping_address: { ...flat, ...changes } }), max_price: 5000 });
  const simulate = async (changes: Json) =>
    (await system.post('/policy/simulate', someoneKnown.key, sentTo(changes))).body.decision;

  it.each(known)('knows %s', async (_name, changes) => {
    expect(await simulate(changes)).toBe('allow');
  });

  it.each(unknown)('does not know %s', async (_name, changes) => {
    expect(await simulate(changes)).toBe('deny');
  });

  it('denies an order to an unknown recipient, also where the totals are cached', async () => {
    const { key } = someoneKnown;
    for (let round = 0; round < 2; round += 1) {
      expect((await system.post('/orders', key, sentTo({}))).status).toBe(201);
    }
    const before = await ordersOf(key);
    const denied = await system.post('/orders', key, sentTo({ address_line2: 'c/o Mallory, 666 Evil Rd' }));
    expect([denied.status, denied.body.error]).toMatchObject([
      403,
      { code: 'policy_denied', details: { rule: 'addresses.only_known' } },
    ]);
    expect(await ordersOf(key)).toBe(before);
  });
});
