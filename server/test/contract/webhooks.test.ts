import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueWebhook, type WebhookMessage } from '../../src/domains/channels/webhooks/index.ts';
import { claimSandbox } from '../../src/domains/sandbox/index.ts';
import { newId } from '../../src/kit/ids.ts';
import type { World } from '../../src/kit/world.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

let system: TestSystem;
let receiver: TestEndpoint;
beforeAll(async () => {
  receiver = await startTestEndpoint();
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

async function tell(account: { accountId: string }, world: World, more: Partial<WebhookMessage> = {}): Promise<string> {
  const orderId = more.orderId ?? newId();
  await inTransaction(system.database.db, (tx) =>
    queueWebhook(tx, {
      accountId: account.accountId,
      world,
      event: 'request_succeeded',
      subject: { kind: 'order', id: orderId },
      orderId,
      urls: [`${receiver.url}/hook/${orderId}`],
      body: '{"_type":"order_response"}',
      ...more,
    }),
  );
  return orderId;
}

const log = (key: string, query = '') => system.get(`/webhooks/deliveries${query}`, key);

describe('GET /webhooks/deliveries', () => {
  it('shows the start of a long response, which may be cut in the middle of a character', async () => {
    const account = await system.account('test');
    await tell(account, 'test');
    receiver.become(() => ({ status: 200, text: `${'x'.repeat(299)}💩${'y'.repeat(5000)}` }));
    await system.queue.drain();
    const [delivery] = (await log(account.key)).body.deliveries;
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(delivery.tries).toMatchObject([{ response_status: 200, response: 'x'.repeat(299) }]);
    expect(delivery.response).toMatch(/^x+💩y+$/u);
  });

  it('is the log, newest first, with filters and pages', async () => {
    const account = await system.account('test');
    const first = await tell(account, 'test');
    const url = receiver.url.replace('//', '//user:secret@');
    await tell(account, 'test', { event: 'case_updated', urls: [`${url}/down?x=1`] });
    receiver.become((one) => (one.path.startsWith('/down') ? { status: 500, text: 'broken\0' } : 200));
    await system.queue.drain();
    const all = await log(account.key);
    expect(all.status).toBe(200);
    expect(all.body).toMatchObject({ total: 2, limit: 50, offset: 0 });
    const [failing, delivered] = all.body.deliveries;
    expect(failing).toMatchObject({
      event: 'case_updated',
      url: `${receiver.url.replace('//', '//***:***@')}/down?x=1`,
      status: 'pending',
      attempts: 1,
      next_attempt_at: expect.stringMatching(/Z$/),
      response_status: 500,
      response: 'broken\uFFFD',
      error: expect.stringContaining('500'),
      delivered_at: null,
    });
    expect(all.text).not.toContain('secret');
    expect(delivered).toEqual({
      id: expect.any(String),
      webhook_id: `msg_${delivered.id}`,
      event: 'request_succeeded',
      event_id: null,
      endpoint_id: null,
      subject: { type: 'order', id: first },
      order_id: first,
      url: `${receiver.url}/hook/${first}`,
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      response_status: 200,
      response: '',
      error: null,
      tries: [
        { at: expect.any(String), response_status: 200, response: '', error: null, duration_ms: expect.any(Number) },
      ],
      body: '{"_type":"order_response"}',
      edited_from: null,
      edited_by: null,
      created_at: expect.any(String),
      delivered_at: expect.any(String),
    });
    expect(receiver.at('/down?x=1')[0]?.headers.authorization).toBe(`Basic ${btoa('user:secret')}`);
    for (const query of ['?status=delivered', '?event=request_succeeded', `?order_id=${first}`, '?limit=1&offset=1']) {
      const some = await log(account.key, query);
      expect(some.body.deliveries.map((one: { id: string }) => one.id)).toEqual([delivered.id]);
    }
    expect((await log(account.key, '?status=stopped')).body).toMatchObject({ deliveries: [], total: 0 });
    expect((await log(account.key, '?status=retrying')).body).toMatchObject({
      deliveries: [{ id: failing.id }],
      total: 1,
    });
    expect((await system.get(`/webhooks/deliveries/${failing.id}`, account.key)).body).toEqual(failing);
    expect((await system.get(`/webhooks/deliveries/${first}`, account.key)).status).toBe(404);
    const [newest, oldest] = all.body.deliveries.map((one: { id: string }) => one.id);
    expect((await log(account.key, `?after=${newest}`)).body).toMatchObject({ deliveries: [{ id: oldest }], total: 2 });
    expect((await log(account.key, `?after=${oldest}`)).body).toMatchObject({ deliveries: [], total: 2 });
    expect((await log((await system.account('test')).key, `?after=${newest}`)).body.deliveries).toEqual([]);
  });

  it('shows nothing of another account or of the other mode', async () => {
    const account = await system.account('test');
    await tell(account, 'live');
    await tell(account, 'test');
    expect((await log(account.key)).body.total).toBe(1);
    expect((await log((await system.account('test')).key)).body.total).toBe(0);
    expect((await log('svc_test_nobody')).status).toBe(401);
  });

  it.each([
    ['limit=0', 'greater_than_equal'],
    ['limit=201', 'less_than_equal'],
    ['offset=-1', 'greater_than_equal'],
    ['limit=x', 'int_parsing'],
    ['status=lost', 'enum'],
    ['event=order.shipped', 'enum'],
    ['order_id=1', 'uuid_parsing'],
  ])('refuses %s', async (query, type) => {
    const { key } = await system.account('test');
    const answer = await log(key, `?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ type, loc: ['query', query.split('=')[0]] }]);
  });
});

describe('POST /webhooks/deliveries/{id}/replay', () => {
  it('sends the same ID and bytes again', async () => {
    const account = await system.account('test');
    const orderId = await tell(account, 'test', { body: '{"a": 1.50}' });
    await system.queue.drain();
    const { id } = (await log(account.key)).body.deliveries[0];
    const answer = await system.post(`/webhooks/deliveries/${id}/replay`, account.key);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ id, status: 'pending' });
    await system.queue.drain();
    const received = receiver.at(`/hook/${orderId}`);
    expect(received.map((one) => [one.id, one.body])).toEqual([
      [`msg_${id}`, '{"a": 1.50}'],
      [`msg_${id}`, '{"a": 1.50}'],
    ]);
    expect((await log(account.key)).body.deliveries).toMatchObject([{ id, status: 'delivered', attempts: 2 }]);
  });

  it("is 404 for another account's, another mode's and an unknown one, and sends nothing", async () => {
    const account = await system.account('test');
    const orderId = await tell(account, 'test');
    const liveOrderId = await tell(account, 'live');
    await system.queue.drain();
    const { id } = (await log(account.key)).body.deliveries[0];
    const { rows } = await sql<{ id: string }>`
      select id from webhook_deliveries where order_id = ${liveOrderId}`.execute(system.database.db);
    const other = await system.account('test');
    const replay = async (key: string, which: string) =>
      (await system.post(`/webhooks/deliveries/${which}/replay`, key)).status;
    expect(await replay(other.key, id)).toBe(404);
    expect(await replay(account.key, rows[0]!.id)).toBe(404);
    expect(await replay(account.key, newId())).toBe(404);
    expect(await replay(account.key, 'x')).toBe(422);
    await system.queue.drain();
    expect(receiver.at(`/hook/${orderId}`)).toHaveLength(1);
    expect(receiver.at(`/hook/${liveOrderId}`)).toHaveLength(1);
  });
});

describe('/webhooks/secret', () => {
  it('signs with one secret, and with both during a rotation', async () => {
    const account = await system.account('test');
    const before = await system.get('/webhooks/secret', account.key);
    expect(before.headers.get('cache-control')).toBe('no-store');
    expect(before.body).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.any(String),
      previous: [],
    });
    expect((await system.get('/webhooks/secret', account.key)).body).toEqual(before.body);
    const signedOnce = await received(account);
    expect(signedOnce.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    verify(before.body.secret, signedOnce);

    const after = await system.post('/webhooks/secret', account.key);
    expect(after.status).toBe(201);
    expect(after.body.secret).not.toBe(before.body.secret);
    expect(after.body.previous).toEqual([{ secret: before.body.secret, valid_until: expect.any(String) }]);
    const hoursLeft = (Date.parse(after.body.previous[0].valid_until) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23.9);
    expect(hoursLeft).toBeLessThanOrEqual(24);
    const signedTwice = await received(account);
    expect(signedTwice.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    verify(before.body.secret, signedTwice);
    verify(after.body.secret, signedTwice);
    const stranger = await system.get('/webhooks/secret', (await system.account('test')).key);
    expect(() => verify(stranger.body.secret, signedTwice)).toThrow('No matching signature');

    await sql`update webhook_secrets set ends_at = now() where ends_at is not null`.execute(system.database.db);
    const signedAnew = await received(account);
    verify(after.body.secret, signedAnew);
    expect(() => verify(before.body.secret, signedAnew)).toThrow('No matching signature');
    expect((await system.get('/webhooks/secret', account.key)).body.previous).toEqual([]);
  });

  it('rotates once for one Idempotency-Key, and ends nobody early when rotated twice', async () => {
    const { key } = await system.account('test');
    const first = (await system.get('/webhooks/secret', key)).body.secret;
    const again = () => system.post('/webhooks/secret', key, undefined, { 'idempotency-key': 'rotation 1' });
    const second = await again();
    const replayed = await again();
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.body).toEqual(second.body);
    const third = await system.post('/webhooks/secret', key);
    expect(third.body.previous.map((one: { secret: string }) => one.secret).sort()).toEqual(
      [first, second.body.secret].sort(),
    );
  });

  it('differs in each mode, and is encrypted in the database', async () => {
    const { accountId, key } = await system.account('test');
    await tell({ accountId }, 'live');
    await system.queue.drain();
    const { body } = await system.get('/webhooks/secret', key);
    expect(() => verify(body.secret, receiver.received.at(-1)!)).toThrow('No matching signature');
    const { rows } = await sql<{ dump: string }>`
      select string_agg(s::text || encode(sealed, 'escape'), ' ') as dump from webhook_secrets s
      union all select coalesce(string_agg(k::text, ' '), '') from idempotency_keys k`.execute(system.database.db);
    for (const { dump } of rows) expect(dump).not.toContain(body.secret.slice(6));
    expect((await system.get('/webhooks/secret')).status).toBe(401);
    expect((await system.post('/webhooks/secret', undefined)).status).toBe(401);
  });

  async function received(account: { accountId: string }) {
    const orderId = await tell(account, 'test', { body: '{"grüße": "☃"}' });
    await system.queue.drain();
    return receiver.at(`/hook/${orderId}`)[0]!;
  }

  function verify(secret: string, { headers, body }: { headers: Record<string, string>; body: string }): void {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  }
});

describe('claiming a sandbox', () => {
  it('brings its deliveries and its secret along', async () => {
    const minted = (await system.post('/sandbox/keys', undefined)).body;
    const key = minted.api_key;
    const { secret } = (await system.get('/webhooks/secret', key)).body;
    const { rows } = await sql<{ account_id: string }>`
      select account_id from webhook_secrets order by created_at desc limit 1`.execute(system.database.db);
    const orderId = await tell({ accountId: rows[0]!.account_id }, 'test');
    const person = await system.account('test');
    const own = (await system.get('/webhooks/secret', person.key)).body.secret;
    const claimer = { accountId: person.accountId, email: 'jane@example.com' };
    await claimSandbox({ db: system.database.db, clock: system.clock }, minted.claim_url.split('/').at(-1), claimer);
    await system.queue.drain();
    const signed = receiver.at(`/hook/${orderId}`)[0]!;
    new Webhook(secret).verify(signed.body, signed.headers);
    new Webhook(own).verify(signed.body, signed.headers);
    expect((await log(person.key)).body.deliveries).toMatchObject([{ order_id: orderId, status: 'delivered' }]);
  });
});
