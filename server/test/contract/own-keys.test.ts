import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { type CallOptions, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let jane: SignedInPerson;
let john: SignedInPerson;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  jane = await signIn(system, 'jane@example.com');
  john = await signIn(system, 'john@example.com');
});
afterAll(() => system.stop());

const call = (person: SignedInPerson, path: string, options: CallOptions = {}) =>
  contract.call(path, { ...options, headers: person.headers('test') });
const make = async (person: SignedInPerson, body: unknown) =>
  (await call(person, '/keys', { method: 'POST', body })).body;
const unlimited = { spend_per_day_cents: null, spend_per_order_cents: null, allowed_retailers: null };

describe('POST /keys', () => {
  it('creates a key in either mode and shows it once', async () => {
    for (const world of ['test', 'live'] as const) {
      const { status, body } = await call(jane, '/keys', { method: 'POST', body: { label: 'Mine', world } });
      expect(status).toBe(201);
      expect(body).toMatchObject({ label: 'Mine', world, revoked_at: null, last_used_at: null, limits: unlimited });
      expect(body.api_key).toMatch(new RegExp(`^svc_${world}_[0-9A-Za-z]{38}$`));
      expect(body.api_key.endsWith(body.hint)).toBe(true);
      const mine = (await jane.call('/wallet', { world })).body;
      expect((await contract.get('/wallet', body.api_key)).body).toEqual(mine);
      expect((await call(jane, '/keys')).text).not.toContain(body.api_key);
      const { rows } = await sql<{ text: string }>`select k::text as text from api_keys k`.execute(system.database.db);
      expect(rows.map((row) => row.text).join()).not.toContain(body.api_key);
    }
  });

  it('creates one key for an Idempotency-Key, even after its response is no longer stored', async () => {
    const headers = { ...jane.headers('test'), 'idempotency-key': 'my first key' };
    const create = () => contract.call('/keys', { method: 'POST', body: { label: 'Once', world: 'test' }, headers });
    const first = await create();
    expect(first.status).toBe(201);
    expect((await create()).body).toEqual(first.body);
    await sql`delete from idempotency_keys`.execute(system.database.db);
    const late = await create();
    expect([late.status, late.body.error.code]).toEqual([409, 'already_exists']);
    expect(late.text).not.toContain(first.body.api_key);
    const { keys } = (await call(jane, '/keys')).body;
    expect(keys.filter(({ label }: { label: string }) => label === 'Once')).toHaveLength(1);
  });

  it('holds the key to its limits', async () => {
    const limits = { spend_per_order_cents: 4000, allowed_retailers: ['walmart'] };
    const { api_key: key, limits: shown } = await make(jane, { label: 'Small', world: 'test', limits });
    expect(shown).toEqual({ ...unlimited, ...limits });
    const order = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    expect(order.status).toBe(403);
    expect(order.body.error.code).toBe('spend_limit_exceeded');
  });

  it.each([
    {},
    { label: '', world: 'test' },
    { label: 'x'.repeat(101), world: 'test' },
    { label: 'x', world: 'both' },
    { label: 'x', world: 'test', limits: { spend_per_day_cents: -1 } },
    { label: 'x', world: 'test', limits: { spend_per_day_cents: 1.5 } },
    { label: 'x', world: 'test', limits: { allowed_retailers: [] } },
    { label: 'x', world: 'test', limits: { allowed_retailers: ['Wal mart'] } },
    { label: 'x', world: 'test', limits: { per_day: 1 } },
    { label: 'x', world: 'test', account_id: newId() },
  ])('refuses %j', async (body) => {
    const before = await rowCounts(system.database.db);
    expect((await call(jane, '/keys', { method: 'POST', body })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('GET /keys', () => {
  it('lists the keys of both modes, newest first, and none that nobody holds', async () => {
    const person = await signIn(system, `${newId()}@example.com`);
    expect((await call(person, '/keys')).body).toEqual({ keys: [], total: 0 });
    const ids = [];
    for (const world of ['test', 'live', 'test']) ids.unshift((await make(person, { label: world, world })).id);
    const { keys, total } = (await call(person, '/keys')).body;
    expect(keys.map((key: { id: string }) => key.id)).toEqual(ids);
    expect(total).toBe(3);
    const page = (await call(person, '/keys?limit=1&offset=1')).body;
    expect(page.keys.map((key: { id: string }) => key.id)).toEqual([ids[1]]);
    expect(page.total).toBe(3);
    expect((await call(person, '/keys?limit=0')).status).toBe(422);
  });

  it('says when a key was last used', async () => {
    const { id, api_key: key } = await make(jane, { label: 'Used', world: 'test' });
    await contract.get('/wallet', key);
    const lastUsed = async () =>
      (await call(jane, '/keys')).body.keys.find((each: { id: string }) => each.id === id).last_used_at;
    await expect.poll(lastUsed, { timeout: 15_000 }).not.toBeNull();
  });
});

describe('PUT /keys/{id}', () => {
  it('changes the named settings immediately', async () => {
    const limits = { spend_per_day_cents: 100, spend_per_order_cents: 100 };
    const { id, api_key: key } = await make(jane, { label: 'Old', world: 'test', limits });
    const order = () => contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    expect((await order()).status).toBe(403);
    const renamed = await call(jane, `/keys/${id}`, { method: 'PUT', body: { label: 'New' } });
    expect(renamed.body).toMatchObject({ label: 'New', limits: { ...unlimited, ...limits } });
    const lifted = { spend_per_day_cents: null, spend_per_order_cents: 6000 };
    const changed = await call(jane, `/keys/${id.toUpperCase()}`, { method: 'PUT', body: { limits: lifted } });
    expect(changed.body).toMatchObject({ label: 'New', limits: { ...unlimited, ...lifted } });
    expect((await order()).status).toBe(201);
    expect((await call(jane, `/keys/${id}`, { method: 'PUT', body: {} })).body).toEqual(
      expect.objectContaining({ label: 'New' }),
    );
  });

  it('refuses what POST refuses', async () => {
    const { id } = await make(jane, { label: 'Old', world: 'test' });
    for (const body of [{ label: '' }, { world: 'live' }, { limits: { x: 1 } }]) {
      expect((await call(jane, `/keys/${id}`, { method: 'PUT', body })).status).toBe(422);
    }
    const { keys } = (await call(jane, '/keys')).body;
    expect(keys.find((each: { id: string }) => each.id === id)).toMatchObject({ label: 'Old', world: 'test' });
  });
});

describe('DELETE /keys/{id}', () => {
  it('revokes a key at once; it stays on the list', async () => {
    const { id, api_key: key } = await make(jane, { label: 'Leaving', world: 'test' });
    expect((await contract.get('/wallet', key)).status).toBe(200);
    expect((await call(jane, `/keys/${id.toUpperCase()}`, { method: 'DELETE' })).status).toBe(204);
    expect((await contract.get('/wallet', key)).status).toBe(401);
    const { keys } = (await call(jane, '/keys')).body;
    expect(keys.find((each: { id: string }) => each.id === id).revoked_at).not.toBeNull();
    expect((await call(jane, `/keys/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await call(jane, `/keys/${id}`, { method: 'PUT', body: { label: 'x' } })).status).toBe(404);
  });
});

describe('another account’s key', () => {
  it('looks like one that does not exist, and does not change', async () => {
    const { id, api_key: key } = await make(jane, { label: 'Private', world: 'test' });
    const { rows } = await sql<{ id: string }>`select id from api_keys where is_web`.execute(system.database.db);
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const target of [id, newId(), ...rows.map((row) => row.id)]) {
      expect((await call(john, `/keys/${target}`, { method: 'PUT', body: { label: 'mine' } })).status).toBe(404);
      expect((await call(john, `/keys/${target}`, { method: 'DELETE' })).status).toBe(404);
    }
    expect((await call(john, '/keys')).text).not.toContain(id);
    expect((await contract.get('/wallet', key)).status).toBe(200);
    expect((await call(john, '/me')).status).toBe(200);
    expect((await call(john, '/keys/x', { method: 'DELETE' })).status).toBe(422);
  });

  it('cannot be created, changed or revoked with an API key', async () => {
    const { id, api_key: key } = await make(jane, { label: 'Alone', world: 'live' });
    const before = await rowCounts(system.database.db);
    const body = { label: 'x', world: 'live' };
    expect((await contract.call('/keys', { method: 'POST', key, body })).status).toBe(401);
    expect((await contract.call(`/keys/${id}`, { method: 'PUT', key, body: { label: 'x' } })).status).toBe(401);
    expect((await contract.call(`/keys/${id}`, { method: 'DELETE', key })).status).toBe(401);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await contract.get('/wallet', key)).status).toBe(200);
  });
});

describe('a key with fewer permissions', () => {
  const url = () => `${system.url}/shop/products/test-success`;

  it('does what its scopes say and nothing else', async () => {
    const { api_key: reader, scopes } = await make(jane, { label: 'Looks', world: 'test', scopes: ['read'] });
    expect(scopes).toEqual(['read']);
    const before = await rowCounts(system.database.db);
    expect((await contract.get('/orders', reader)).status).toBe(200);
    for (const [path, body] of [
      ['/orders', orderFor(url())],
      ['/managed-accounts', { email: 'a@example.com' }],
      ['/webhooks/secret', undefined],
    ] as const) {
      const refused = await contract.post(path, reader, body);
      expect(refused.status, path).toBe(403);
      expect(refused.body.error.code).toBe('forbidden');
    }
    expect((await contract.get('/webhooks/secret', reader)).status).toBe(403);
    expect(await rowCounts(system.database.db)).toEqual(before);
    const { api_key: buyer } = await make(jane, { label: 'Buys', world: 'test', scopes: ['read', 'order'] });
    expect((await contract.post('/orders', buyer, orderFor(url()))).status).toBe(201);
    expect((await contract.post('/managed-accounts', buyer, { email: 'a@example.com' })).status).toBe(403);
    const { api_key: blind } = await make(jane, { label: 'Blind', world: 'test', scopes: ['order'] });
    expect((await contract.get('/orders', blind)).status).toBe(403);
  });

  it('is limited to its scopes in the legacy API too', async () => {
    const { api_key: reader } = await make(jane, { label: 'Looks', world: 'test', scopes: ['read'] });
    const headers = { authorization: `Basic ${Buffer.from(`${reader}:`).toString('base64')}` };
    expect((await system.call('/v1/orders', { headers })).status).toBe(200);
    const refused = await system.call('/v1/orders', { method: 'POST', headers, body: {} });
    expect(refused.body).toMatchObject({ _type: 'error', code: 'unauthorized_access' });
  });

  it('ends when it expires, like an unknown key', async () => {
    const later = new Date(Date.now() + hourMs).toISOString();
    const { id, api_key: key, expires_at } = await make(jane, { label: 'Brief', world: 'test', expires_at: later });
    expect(expires_at).toBe(later);
    expect((await system.get('/wallet', key)).status).toBe(200);
    await sql`update api_keys set expires_at = now() where id = ${id}`.execute(system.database.db);
    await expect.poll(async () => (await system.get('/wallet', key)).status, { timeout: 10_000 }).toBe(401);
    const never = await system.get('/wallet', `${key.slice(0, -1)}x`);
    expect((await system.get('/wallet', key)).text).toBe(never.text);
  });

  it('works from its addresses only', async () => {
    const from = (allowed_addresses: string[]) => make(jane, { label: 'Home', world: 'test', allowed_addresses });
    const { api_key: here } = await from(['203.0.113.0/24', '127.0.0.0/8', '::1']);
    expect((await contract.get('/wallet', here)).status).toBe(200);
    const { api_key: elsewhere } = await from(['203.0.113.0/24', '2001:db8::/32']);
    const refused = await contract.get('/wallet', elsewhere);
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('forbidden');
    expect((await contract.get('/retailers', elsewhere)).status).toBe(200);
  });

  it('changes, and omitted fields stay the same', async () => {
    const made = await make(jane, { label: 'Was', world: 'test', scopes: ['read'], allowed_addresses: ['127.0.0.1'] });
    const put = (body: unknown) => call(jane, `/keys/${made.id}`, { method: 'PUT', body });
    expect((await put({ label: 'Is' })).body).toMatchObject({ scopes: ['read'], allowed_addresses: ['127.0.0.1'] });
    const wider = await put({ scopes: ['read', 'order'], allowed_addresses: null });
    expect(wider.body).toMatchObject({ label: 'Is', scopes: ['read', 'order'], allowed_addresses: null });
  });

  it.each([
    { scopes: [] },
    { scopes: ['all'] },
    { expires_at: '2020-01-01T00:00:00Z' },
    { expires_at: 'tomorrow' },
    { allowed_addresses: ['example.com'] },
    { allowed_addresses: ['10.0.0.0/99'] },
    { allowed_addresses: [] },
  ])('is refused with %j', async (more) => {
    const before = await rowCounts(system.database.db);
    const answer = await call(jane, '/keys', { method: 'POST', body: { label: 'x', world: 'test', ...more } });
    expect(answer.status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});
