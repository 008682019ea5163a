import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, type KeyLimits, revokeKeyById } from '../../src/domains/access/accounts/index.ts';
import { composeKey, keyPrefixes } from '../../src/domains/access/accounts/model.ts';
import { randomBase62 } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { linkIn, mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let product: string;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock });
  contract = await readContract(system);
  product = `${system.url}/shop/products/test-success`;
});
afterAll(() => system.stop());

const needs = () => ({ tx: system.database.db, clock });

async function limitedKey(limits: Partial<KeyLimits>): Promise<string> {
  const { accountId } = await system.account('test');
  const all = { spendPerDay: null, spendPerOrder: null, allowedRetailers: null, ...limits };
  return (await createKey(needs(), { accountId, world: 'test', label: 'limited', limits: all })).key;
}

describe('an invalid key', () => {
  it('gets the same response, whatever is wrong with it', async () => {
    const gone = await system.account('test');
    expect((await contract.get('/wallet', gone.key)).status).toBe(200);
    expect(await revokeKeyById(system.database.db, gone.accountId, gone.keyId, clock.now())).toBe(true);
    clock.advance(1001);
    const idle = await system.mint();
    clock.advance(7 * 86_400_000);
    const unknown = composeKey(keyPrefixes.test, randomBase62(32));
    const headers = [
      undefined,
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Bearer svc_test_short',
      `Bearer ${unknown}`,
      `Bearer ${unknown.slice(0, -1)}!`,
      `Bearer ${gone.key}`,
      `Bearer ${idle}`,
      `Basic ${Buffer.from(`${gone.key}:`).toString('base64')}`,
      `Bearer ${gone.key} ${gone.key}`,
      'Bearer '.padEnd(8000, 'x'),
    ];
    const answers = [];
    for (const authorization of headers) {
      const answer = await contract.call('/wallet', authorization ? { headers: { authorization } } : {});
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+"$/);
      answers.push([answer.status, answer.text].join(' '));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^401 .*"code":"unauthorized"/);
  });

  it('buys nothing', async () => {
    const before = await rowCounts(system.database.db);
    expect((await contract.post('/orders', 'svc_test_nothing', orderFor(product))).status).toBe(401);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('limits of a key', () => {
  async function refused(key: string, body: unknown): Promise<void> {
    const before = await rowCounts(system.database.db);
    const answer = await contract.post('/orders', key, body);
    expect(answer.status, answer.text).toBe(403);
    expect(answer.body.error.code).toBe('spend_limit_exceeded');
    expect(await rowCounts(system.database.db)).toEqual(before);
  }

  it('per order', async () => {
    const key = await limitedKey({ spendPerOrder: toCents(5000) });
    expect((await contract.post('/orders', key, orderFor(product))).status).toBe(201);
    await refused(key, orderFor(product, { max_price: 5001 }));
  });

  it('per day, and the next day is a new one', async () => {
    const key = await limitedKey({ spendPerDay: toCents(12_000) });
    for (let n = 0; n < 2; n += 1) expect((await contract.post('/orders', key, orderFor(product))).status).toBe(201);
    await refused(key, orderFor(product));
    expect((await contract.post('/orders', key, orderFor(product, { max_price: 2000 }))).status).toBe(201);
    await refused(key, orderFor(product, { max_price: 1 }));
    clock.advance(86_400_000);
    expect((await contract.post('/orders', key, orderFor(product))).status).toBe(201);
  });

  it('per day, exact for concurrent orders', async () => {
    const key = await limitedKey({ spendPerDay: toCents(25_000) });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => contract.post('/orders', key, orderFor(product))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(15);
    expect((await contract.get('/wallet', key)).body.held_cents).toBe(25_000);
  });

  it('to some retailers', async () => {
    const key = await limitedKey({ allowedRetailers: ['walmart'] });
    await refused(key, orderFor(product));
  });
});

describe('a key for one order', () => {
  it('opens that order, its timeline and its cancellation, and nothing else', async () => {
    const { accountId, key } = await system.account('test');
    const [first, second] = [
      (await contract.post('/orders', key, orderFor(product))).body.id,
      (await contract.post('/orders', key, orderFor(product))).body.id,
    ];
    const { key: narrow } = await createKey(needs(), { accountId, world: 'test', label: 'one', orderId: first });
    expect(narrow).toMatch(/^svc_order_/);
    expect((await contract.get(`/orders/${first}`, narrow)).status).toBe(200);
    expect((await contract.get(`/orders/${first.toUpperCase()}/timeline`, narrow)).status).toBe(200);
    const other = await contract.get(`/orders/${second}`, narrow);
    const unknown = await contract.get('/orders/00000000-0000-4000-8000-000000000000', narrow);
    expect([other.status, other.text]).toEqual([404, unknown.text]);
    for (const path of ['/orders', '/wallet', '/usage', '/sandbox/status', '/orders/test-products', '/search?q=x']) {
      const answer = await contract.get(path, narrow);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, 'forbidden']);
    }
    const before = await rowCounts(system.database.db);
    expect((await contract.post('/orders', narrow, orderFor(product))).status).toBe(403);
    expect((await contract.post(`/orders/${second}/cancel`, narrow)).status).toBe(404);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await contract.post(`/orders/${first}/cancel`, narrow)).status).toBe(204);
  });
});

