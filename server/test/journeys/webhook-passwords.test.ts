import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackedAnswers } from '../harness/checks.ts';
import { dashed, legacyClient, managed } from '../harness/legacy.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

let system: TestSystem;
let first: TestEndpoint;
let second: TestEndpoint;
const logged: string[] = [];
beforeAll(async () => {
  [first, second] = [await startTestEndpoint(), await startTestEndpoint()];
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' }, onLog: (line) => logged.push(line) });
});
afterAll(async () => {
  await system.stop();
  await first.stop();
  await second.stop();
});

const password = 'canary-hook-5f2d';
const withPassword = (receiver: TestEndpoint, path = '/hook') =>
  `${receiver.url.replace('//', `//errand:${password}@`)}${path}`;
const basicOf = (user: string, pass: string) => `Basic ${Buffer.from(`${user}:${pass}`).toString('base64')}`;

async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(system.database.db);
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      system.database.db,
    );
    texts.push(...found.rows.map((row) => row.text));
  }
  texts.push(...(await unpackedAnswers(system.database.db)));
  return texts.join('\n');
}

describe('the password of a webhook URL', () => {
  it('reaches its own endpoint and is not shown, stored or sent anywhere else', async () => {
    const key = await system.mint();
    const client = legacyClient(system, key);
    const webhooks = { request_succeeded: [withPassword(first), `${second.url}/plain`] };
    const made = await client.post('/v1/orders', managed({ webhooks }), { 'idempotency-key': 'hook' });
    expect(made.status, made.text).toBe(200);
    expect(await dump()).not.toContain(password);
    await system.queue.drain();
    expect(first.received).toHaveLength(1);
    expect(first.received[0]?.headers.authorization).toBe(basicOf('errand', password));
    expect(second.received).toHaveLength(1);
    expect(second.received[0]?.headers.authorization).toBeUndefined();
    const order = await client.get(`/v1/orders/${made.body.request_id}`);
    expect(order.body.request.webhooks.request_succeeded[0]).toBe(`${first.url.replace('//', '//***:***@')}/hook`);
    const log = await system.get(`/webhooks/deliveries?order_id=${dashed(made.body.request_id)}`, key);
    expect(log.body.total).toBe(2);
    const told = [...first.received, ...second.received].map((one) => one.body);
    const all = [...told, order.text, log.text, ...logged, await dump()].join('\n');
    expect(all).not.toContain(password);
    const { rows } = await sql<{ token: string }>`select token from webhook_credentials`.execute(system.database.db);
    expect(rows).toHaveLength(1);
    expect([...told, order.text, log.text].join('\n')).not.toContain(rows[0]?.token);
  });

  it('cannot be decrypted for another host or account, even if the reference is copied', async () => {
    const key = await system.mint();
    const client = legacyClient(system, key);
    await client.post('/v1/orders', managed({ webhooks: { request_succeeded: withPassword(first, '/a') } }));
    const { rows } = await sql<{ token: string; url: string }>`
      select c.token, o.legacy_request -> 'webhooks' ->> 'request_succeeded' as url
      from orders o join webhook_credentials c using (account_id) order by o.created_at desc limit 1`.execute(
      system.database.db,
    );
    const stored = rows[0]?.url ?? '';
    expect(stored).toContain(rows[0]?.token);
    await system.queue.drain();
    const elsewhere = stored.replace(new URL(first.url).host, new URL(second.url).host);
    second.received.length = 0;
    await client.post('/v1/orders', managed({ webhooks: { request_succeeded: elsewhere } }));
    await system.queue.drain();
    expect(second.received).toHaveLength(1);
    expect(second.received[0]?.headers.authorization).not.toBe(basicOf('errand', password));
    const stranger = legacyClient(system, await system.mint());
    first.received.length = 0;
    await stranger.post('/v1/orders', managed({ webhooks: { request_succeeded: stored } }));
    await system.queue.drain();
    expect(first.received).toHaveLength(1);
    expect(first.received[0]?.headers.authorization).not.toBe(basicOf('errand', password));
  });
});
