import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
let jane: SignedInPerson;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  jane = await signIn(system, 'jane@example.com');
  key = await system.mint();
});
afterAll(() => system.stop());

const shop = 'https://shop.example.com';
const preflight = (origin: string, path = '/orders') =>
  system.call(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

describe('CORS', () => {
  it('is off unless a key allows the origin of the page, and never takes cookies', async () => {
    expect((await preflight(shop)).headers.get('access-control-allow-origin')).toBeNull();
    const closedKey = await system.call('/wallet', { key, headers: { origin: shop } });
    expect([closedKey.status, closedKey.headers.get('access-control-allow-origin')]).toEqual([200, null]);

    const body = { label: 'In a page', world: 'test', scopes: ['read'], allowed_origins: [shop] };
    const made = await contract.call('/keys', { method: 'POST', body, headers: jane.headers('test') });
    expect(made.body, made.text).toMatchObject({ allowed_origins: [shop] });
    const granted = await preflight(shop);
    expect([granted.status, granted.headers.get('access-control-allow-origin')]).toEqual([204, shop]);
    expect(granted.headers.get('access-control-allow-methods')).toContain('POST');
    expect(granted.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(granted.headers.get('access-control-allow-headers')).not.toContain('x-errand');
    expect(granted.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();

    const own = made.body.api_key;
    const from = (origin: string, path = '/wallet') => system.call(path, { key: own, headers: { origin } });
    const read = await from(shop);
    expect(read.headers.get('access-control-allow-origin')).toBe(shop);
    expect(read.headers.get('access-control-expose-headers')).toContain('x-request-id');
    expect(read.headers.get('vary')).toContain('origin');
    // Refusals can be read too, or the page would not know why.
    expect((await from(shop, '/orders/nothing')).headers.get('access-control-allow-origin')).toBe(shop);
    expect((await from('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await system.call('/wallet', { key, headers: { origin: shop } })).headers.get('vary')).toBeNull();

    const change = (allowed_origins: string[] | null) =>
      contract.call(`/keys/${made.body.id}`, {
        method: 'PUT',
        body: { allowed_origins },
        headers: jane.headers('test'),
      });
    expect((await change(null)).body.allowed_origins).toBeNull();
    expect((await from(shop)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await preflight(shop)).headers.get('access-control-allow-origin')).toBeNull();
    for (const wrong of [
      'shop.example.com',
      'https://shop.example.com/',
      'HTTPS://SHOP.example.com',
      'ftp://x.example',
    ])
      expect((await change([wrong])).status, wrong).toBe(422);
    await change(['*']);
    expect((await from('https://any.example')).headers.get('access-control-allow-origin')).toBe('https://any.example');
    await change(null);
  });
});

describe('ETag', () => {
  it('marks what a GET answers, and saves the body of one that is known', async () => {
    const first = await contract.get('/wallet', key);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const ask = (tag: string) => system.call('/wallet', { key, headers: { 'if-none-match': tag } });
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await ask(tag);
      expect([again.status, again.text, again.headers.get('etag')], tag).toEqual([304, '', etag]);
    }
    expect((await ask('"other"')).status).toBe(200);
    const ordered = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    expect(ordered.headers.get('etag')).toBeNull();
    const changed = await ask(etag);
    expect([changed.status, changed.body.held_cents]).toEqual([200, 5000]);
    const missing = await system.call('/orders/6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10', {
      key,
      headers: { 'if-none-match': '*' },
    });
    expect(missing.status).toBe(404);
    // Without a key there is nothing to save: the refusal comes first.
    expect((await system.call('/wallet', { headers: { 'if-none-match': etag } })).status).toBe(401);
  });
});

describe('Idempotency-Key', () => {
  it('is taken by every POST of the document that acts for a caller', () => {
    const onlyLook = new Set([
      'validateBulkOrder',
      'quoteOrder',
      'previewPolicy',
      'simulatePolicy',
      'probeStore',
      'checkStore',
    ]);
    // No account to remember it for, an answer that is a secret of the moment, an event with an id of its own, or a choice of the session.
    const without = new Set([
      ...['askForDeviceCode', 'fetchDeviceKey', 'mintSandboxKey', 'receiveStripeEvent', 'createCheckoutSession'],
      ...['startSecondFactor', 'giveSecondFactor', 'legacyAbortOrder', 'answerInvitation', 'chooseAccount'],
    ]);
    const lacking = contract.operations
      .filter(({ method, document }) => method === 'POST' && !onlyLook.has(document.operationId))
      .filter(({ document }) => !without.has(document.operationId))
      .filter(({ document }) => !document.parameters?.some((one: { name: string }) => one.name === 'idempotency-key'));
    expect(lacking.map(({ document }) => document.operationId)).toEqual([]);
  });

  it('returns the same new key again, although only a hash is stored', async () => {
    const make = (label: string) =>
      contract.call('/keys', {
        method: 'POST',
        body: { label, world: 'test' },
        headers: { ...jane.headers('test'), 'idempotency-key': 'first key' },
      });
    const first = await make('Mine');
    const counts = await rowCounts(system.database.db);
    const again = await make('Mine');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await contract.get('/wallet', again.body.api_key)).status).toBe(200);
    const other = await make('Yours');
    expect([other.status, other.body.error]).toMatchObject([
      409,
      { code: 'already_exists', details: { resource: 'key', id: first.body.id } },
    ]);
    expect(await rowCounts(system.database.db)).toEqual(counts);
    const another = await signIn(system, 'john@example.com');
    const theirs = await another.call('/keys', {
      method: 'POST',
      body: { label: 'Mine', world: 'test' },
      headers: { 'idempotency-key': 'first key' },
    });
    expect(theirs.body.api_key).not.toBe(first.body.api_key);
  });

  it('repeats the response to a replay, a cancellation and a webhook test without running them again', async () => {
    const { id } = (await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`))).body;
    const cancel = (name: string) => contract.post(`/orders/${id}/cancel`, key, undefined, { 'idempotency-key': name });
    expect((await cancel('a')).status).toBe(204);
    const again = await cancel('a');
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([204, 'true', '']);
    expect((await cancel('b')).status).toBe(409);
    // A refusal is not remembered.
    expect((await cancel('b')).headers.get('idempotent-replayed')).toBeNull();
    const advance = (to: string) =>
      contract.post(`/sandbox/orders/${id}/hold`, key, { hold: to === 'x' }, { 'idempotency-key': 'same' });
    const refused = await advance('x');
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('lets one of many concurrent requests act, and rejects another body', async () => {
    const owner = await system.account('test');
    const { accountId } = owner;
    const { key: other } = await createKey(
      { tx: system.database.db, clock: system.clock },
      { accountId, world: 'test', label: 'b' },
    );
    const { id } = (await contract.post('/orders', owner.key, orderFor(`${system.url}/shop/products/test-success`)))
      .body;
    await system.queue.drain();
    const events = (await contract.get(`/events?order_id=${id}`, owner.key)).body.events;
    const resend = (with_: string) =>
      contract.post(`/events/${events[0].id}/resend`, with_, undefined, { 'idempotency-key': 'r1' });
    const answers = await Promise.all([owner.key, other, owner.key, other].map(resend));
    const fresh = answers.filter(({ status, headers }) => status < 300 && !headers.has('idempotent-replayed'));
    expect(fresh).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status >= 300))
      expect([status, body.error.code]).toEqual([409, 'idempotency_in_flight']);
  });
});