describe('keys of a person who is removed from the account', () => {
  let owner: SignedInPerson;
  let account: { 'x-errand-account': string };
  const onTeam = (person: SignedInPerson, path: string, method = 'GET', body?: unknown) =>
    contract.call(path, {
      method,
      headers: { ...person.headers('test'), ...account },
      ...(body === undefined ? {} : { body }),
    });

  async function coOwner(email: string) {
    const person = await signIn(system, email);
    await onTeam(owner, '/team/invitations', 'POST', { email, role: 'owner' });
    const mail = (await mailsTo(system, email)).find(({ text }) => text.includes('/invite/'));
    const token = linkIn(mail!).split('/invite/')[1];
    await person.call(`/invitations/${token}`, { method: 'POST', body: { accepted: true } });
    return { person, id: (await person.call('/me')).body.person_id as string };
  }

  beforeAll(async () => {
    owner = await signIn(system, 'owner@example.com');
    account = { 'x-errand-account': (await owner.call('/me')).body.account_id };
  });

  it('keep working, or are revoked in the same step', async () => {
    const makes = async (person: SignedInPerson): Promise<string> =>
      (await onTeam(person, '/keys', 'POST', { label: 'shop', world: 'test' })).body.api_key;
    const statusOf = async (key: string) => (await contract.get('/wallet', key)).status;
    const [kept, gone] = [await coOwner('kept@example.com'), await coOwner('gone@example.com')];
    const [ownersKey, keptKey] = [await makes(owner), await makes(kept.person)];
    const device = (await system.post('/device/code', undefined, { name: 'cli' })).body;
    await onTeam(gone.person, '/device/approve', 'POST', { user_code: device.user_code, granted: true });
    const { key } = (await system.post('/device/token', undefined, { device_code: device.device_code })).body;
    const keys = [await makes(gone.person), key];
    const { body: listed } = await onTeam(owner, `/keys?created_by=${gone.id}`);
    expect([listed.total, ...listed.keys.map((each: { created_by: string }) => each.created_by)]).toEqual([
      2,
      gone.id,
      gone.id,
    ]);
    expect((await onTeam(owner, `/team/people/${kept.id}`, 'DELETE')).status).toBe(204);
    for (const each of [keptKey, ...keys]) expect(await statusOf(each)).toBe(200);
    expect((await onTeam(owner, `/team/people/${gone.id}?revoke_keys=true`, 'DELETE')).status).toBe(204);
    for (const each of keys) expect(await statusOf(each)).toBe(401);
    for (const each of [ownersKey, keptKey]) expect(await statusOf(each)).toBe(200);
  });

  it('are not created afterward from what that person approved before', async () => {
    const redirectUri = 'http://127.0.0.1:53682/callback';
    const verifier = 'v'.repeat(64);
    const { body: client } = await system.post('/oauth/register', undefined, { redirect_uris: [redirectUri] });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const [left, demoted] = [await coOwner('left@example.com'), await coOwner('demoted@example.com')];
    const approve = async ({ person }: { person: SignedInPerson }) => {
      const device = (await system.post('/device/code', undefined, { name: 'cli' })).body;
      await onTeam(person, '/device/approve', 'POST', { user_code: device.user_code, granted: true });
      const asked = await fetch(`${system.url}/oauth/authorize?${query}`, { redirect: 'manual' });
      const id = asked.headers.get('location')?.split('/').at(-1);
      const { body } = await onTeam(person, `/oauth/requests/${id}`, 'POST', { granted: true });
      return { deviceCode: device.device_code, code: new URL(body.redirect_to).searchParams.get('code') ?? '' };
    };
    const approved = [await approve(left), await approve(demoted)];
    expect((await onTeam(owner, `/team/people/${left.id}?revoke_keys=true`, 'DELETE')).status).toBe(204);
    expect((await onTeam(owner, `/team/people/${demoted.id}`, 'PATCH', { role: 'viewer' })).status).toBe(200);
    const before = await rowCounts(system.database.db);
    for (const { deviceCode, code } of approved) {
      const token = await system.post('/device/token', undefined, { device_code: deviceCode });
      expect([token.status, token.body.error?.code]).toEqual([400, 'expired_token']);
      const form = { grant_type: 'authorization_code', client_id: client.client_id, code, code_verifier: verifier };
      const body = new URLSearchParams(form);
      const exchanged = await fetch(`${system.url}/oauth/token`, { method: 'POST', body });
      expect([exchanged.status, await exchanged.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    }
    expect((await rowCounts(system.database.db)).api_keys).toBe(before.api_keys);
  });
});
