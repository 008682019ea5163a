import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { recordEvent } from '../../src/domains/channels/webhooks/index.ts';
import { claimSandbox } from '../../src/domains/sandbox/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

let system: TestSystem;
let contract: Contract;
let receiver: TestEndpoint;
beforeAll(async () => {
  receiver = await startTestEndpoint();
  system = await startSystem({ withLive: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  contract = await readContract(system);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const buy = async (key: string, scenario = 'test-success') => {
  const { body, text } = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/${scenario}`));
  expect(body.id, text).toBeDefined();
  return body.id as string;
};
const types = (events: { type: string }[]) => events.map((one) => one.type);
const put = (key: string, url: unknown) => contract.call('/webhooks/endpoint', { method: 'PUT', key, body: { url } });

describe('GET /events', () => {
  it('lists events that are stored packed, and plain ones of a time when an older process could run', async () => {
    const { key, accountId } = await system.account('test');
    const id = await buy(key);
    await system.queue.drain();
    const other = openDatabase({ url: system.databaseUrl, poolMax: 1 });
    await sql`update answer_packing set events_begin_at = now() + interval '1 hour'`.execute(other.db);
    try {
      const subject = { kind: 'order' as const, id };
      const told = { type: 'order.late' as const, accountId, world: 'test' as const, orderId: id, subject };
      const event = { ...told, at: system.clock.now(), data: { id, who: 'Grüße ☃' } };
      await recordEvent({ database: other }, event, { id: newId(), cause: 'plain' });
    } finally {
      await sql`update answer_packing set events_begin_at = now()`.execute(other.db);
      await other.close();
    }
    const { rows } = await sql<{ type: string; body: string; packed: Buffer | null }>`
      select type, body, packed from events where account_id = ${accountId} order by seq`.execute(system.database.db);
    const { events } = (await contract.get('/events', key)).body;
    expect(types(rows)).toEqual(types(events));
    expect(rows.length).toBeGreaterThan(3);
    for (const [index, { type, body, packed }] of rows.entries()) {
      const { timestamp, data } = events[index];
      const text = JSON.stringify({ type, timestamp, data });
      if (type === 'order.late') expect([packed, body]).toEqual([null, text]);
      else expect([packed && packed.length < text.length / 4, body]).toEqual([true, '{}']);
    }
    expect(events.at(-1).data.who).toBe('Grüße ☃');
  });

  it('lists what happened, oldest first, by cursor and with filters', async () => {
    const { key } = await system.account('test');
    expect((await contract.get('/events', key)).body).toEqual({ events: [], has_more: false, next_cursor: null });
    const placed = await buy(key);
    const failed = await buy(key, 'test-out-of-stock');
    await system.queue.drain();

    const all = (await contract.get('/events', key)).body;
    expect(all).toMatchObject({ has_more: false, next_cursor: all.events.at(-1).id });
    const ofPlaced = all.events.filter((one: { order_id: string }) => one.order_id === placed);
    expect(types(ofPlaced).slice(0, 3)).toEqual(['order.created', 'order.placed', 'tracking.obtained']);
    expect(ofPlaced[0]).toMatchObject({
      data: { id: placed, status: 'pending', attempts: 0, job_result: null, tracking_numbers: [] },
    });
    expect(ofPlaced[0].data.items[0]).toMatchObject({ status: 'pending', unit_price_cents: null });
    expect(ofPlaced[1]).toMatchObject({ data: { id: placed, status: 'order_placed', tracking_numbers: [] } });
    expect(ofPlaced[2].data.tracking_numbers).toHaveLength(1);
    const now = (await contract.get(`/orders/${placed}`, key)).body;
    expect(Object.keys(ofPlaced[1].data)).toEqual(Object.keys(now));

    const [first, second] = all.events;
    const page = (await contract.get('/events?limit=1', key)).body;
    expect(page).toEqual({ events: [first], has_more: true, next_cursor: first.id });
    const next = (await contract.get(`/events?limit=1&after=${page.next_cursor}`, key)).body;
    expect(next.events).toEqual([second]);
    const rest = (await contract.get(`/events?after=${all.next_cursor}`, key)).body;
    expect(rest).toEqual({ events: [], has_more: false, next_cursor: all.next_cursor });
    const end = (await contract.get('/events?after=latest', key)).body;
    expect(end).toEqual({ events: [], has_more: false, next_cursor: all.next_cursor });
    const ofFailed = (await contract.get(`/events?order_id=${failed}`, key)).body.events;
    expect(types(ofFailed)).toEqual(['order.created', 'order.failed']);
    const failures = (await contract.get('/events?type=order.failed', key)).body.events;
    expect(failures.map((one: { order_id: string }) => one.order_id)).toEqual([failed]);
    expect((await contract.get(`/events/${first.id}`, key)).body).toEqual({ ...first, deliveries: [] });
  });

  it('shows nobody else anything', async () => {
    const { accountId, key } = await system.account('test');
    await buy(key);
    await system.queue.drain();
    const { events } = (await contract.get('/events', key)).body;
    const needs = { tx: system.database.db, clock: system.clock };
    const live = (await createKey(needs, { accountId, world: 'live', label: 'live' })).key;
    const stranger = (await system.account('test')).key;
    for (const other of [live, stranger]) {
      expect((await contract.get('/events', other)).body.events).toEqual([]);
      expect((await contract.get('/events?after=latest', other)).body).toMatchObject({ events: [], next_cursor: null });
      expect((await contract.get(`/events?order_id=${events[0].order_id}`, other)).body.events).toEqual([]);
      expect((await contract.get(`/events/${events[0].id}`, other)).status).toBe(404);
      expect((await contract.get(`/events?after=${events[0].id}`, other)).status).toBe(422);
      expect((await contract.post(`/events/${events[0].id}/resend`, other)).status).toBe(404);
    }
    expect((await contract.get('/events')).status).toBe(401);
  });

  it('waits for the first event', async () => {
    const { key } = await system.account('test');
    const waiting = contract.get('/events?wait_seconds=30', key);
    const id = await buy(key);
    await system.queue.drain();
    const { body } = await waiting;
    expect(body.events[0]).toMatchObject({ type: 'order.created', order_id: id });
    expect((await contract.get('/events?wait_seconds=31', key)).status).toBe(422);
  });

  it('tells of returns, cases, batches and paused accounts', async () => {
    const { key } = await system.account('test');
    const login = { email: 'buyer@example.com', password: 'secret-password', retailer: 'walmart' };
    const account = await contract.post('/managed-accounts', key, login);
    expect(account.status, account.text).toBe(201);
    const path = `/managed-accounts/${account.body.short_id}`;
    expect((await contract.call(path, { method: 'PUT', key, body: { is_paused: true } })).status).toBe(200);
    const id = await buy(key);
    await system.queue.drain();
    const { items } = (await contract.get(`/orders/${id}`, key)).body;
    const returned = await contract.post('/returns', key, {
      order_id: id,
      items: [{ order_item_id: items[0].id, quantity: 1 }],
      reason: 'wrong_size',
    });
    expect(returned.status, returned.text).toBe(201);
    const posted = await contract.post(`/orders/${id}/case`, key, {
      message: 'The cup is broken.',
      reason: 'nondelivery.damaged',
    });
    expect(posted.status, posted.text).toBe(200);
    await system.queue.drain();

    const { events } = (await contract.get('/events', key)).body;
    const ofType = (type: string) => events.filter((one: { type: string }) => one.type === type);
    const [paused] = ofType('managed_account.paused');
    expect(paused.data).toMatchObject({ id: account.body.id, is_paused: true });
    expect(JSON.stringify(events)).not.toContain('secret-password');
    const [asked] = ofType('return.updated');
    expect(asked).toMatchObject({ order_id: id, data: { id: returned.body.id, status: 'open', label_urls: [] } });
    const [noted] = ofType('case.updated');
    expect(noted).toMatchObject({ order_id: id, data: { id, order_id: id, messages: expect.any(Array) } });
  });
});

describe('PUT /webhooks/endpoint', () => {
  it('sets one URL, keeps its secret, and receives events that it can verify', async () => {
    const { key } = await system.account('test');
    expect((await contract.get('/webhooks/endpoint', key)).body).toEqual({ webhook_url: null, webhook_secret: null });
    expect((await contract.call('/webhooks/endpoint', { method: 'DELETE', key })).status).toBe(404);
    const first = await put(key, `${receiver.url}/one`);
    expect(first.body).toEqual({
      webhook_url: `${receiver.url}/one`,
      webhook_secret: expect.stringMatching(/^whsec_.{44}$/),
    });
    const second = await put(key, `${receiver.url}/two`);
    expect(second.body).toEqual({ ...first.body, webhook_url: `${receiver.url}/two` });
    expect((await contract.get('/webhooks/endpoint', key)).body).toEqual(second.body);

    const id = await buy(key);
    await system.queue.drain();
    expect(receiver.at('/one')).toEqual([]);
    const got = receiver.at('/two');
    expect(got.map((one) => one.event).slice(0, 2)).toEqual(['order.created', 'order.placed']);
    for (const one of got) {
      const body = new Webhook(second.body.webhook_secret).verify(one.body, one.headers) as { data: { id: string } };
      expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data']);
      expect(body).toMatchObject({ type: one.event, data: { id } });
    }
    const { events } = (await contract.get('/events', key)).body;
    expect(events.map((one: { data: unknown }) => one.data)).toEqual(got.map((one) => JSON.parse(one.body).data));

    expect((await contract.call('/webhooks/endpoint', { method: 'DELETE', key })).status).toBe(204);
    await buy(key);
    await system.queue.drain();
    expect(receiver.at('/two')).toHaveLength(got.length);
  });

  it.each([['not a url'], ['ftp://example.com/x'], ['https://***:***@example.com/x'], ['']])(
    'refuses %j and writes nothing',
    async (url) => {
      const { key } = await system.account('test');
      const before = await rowCounts(system.database.db);
      expect((await put(key, url)).status).toBe(422);
      expect(await rowCounts(system.database.db)).toEqual(before);
    },
  );

  it('needs the scope manage', async () => {
    const { accountId } = await system.account('test');
    const wanted = { accountId, world: 'test' as const, label: 'reader', permissions: { scopes: ['read' as const] } };
    const { key } = await createKey({ tx: system.database.db, clock: system.clock }, wanted);
    expect((await put(key, `${receiver.url}/x`)).status).toBe(403);
    expect((await contract.get('/webhooks/endpoint', key)).status).toBe(403);
    expect((await contract.get('/events', key)).status).toBe(200);
  });
});

describe('/webhooks/endpoints', () => {
  it('makes, shows, changes and deletes endpoints, each with its own types and secret', async () => {
    const { key } = await system.account('test');
    const withPassword = receiver.url.replace('//', '//user:opensesame@');
    const made = await contract.post('/webhooks/endpoints', key, {
      url: `${withPassword}/several`,
      events: ['order.failed'],
    });
    expect(made.status, made.text).toBe(201);
    expect(made.text).not.toContain('opensesame');
    expect(made.body).toMatchObject({
      url: `${receiver.url.replace('//', '//***:***@')}/several`,
      events: ['order.failed'],
      is_active: true,
      stopped_at: null,
    });
    const other = (await contract.post('/webhooks/endpoints', key, { url: `${receiver.url}/other` })).body;
    expect(other).toMatchObject({ events: null });
    expect(other.secret).not.toBe(made.body.secret);
    const path = `/webhooks/endpoints/${made.body.id}`;
    expect((await contract.get(path, key)).body).toEqual(made.body);
    const list = (await contract.get('/webhooks/endpoints', key)).body;
    expect(list.total).toBe(2);
    expect(list.endpoints[0]).not.toHaveProperty('secret');
    const idsOf = ({ body }: Answer) => body.endpoints.map(({ id }: { id: string }) => id);
    const page = (query: string) => contract.get(`/webhooks/endpoints?${query}`, key);
    expect(idsOf(await page(''))).toEqual([other.id, made.body.id]);
    expect(idsOf(await page('limit=1&offset=1'))).toEqual([made.body.id]);
    expect((await page('limit=1')).body.total).toBe(2);
    expect((await page('limit=0')).status).toBe(422);

    await buy(key);
    await buy(key, 'test-out-of-stock');
    await system.queue.drain();
    const told = receiver.at('/several');
    expect(told.map((one) => one.event)).toEqual(['order.failed']);
    expect(told[0]?.headers.authorization).toBe(`Basic ${Buffer.from('user:opensesame').toString('base64')}`);
    new Webhook(made.body.secret).verify(told[0]?.body ?? '', told[0]?.headers ?? {});
    expect(() => new Webhook(other.secret).verify(told[0]?.body ?? '', told[0]?.headers ?? {})).toThrow();

    const changed = await contract.call(path, {
      method: 'PATCH',
      key,
      body: { is_active: false, description: 'Shop' },
    });
    expect(changed.body).toMatchObject({ is_active: false, description: 'Shop', events: ['order.failed'] });
    await buy(key, 'test-out-of-stock');
    await system.queue.drain();
    expect(receiver.at('/several')).toHaveLength(1);
    expect((await contract.call(path, { method: 'DELETE', key })).status).toBe(204);
    expect((await contract.get(path, key)).status).toBe(404);
    expect((await contract.call(path, { method: 'DELETE', key })).status).toBe(404);
  });

  it('is created once for one idempotency key', async () => {
    const { key } = await system.account('test');
    const body = { url: `${receiver.url}/once` };
    const make = () => contract.post('/webhooks/endpoints', key, body, { 'idempotency-key': 'e-1' });
    const first = await make();
    const again = await make();
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await contract.get('/webhooks/endpoints', key)).body.total).toBe(1);
  });

  it('rotates a secret; both sign for a day', async () => {
    const { key } = await system.account('test');
    const made = (await contract.post('/webhooks/endpoints', key, { url: `${receiver.url}/rotated` })).body;
    const rotated = await contract.post(`/webhooks/endpoints/${made.id}/rotate`, key);
    expect(rotated.status, rotated.text).toBe(201);
    expect(rotated.body.secret).not.toBe(made.secret);
    const sent = await contract.post(`/webhooks/endpoints/${made.id}/test`, key, { type: 'return.updated' });
    expect(sent.status, sent.text).toBe(202);
    await system.queue.drain();
    const [got] = receiver.at('/rotated');
    expect(got?.id).toBe(sent.body.webhook_id);
    for (const secret of [made.secret, rotated.body.secret])
      new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {});
    expect(JSON.parse(got?.body ?? '')).toMatchObject({ type: 'return.updated', data: { id: expect.any(String) } });
    const log = (await contract.get(`/webhooks/deliveries?endpoint_id=${made.id}`, key)).body.deliveries;
    expect(log[0]).toMatchObject({ status: 'delivered', event_id: null, tries: [{ response_status: 200 }] });
  });

  it("is nobody else's, in neither mode", async () => {
    const { accountId, key } = await system.account('test');
    const { id } = (await contract.post('/webhooks/endpoints', key, { url: `${receiver.url}/mine` })).body;
    const needs = { tx: system.database.db, clock: system.clock };
    const live = (await createKey(needs, { accountId, world: 'live', label: 'live' })).key;
    const path = `/webhooks/endpoints/${id}`;
    for (const other of [live, (await system.account('test')).key]) {
      const before = await rowCounts(system.database.db);
      expect((await contract.get(path, other)).status).toBe(404);
      expect((await contract.call(path, { method: 'PATCH', key: other, body: { events: null } })).status).toBe(404);
      expect((await contract.call(path, { method: 'DELETE', key: other })).status).toBe(404);
      expect((await contract.post(`${path}/test`, other)).status).toBe(404);
      expect((await contract.post(`${path}/rotate`, other)).status).toBe(404);
      expect((await contract.get('/webhooks/endpoints', other)).body.total).toBe(0);
      expect(await rowCounts(system.database.db)).toEqual(before);
    }
  });

  it('moves with a claimed sandbox, secrets and events too', async () => {
    const minted = (await contract.post('/sandbox/keys', undefined)).body;
    const key = minted.api_key as string;
    const made = (await put(key, `${receiver.url}/claimed`)).body;
    await buy(key);
    await system.queue.drain();
    const before = (await contract.get('/events', key)).body;
    const { accountId } = await system.account('test');
    const token = new URL(minted.claim_url).pathname.split('/').at(-1) ?? '';
    await claimSandbox({ db: system.database.db, clock: system.clock }, token, { accountId, email: 'a@example.com' });
    const moved = await system.account('test');
    expect(moved.accountId).not.toBe(accountId);
    // The key is remembered for a second by the process that the claim did not go through.
    const mine = (
      await createKey({ tx: system.database.db, clock: system.clock }, { accountId, world: 'test', label: 'x' })
    ).key;
    expect((await contract.get('/events', mine)).body).toEqual(before);
    expect((await contract.get('/webhooks/endpoint', mine)).body).toEqual(made);
  });
});

describe('sending again', () => {
  it('resends an event to endpoints that received it and those that did not', async () => {
    const { key } = await system.account('test');
    await put(key, `${receiver.url}/told`);
    const id = await buy(key);
    await system.queue.drain();
    const [first] = receiver.at('/told');
    await contract.post('/webhooks/endpoints', key, { url: `${receiver.url}/late` });
    const [event] = (await contract.get(`/events?order_id=${id}`, key)).body.events;
    const told = receiver.at('/told').length;
    expect((await contract.get(`/events/${event.id}`, key)).body).toMatchObject({
      ...event,
      deliveries: [{ event_id: event.id, status: 'delivered', response_status: 200 }],
    });
    const sent = await contract.post(`/events/${event.id}/resend`, key);
    expect(sent.status, sent.text).toBe(202);
    expect(sent.body.deliveries).toHaveLength(2);
    await system.queue.drain();
    expect(receiver.at('/told')).toHaveLength(told + 1);
    expect(receiver.at('/told').at(-1)).toMatchObject({ id: first?.id, body: first?.body });
    expect(receiver.at('/late').map((one) => one.body)).toEqual([first?.body]);
  });

  it('replays everything that failed since a time, and finds it by URL', async () => {
    const { key } = await system.account('test');
    receiver.become(({ path }) => (path === '/gone' ? 410 : 200));
    await put(key, `${receiver.url}/gone`);
    await buy(key);
    await system.queue.drain();
    const search = `/webhooks/deliveries?url=${encodeURIComponent('/gone')}`;
    const stopped = (await contract.get(search, key)).body;
    expect(stopped.total).toBeGreaterThan(1);
    expect((await contract.get('/webhooks/endpoints', key)).body.endpoints[0].stopped_at).not.toBeNull();
    receiver.become(() => 200);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const replay = (failed_since: string) => contract.post('/webhooks/deliveries/replay', key, { failed_since });
    expect((await replay(later)).body).toEqual({ replayed: 0 });
    expect((await replay(since)).body).toEqual({ replayed: stopped.total });
    await system.queue.drain();
    expect((await contract.get(`${search}&status=delivered`, key)).body.total).toBe(stopped.total);
    expect((await contract.get(`/webhooks/deliveries?url=nowhere`, key)).body.total).toBe(0);
    expect((await contract.get('/webhooks/endpoints', key)).body.endpoints[0].stopped_at).toBeNull();
  });
});
