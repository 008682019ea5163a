import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOutageMails } from '../../src/domains/channels/webhooks/index.ts';
import { hourMs, minuteMs } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { openLink } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

// The first sign-in loads what signing in takes, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let post: Awaited<ReturnType<typeof startMailServer>>;
let system: TestSystem;
let contract: Contract;
let clock: FakeClock;
let receiver: TestEndpoint;
beforeAll(async () => {
  post = await startMailServer();
  receiver = await startTestEndpoint();
  clock = fakeClock();
  system = await startSystem({ clock, env: { SMTP_URL: post.url, WEBHOOK_ALLOW_PRIVATE: 'true' } });
  contract = await readContract(system);
  await startOutageMails(system.database.db, clock.now());
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
  await post.stop();
});
beforeEach(() => receiver.become(() => 200));

type Caller = (path: string, options?: { method?: string; body?: unknown }) => ReturnType<Contract['call']>;

/** An owner who signed in, and a key of the same account. */
async function owner(email: string) {
  await system.post('/auth/sign-in/magic-link', undefined, { email });
  const mail = post.mails.findLast(({ to, subject }) => to[0] === email && /Sign in/.test(subject))!;
  const { cookie } = await openLink(/https?:\S+verify\S+/.exec(mail.text)![0]);
  const headers = { cookie, 'x-errand-world': 'test' };
  const call: Caller = (path, options = {}) => contract.call(path, { ...options, headers });
  const { body } = await call('/keys', { method: 'POST', body: { label: 'Program', world: 'test' } });
  return { call, email, key: body.api_key as string, headers };
}

async function endpointOf(call: Caller, path: string, events: string[] = ['order.created']) {
  const { body } = await call('/webhooks/endpoints', {
    method: 'POST',
    body: { url: `${receiver.url}${path}`, events },
  });
  return body as { id: string; secret: string };
}

const order = async (call: Caller): Promise<string> =>
  (await call('/orders', { method: 'POST', body: orderFor(`${system.url}/shop/products/test-success`) })).body.id;

