import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookEvents } from '../../src/events/index.ts';
import { unpackedAnswers } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { basic, dashed, type LegacyClient, legacyClient, selfManaged } from '../harness/legacy.ts';
import { type Answer, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

// Canaries: values that must be found nowhere, in no table, log line or answer, from the first byte to the end of an order.
const canaries = {
  password: 'canary-password-Zx81',
  totp: 'MNQW4YLSPF2G65DQNNSXS',
  code: 'QX-918273',
  card: '4111111111111111',
  securityCode: '9173',
};

let system: TestSystem;
let client: LegacyClient;
let key: string;
let receiver: TestEndpoint;
const logged: string[] = [];
const answers: string[] = [];
const clock = fakeClock();
beforeAll(async () => {
  receiver = await startTestEndpoint();
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true' };
  system = await startSystem({ clock, env, onLog: (line) => logged.push(line) });
  key = await system.mint();
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const withCanaries = (more: Record<string, unknown> = {}) =>
  selfManaged({
    retailer_credentials: {
      email: 'jane@example.com',
      password: canaries.password,
      totp_2fa_key: canaries.totp,
      verification_code: canaries.code,
    },
    payment_method: {
      name_on_card: 'Jane Doe',
      number: '4111 1111 1111 1111',
      security_code: canaries.securityCode,
      expiration_month: 12,
      expiration_year: 2030,
    },
    webhooks: Object.fromEntries(webhookEvents.map((event) => [event, `${receiver.url}/hook`])),
    ...more,
  });

/** Every row of every table as text; bytes as hexadecimal digits. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(system.database.db);
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      system.database.db,
    );
    texts.push(...found.rows.map((row) => `${name} ${row.text}`));
  }
  texts.push(...(await unpackedAnswers(system.database.db)));
  return texts.join('\n');
}

const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/.?=*$/, '');

function findCanaries(text: string): string[] {
  const { securityCode, ...long } = canaries;
  const found = Object.values({ ...long, spaced: '4111 1111 1111 1111' }).filter(
    (value) => text.includes(value) || text.includes(hex(value)) || text.includes(base64(value)),
  );
  // Such a short number also appears inside other numbers and IDs by chance, so only a separate word counts.
  const alone = new RegExp(`(?<![0-9a-fA-F.-])${securityCode}(?![0-9a-fA-F.-])|${hex(securityCode)}`);
  return alone.test(text) ? [...found, securityCode] : found;
}

const hear = (answer: Answer): Answer => {
  answers.push(answer.text, JSON.stringify([...answer.headers]));
  return answer;
};

const countSecrets = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from order_secrets`.execute(system.database.db);
  return rows[0]!.n;
};

describe('secrets in a self-managed order', () => {
  it('would find its own canaries', () => {
    for (const value of Object.values(canaries)) expect(findCanaries(`{"a":"${value}"}`)).toEqual([value]);
    expect(findCanaries(`\\x00${hex(canaries.password)}`)).toEqual([canaries.password]);
  });

  it.each([
    ['placed', {}],
    ['failed', { products: [{ product_id: 'test-out-of-stock', quantity: 1 }] }],
    ['in doubt at first', { products: [{ product_id: 'test-timeout-after-placing', quantity: 1 }] }],
    ['never placed', { products: [{ product_id: 'test-timeout-before-placing', quantity: 1 }] }],
  ])('are sealed while it waits and gone when it has %s', async (_name, more) => {
    const made = hear(await client.post('/v1/orders', withCanaries(more), { 'idempotency-key': `secret ${_name}` }));
    expect(made.status).toBe(200);
    expect(await countSecrets()).toBe(1);
    expect(findCanaries(await dump())).toEqual([]);
    hear(await client.get(`/v1/orders/${made.body.request_id}`));
    for (let round = 0; round < 8; round += 1) {
      await system.queue.drain();
      clock.advance(3_000);
    }
    const order = hear(await client.get(`/v1/orders/${made.body.request_id}`));
    expect(order.body.code).not.toBe('request_processing');
    expect(await countSecrets()).toBe(0);
    expect(findCanaries(await dump())).toEqual([]);
    hear(await system.get(`/orders/${dashed(made.body.request_id)}`, key));
    hear(await system.get(`/orders/${dashed(made.body.request_id)}/timeline`, key));
    hear(await client.get('/v1/orders?limit=100'));
    expect(findCanaries(answers.join('\n'))).toEqual([]);
  });

  it('are erased when it is aborted', async () => {
    const made = hear(await client.post('/v1/orders', withCanaries()));
    expect(await countSecrets()).toBe(1);
    hear(await client.post(`/v1/orders/${made.body.request_id}/abort`));
    expect(await countSecrets()).toBe(0);
  });

  it('keep the security code only in memory, until the order ends', async () => {
    const made = hear(await client.post('/v1/orders', withCanaries()));
    const id = dashed(made.body.request_id);
    expect(await system.codes.find(id)).toBe(canaries.securityCode);
    const { rows } = await sql<{ order_id: string; sealed: Buffer }>`select * from order_secrets`.execute(
      system.database.db,
    );
    expect(Object.keys(rows[0]!).sort()).toEqual(['created_at', 'order_id', 'sealed']);
    const sealed = await system.vault.openErasable(rows[0]!.sealed, `orders/${id}/means`);
    expect(sealed.toString()).toContain(canaries.card);
    expect(sealed.toString()).not.toContain(canaries.securityCode);
    await system.queue.drain();
    expect(await countSecrets()).toBe(0);
    expect(await system.codes.find(id)).toBeNull();
  });

  it('show in request as if they had never been sent', async () => {
    const { body } = await client.orderAndSettle(withCanaries());
    expect(body.request.retailer_credentials).toEqual({ email: 'jane@example.com' });
    expect(body.request.payment_method).toEqual({
      name_on_card: 'Jane Doe',
      expiration_month: 12,
      expiration_year: 2030,
    });
  });

  it('are never in the response to a rejected request', async () => {
    const card = { ...(withCanaries().payment_method as object) };
    for (const body of [
      withCanaries({ retailer: 'nowhere' }),
      withCanaries({ addax: true }),
      withCanaries({ payment_method: { ...card, security_code: 9173 } }),
      withCanaries({ payment_method: { ...card, number: Number(canaries.card) } }),
      withCanaries({ payment_method: canaries.card }),
      withCanaries({ retailer_credentials: canaries.password }),
      withCanaries({ retailer_credentials: { email: 5, password: [canaries.password] } }),
      withCanaries({ payment_method: { ...card, expiration_year: 1999 } }),
      `${JSON.stringify(withCanaries())}}`,
    ]) {
      const answer = hear(await client.post('/v1/orders', body));
      expect(answer.status).toBe(400);
    }
    hear(await system.call('/v1/orders', { method: 'POST', headers: basic('svc_test_none'), body: withCanaries() }));
    expect(findCanaries(answers.join('\n'))).toEqual([]);
  });

  it('are ignored when bodies with one idempotency key are compared', async () => {
    const headers = { 'idempotency-key': 'same but for the secrets' };
    const first = await client.post('/v1/orders', withCanaries(), headers);
    const again = await client.post(
      '/v1/orders',
      withCanaries({ payment_method: selfManaged().payment_method }),
      headers,
    );
    expect(again.status).toBe(400);
    expect(again.body.code).toBe('duplicate_order');
    const { retailer_credentials } = withCanaries() as { retailer_credentials: object };
    const other = { ...retailer_credentials, password: 'another' };
    const same = await client.post('/v1/orders', withCanaries({ retailer_credentials: other }), headers);
    expect(same.body).toEqual(first.body);
    await system.queue.drain();
  });

  it('never reach a webhook', () => {
    expect(new Set(receiver.received.map(({ event }) => event))).toEqual(
      new Set(['request_succeeded', 'request_failed', 'status_updated', 'tracking_obtained']),
    );
    const told = receiver.received.map(({ body, headers }) => body + JSON.stringify(headers));
    expect(findCanaries(told.join('\n'))).toEqual([]);
  });

  it('never reach the log', () => {
    expect(logged.length).toBeGreaterThan(20);
    expect(findCanaries(logged.join('\n'))).toEqual([]);
  });
});
