import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, plusMs } from '../../src/kit/clock.ts';
import { callTool } from '../harness/mcp-call.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
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

const use = (key: string, name: string, given: Json) => callTool(system, key, name, given);

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
  const flat = { ...address, last_name: 'Müller', address_line2: 'Apt. 4-B' };
  const known: [string, Json][] = [
    ['the same address', {}],
    ['case, spaces and punctuation', { address_line1: ' 1  MARKET st. ', city: 'san francisco', first_name: 'JANE' }],
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
    ['a longer postal code', { postal_code: '94105-1234' }],
    ['another letter with an accent', { last_name: 'Möller' }],
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

describe('writing policies', () => {
  /** What a key is answered when it writes and removes the policies of some subjects. */
  async function tryAll(key: string, keyIds: string[]) {
    const put = (path: string) => system.call(path, { method: 'PUT', key, body: { max_order_cents: 1 } });
    const answers = [await put('/account/policy')];
    for (const id of keyIds) {
      answers.push(await put(`/keys/${id}/policy`));
      answers.push(await system.call(`/keys/${id}/policy`, { method: 'DELETE', key }));
    }
    return [...new Set(answers.map(({ status }) => status))];
  }
  const policiesOf = async () =>
    (await sql`select subject, version, rules from policies order by subject, account_id`.execute(system.database.db))
      .rows;
  const makeKey = async (person: SignedInPerson, scopes?: string[]) =>
    (await person.call('/keys', { method: 'POST', body: { label: 'Key', world: 'test', ...(scopes && { scopes }) } }))
      .body;
  const every = ['read', 'order', 'manage', 'policies'];

  it('takes a scope that no new key has', async () => {
    const { person, key, keyId } = await someone();
    const { scopes, id } = await makeKey(person);
    expect(scopes).toEqual(['read', 'order', 'manage']);
    const sandbox = await system.mint();
    const before = await policiesOf();
    expect(await tryAll(key, [id, keyId])).toEqual([403]);
    expect((await system.call('/account/policy', { method: 'PUT', key: sandbox, body: {} })).status).toBe(403);
    expect(await policiesOf()).toEqual(before);
  });

  it('takes a key that no policy binds, and never its own policy', async () => {
    const { person, keyId } = await someone();
    const writer = await makeKey(person, every);
    const put = (id: string) =>
      system.call(`/keys/${id}/policy`, { method: 'PUT', key: writer.api_key, body: { max_order_cents: 500 } });
    expect((await put(keyId)).status).toBe(200);
    const before = await policiesOf();
    expect(await tryAll(writer.api_key, [writer.id])).toEqual([403]);
    expect(await policiesOf()).toEqual(before);
  });

  it.each([
    ['its own', (id: string) => `/keys/${id}/policy`],
    ["its group's", () => '/key-groups/agents/policy'],
    ["the account's", () => '/account/policy'],
  ])('is refused to a key that a policy binds, even an empty one: %s', async (_name, pathOf) => {
    const { person, keyId, write } = await someone();
    const writer = await makeKey(person, every);
    await person.call('/key-groups/agents', { method: 'PUT', body: { key_ids: [writer.id] } });
    await write(`/keys/${keyId}/policy`, { max_order_cents: 500 });
    await write(pathOf(writer.id), {});
    const before = await policiesOf();
    expect(await tryAll(writer.api_key, [keyId, writer.id])).toEqual([403]);
    expect(await policiesOf()).toEqual(before);
  });

  it('is rejected for two limited keys that would unlimit each other', async () => {
    const { person, write } = await someone();
    const [one, other] = [await makeKey(person, every), await makeKey(person, every)];
    for (const { id } of [one, other]) await write(`/keys/${id}/policy`, { max_order_cents: 500 });
    const before = await policiesOf();
    expect(await tryAll(one.api_key, [other.id])).toEqual([403]);
    expect(await tryAll(other.api_key, [one.id])).toEqual([403]);
    expect(await policiesOf()).toEqual(before);
  });

  it.each(['!!!', ' ', '—', '🎁', '\u0301'])('refuses the denied word %j, which every title has', async (word) => {
    const { person, keyId } = await someone();
    const before = await policiesOf();
    const body = { deny_words: ['gift card', word] };
    const refused = await person.call(`/keys/${keyId}/policy`, { method: 'PUT', body });
    expect([refused.status, refused.body.detail?.[0].loc]).toEqual([422, ['body', 'deny_words', 1]]);
    expect(await policiesOf()).toEqual(before);
  });
});

describe('keys from device codes', () => {
  async function keyFor(asked: Json, given: Json) {
    const person = await signIn(system, `${crypto.randomUUID()}@example.com`);
    const code = (await system.post('/device/code', undefined, asked)).body;
    const shown = (await system.get(`/device/codes/${code.user_code}`, undefined)).body;
    const body = { user_code: code.user_code, granted: true, ...given };
    const decided = await person.call('/device/approve', { method: 'POST', body });
    const token = await system.post('/device/token', undefined, { device_code: code.device_code });
    return { shown, decided, token, person };
  }

  it.each([
    [{}, {}, ['read', 'order'], ['read', 'order']],
    [{ scopes: ['read'] }, {}, ['read'], ['read']],
    [{ scopes: ['read', 'order', 'manage'] }, { scopes: ['read'] }, ['read', 'order', 'manage'], ['read']],
  ])('asked %j, given %j', async (asked, given, shown, got) => {
    const made = await keyFor(asked, given);
    expect(made.shown.scopes).toEqual(shown);
    expect(made.token.body.scopes).toEqual(got);
    const { keys } = (await made.person.call('/keys')).body;
    expect(keys.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([got]);
    const placed = await system.post('/orders', made.token.body.key, { ...order(), max_price: 5000 });
    expect(placed.status).toBe(got.includes('order') ? 201 : 403);
  });

  it('never get more than was requested', async () => {
    const { decided, token } = await keyFor({ scopes: ['read'] }, { scopes: ['read', 'manage'] });
    expect([decided.status, token.body.error.code]).toEqual([422, 'authorization_pending']);
    for (const scopes of [[], ['all'], ['read', 'read']]) {
      expect((await system.post('/device/code', undefined, { scopes })).status).toBe(422);
    }
  });

  it.each([
    [89, 200],
    [90, 401],
  ])('that were not used for %i days answer %i', async (days, expected) => {
    const { key, id } = (await keyFor({}, {})).token.body;
    const then = plusMs(system.clock.now(), -days * dayMs);
    await sql`update api_keys set created_at = ${then} where id = ${id}`.execute(system.database.db);
    expect((await system.get('/wallet', key)).status).toBe(expected);
  });
});