/** Lets everything happen that is due within this time. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5 * minuteMs) {
    clock.advance(Math.min(left, 5 * minuteMs));
    await system.queue.drain();
  }
}

const subjectsTo = (email: string) =>
  post.mails.filter(({ to, subject }) => to[0] === email && /webhook/.test(subject)).map(({ subject }) => subject);

describe('a failing endpoint', () => {
  it('causes an email to the owners after an hour, one when it works again, and no other on the same day', async () => {
    const { call, email } = await owner('failing@example.com');
    const endpoint = await endpointOf(call, '/failing?token=1');
    receiver.become(() => ({ status: 503, text: 'maintenance' }));
    await order(call);
    await system.queue.drain();
    const [shown] = (await call('/webhooks/endpoints')).body.endpoints;
    expect(shown).toMatchObject({ id: endpoint.id, failing_since: expect.any(String) });
    expect(shown.last_day).toMatchObject({ attempts: 1, succeeded: 0, success_rate: 0, max_ms: expect.any(Number) });
    await pass(50 * minuteMs);
    expect(subjectsTo(email)).toEqual([]);
    await pass(15 * minuteMs);
    expect(subjectsTo(email)).toEqual(['A webhook endpoint is failing (sandbox)']);
    const mail = post.mails.findLast(({ subject }) => /is failing/.test(subject))!;
    expect(mail.text).toContain(`Endpoint: ${receiver.url}/failing?token=1`);
    expect(mail.text).toContain('Reason: The endpoint returned 503');
    expect(mail.text).toContain(`${system.url}/app/webhooks?world=test`);
    expect(mail.headers['list-unsubscribe']).toContain('kind=failing_webhooks');
    await pass(3 * hourMs);
    expect(subjectsTo(email)).toHaveLength(1);
    expect((await call('/overview')).body.attention.failing_endpoints).toBe(1);

    receiver.become(() => 200);
    const { body } = await call('/webhooks/deliveries/replay', {
      method: 'POST',
      body: { endpoint_id: endpoint.id, status: 'retrying' },
    });
    expect(body).toEqual({ replayed: 1 });
    await pass(10 * minuteMs);
    expect(subjectsTo(email)).toEqual([
      'A webhook endpoint is failing (sandbox)',
      'A webhook endpoint is working again (sandbox)',
    ]);
    expect((await call('/webhooks/endpoints')).body.endpoints[0].failing_since).toBeNull();
    expect((await call('/overview')).body.attention.failing_endpoints).toBe(0);

    receiver.become(() => 500);
    await order(call);
    await pass(3 * hourMs);
    expect(subjectsTo(email)).toHaveLength(2);
    await pass(23 * hourMs);
    expect(subjectsTo(email)).toHaveLength(3);
  });

  it('that works again within the hour, or is deleted, is no email; one that is gone is one at once', async () => {
    const { call, email } = await owner('quiet@example.com');
    const short = await endpointOf(call, '/short');
    const deleted = await endpointOf(call, '/deleted');
    const gone = await endpointOf(call, '/gone');
    receiver.become((one) => (one.path === '/gone' ? 410 : 500));
    await order(call);
    await pass(10 * minuteMs);
    expect(subjectsTo(email)).toEqual(['A webhook endpoint was disabled (sandbox)']);
    await call(`/webhooks/endpoints/${deleted.id}`, { method: 'DELETE' });
    receiver.become((one) => (one.path === '/gone' ? 410 : 200));
    await pass(2 * hourMs);
    expect(subjectsTo(email)).toHaveLength(1);
    const { endpoints } = (await call('/webhooks/endpoints')).body;
    // Made at the same moment, they have no order.
    expect(endpoints.map(({ id }: { id: string }) => id).toSorted()).toEqual([short.id, gone.id].toSorted());
    expect(endpoints.find(({ id }: { id: string }) => id === short.id).failing_since).toBeNull();
    const left =
      await sql`select from webhook_outages o join webhook_endpoints e using (url_key) where e.id <> ${gone.id}
      and o.ended_at is null and e.id = ${short.id}`.execute(system.database.db);
    expect(left.rows).toEqual([]);
  });

  it('sends no email to people who turned it off', async () => {
    const { call, email } = await owner('off@example.com');
    const { body: mails } = await call('/me/mails');
    await call('/me/mails', { method: 'PUT', body: { ...mails, failing_webhooks: false } });
    await endpointOf(call, '/off');
    receiver.become(() => 500);
    await order(call);
    await pass(90 * minuteMs);
    expect(subjectsTo(email)).toEqual([]);
  });
});

describe('GET /webhooks/endpoints/{id}/health', () => {
  it('shows success rate and latency over time, of one’s own endpoints', async () => {
    const { call } = await owner('health@example.com');
    const { id } = await endpointOf(call, '/health');
    await order(call);
    await system.queue.drain();
    receiver.become(() => 500);
    await pass(2 * hourMs);
    await order(call);
    await system.queue.drain();
    await pass(minuteMs);
    const { body } = await call(`/webhooks/endpoints/${id}/health`);
    expect(body).toMatchObject({ endpoint_id: id, attempts: 3, succeeded: 1, failing_since: expect.any(String) });
    expect(body.success_rate).toBeCloseTo(1 / 3);
    expect(body.steps).toHaveLength(24);
    expect(body.steps.at(-1)).toMatchObject({ attempts: 2, succeeded: 0, success_rate: 0 });
    expect(body.steps.at(-3)).toMatchObject({ attempts: 1, succeeded: 1, success_rate: 1 });
    expect(body.steps.at(-2)).toMatchObject({ attempts: 0, success_rate: null, average_ms: null });
    for (const [period, count] of [
      ['week', 28],
      ['month', 30],
    ]) {
      const { body: longer } = await call(`/webhooks/endpoints/${id}/health?period=${period}`);
      expect(longer.steps).toHaveLength(Number(count));
      expect(longer).toMatchObject({ attempts: 3, succeeded: 1 });
    }
    expect((await call(`/webhooks/endpoints/${id}/health?period=year`)).status).toBe(422);
    expect((await contract.get(`/webhooks/endpoints/${id}/health`, 'svc_test_nobody')).status).toBe(401);
    const other = await system.account('test');
    expect((await contract.get(`/webhooks/endpoints/${id}/health`, other.key)).status).toBe(404);
  });
});

describe('POST /webhooks/deliveries/{id}/resend-edited', () => {
  it('sends an edited body that is signed, marked, logged, and never taken for the event', async () => {
    const { call, email } = await owner('edit@example.com');
    const { id: endpointId, secret } = await endpointOf(call, '/edit');
    const orderId = await order(call);
    await system.queue.drain();
    const [original] = (await call(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.deliveries;
    const value = JSON.parse(original.body);
    value.data.po_number = 'PO-7';
    const answer = await call(`/webhooks/deliveries/${original.id}/resend-edited`, {
      method: 'POST',
      body: { body: JSON.stringify(value, null, 2) },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      webhook_id: `msg_edited_${answer.body.id}`,
      edited_from: original.id,
      edited_by: email,
      event_id: null,
      endpoint_id: endpointId,
      order_id: orderId,
    });
    await system.queue.drain();
    const [first, second] = receiver.at('/edit');
    expect([first!.id, second!.id]).toEqual([original.webhook_id, answer.body.webhook_id]);
    expect(second!.body).toBe(JSON.stringify(value));
    const sentAt = new Date(Number(second!.headers['webhook-timestamp']) * 1000);
    const signed = (messageId: string) => new Webhook(secret).sign(messageId, sentAt, second!.body);
    expect(second!.headers['webhook-signature']).toBe(signed(second!.id));
    expect(second!.headers['webhook-signature']).not.toBe(signed(`msg_${answer.body.id}`));
    expect((await call(`/webhooks/deliveries/${original.id}`)).body.body).toBe(original.body);
    await call(`/events/${original.event_id}/resend`, { method: 'POST', body: {} });
    await system.queue.drain();
    expect(receiver.at('/edit').map(({ id }) => id)).toEqual([
      original.webhook_id,
      answer.body.webhook_id,
      original.webhook_id,
    ]);
  });

  it('is for a signed-in owner only, and does not change event, object or destination', async () => {
    const { call, key } = await owner('strict@example.com');
    const { id: endpointId } = await endpointOf(call, '/strict');
    await order(call);
    await system.queue.drain();
    const [{ id, body: text }] = (await call(`/webhooks/deliveries?endpoint_id=${endpointId}`)).body.deliveries;
    const path = `/webhooks/deliveries/${id}/resend-edited`;
    const value = JSON.parse(text);
    const before = await rowCounts(system.database.db);
    for (const body of [
      'no JSON',
      '[]',
      JSON.stringify({ ...value, type: 'order.placed' }),
      JSON.stringify({ ...value, data: { ...value.data, id: newId() } }),
    ]) {
      expect((await call(path, { method: 'POST', body: { body } })).status).toBe(422);
    }
    expect((await call(path, { method: 'POST', body: { body: text, url: receiver.url } })).status).toBe(422);
    expect((await contract.post(path, key, { body: text })).status).toBe(401);
    const other = await owner('stranger@example.com');
    const counts = await rowCounts(system.database.db);
    expect((await other.call(path, { method: 'POST', body: { body: text } })).status).toBe(404);
    expect(counts.webhook_deliveries).toBe(before.webhook_deliveries);
    expect((await rowCounts(system.database.db)).webhook_deliveries).toBe(before.webhook_deliveries);
    await call(`/webhooks/endpoints/${endpointId}`, { method: 'DELETE' });
    expect((await call(path, { method: 'POST', body: { body: text } })).status).toBe(422);
    expect(receiver.at('/strict')).toHaveLength(1);
  });
});

describe('POST /webhooks/deliveries/replay', () => {
  it('resends what matches the filter, and nothing else', async () => {
    const { call, key } = await owner('bulk@example.com');
    const one = await endpointOf(call, '/one', ['order.created', 'order.cancelled']);
    const two = await endpointOf(call, '/two');
    receiver.become(() => 500);
    const orderId = await order(call);
    await order(call);
    await system.queue.drain();
    await sql`update webhook_deliveries set status = 'failed', ended_at = created_at where endpoint_id = any (${[one.id, two.id]}::uuid[])`.execute(
      system.database.db,
    );
    receiver.become(() => 200);
    const replay = async (body: object) =>
      (await contract.post('/webhooks/deliveries/replay', key, body)).body.replayed;
    expect((await contract.post('/webhooks/deliveries/replay', key, {})).status).toBe(422);
    expect((await contract.post('/webhooks/deliveries/replay', key, { status: 'delivered' })).status).toBe(422);
    const stranger = (await system.account('test')).key;
    expect((await contract.post('/webhooks/deliveries/replay', stranger, { endpoint_id: one.id })).body.replayed).toBe(
      0,
    );
    expect(await replay({ event: 'order.cancelled', endpoint_id: one.id })).toBe(0);
    expect(await replay({ status: 'retrying' })).toBe(0);
    expect(await replay({ order_id: orderId, endpoint_id: one.id })).toBe(1);
    await system.queue.drain();
    expect(await replay({ url: '/one' })).toBe(1);
    expect(await replay({ failed_since: '2000-01-01T00:00:00Z', status: 'stopped' })).toBe(0);
    expect(await replay({ endpoint_id: two.id, event: 'order.created' })).toBe(2);
    await system.queue.drain();
    const { deliveries } = (await call('/webhooks/deliveries?status=delivered')).body;
    expect(deliveries).toHaveLength(4);
  });
});
