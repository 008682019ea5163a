import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../sdk/src/webhooks.ts';
import { signIn } from '../server/test/harness/person.ts';
import type { TestSystem } from '../server/test/harness/system.ts';
import { startTestEndpoint } from '../server/test/harness/test-endpoint.ts';
import { startCommand } from './command-harness.ts';

let system: TestSystem;
let folder: string;
let errand: Awaited<ReturnType<typeof startCommand>>['errand'];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ system, folder, errand, stop } = await startCommand());
});
afterAll(() => stop());

describe('errand, together with your own program', () => {
  it('hands events to a program on this machine, signed', async () => {
    const key = await system.mint();
    const receiver = await startTestEndpoint();
    try {
      const made = await errand(key, ['trigger', 'order.placed', '--json']);
      expect(made.code).toBe(0);
      const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
      const args = ['webhooks', 'listen', '--forward-to', receiver.url, '--secret', secret];
      const listened = await errand(key, [...args, '--after', 'start', '--limit', '2']);
      expect(listened.out).toMatch(/order\.created .* → 200 .*\n.*order\.placed .* → 200/);
      const [first] = receiver.received;
      const event = await verifyWebhook({ payload: first!.body, headers: first!.headers, secret });
      expect(event).toMatchObject({ type: 'order.created', data: { id: JSON.parse(made.out).id } });
      expect((await errand(key, ['events', 'list', '--type', 'order.placed'])).out).toContain(JSON.parse(made.out).id);
    } finally {
      await receiver.stop();
    }
  });

  it.each(['order.cancelled', 'order.late', 'managed_account.paused'])('triggers %s', async (type) => {
    const key = await system.mint();
    const made = await errand(key, ['trigger', type, '--json']);
    expect(made.code, made.err).toBe(0);
    const args = ['listen', '--events', type, '--after', 'start', '--limit', '1', '--json'];
    const event = JSON.parse((await errand(key, args)).out);
    expect(event).toMatchObject({ type, data: { id: JSON.parse(made.out).id } });
    expect((await system.get('/sandbox/hold', key)).body.on).toBe(false);
  });

  it('names what it cannot trigger, and what it does not know', async () => {
    const key = await system.mint();
    const refunded = await errand(key, ['trigger', 'order.refunded']);
    expect(refunded).toMatchObject({
      code: 2,
      err: expect.stringContaining('endpoints test <id> --type order.refunded'),
    });
    const unknown = await errand(key, ['listen', '--events', 'order.placed,order.eaten']);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('"order.eaten" is not an event type') });
  });

  it('forwards with headers of your own, which never replace the signature', async () => {
    const key = await system.mint();
    const receiver = await startTestEndpoint();
    try {
      await errand(key, ['trigger', 'order.created']);
      const secret = (await errand(key, ['listen', '--print-secret'])).out.trim();
      expect(secret).toMatch(/^whsec_/);
      const headers = ['-H', 'X-Tenant: a', '-H', 'webhook-signature: v1,none'];
      const args = ['listen', '--forward-to', receiver.url, '--after', 'start', '--limit', '1', ...headers];
      expect((await errand(key, args)).err).toContain(secret);
      const [first] = receiver.received;
      expect(first!.headers).toMatchObject({ 'x-tenant': 'a' });
      await verifyWebhook({ payload: first!.body, headers: first!.headers, secret });
    } finally {
      await receiver.stop();
    }
  });

  it('forwards only new events', async () => {
    const key = await system.mint();
    await errand(key, ['trigger', 'order.failed']);
    const earlier = async () => (await errand(key, ['events', 'list'])).out;
    await expect.poll(earlier, { timeout: 30_000 }).toContain('order.failed');
    const isListening = Promise.withResolvers<void>();
    const listened = errand(key, ['webhooks', 'listen', '--limit', '1', '--json'], false, () => isListening.resolve());
    await isListening.promise;
    const later = JSON.parse((await errand(key, ['trigger', 'order.placed', '--json'])).out);
    expect(JSON.parse((await listened).out)).toMatchObject({ type: 'order.created', order_id: later.id });
  });

  it('sends an event again, to one endpoint or to all', async () => {
    const key = await system.mint();
    const receiver = await startTestEndpoint();
    try {
      await system.call('/webhooks/endpoint', { method: 'PUT', key, body: { url: receiver.url } });
      const { id } = JSON.parse((await errand(key, ['trigger', 'order.placed', '--json'])).out);
      const happened = async () =>
        JSON.parse((await errand(key, ['events', 'list', '--type', 'order.placed', '--json'])).out);
      await expect.poll(happened, { timeout: 30_000 }).toHaveLength(1);
      const [placed] = await happened();
      const sent = () => receiver.received.map(({ event, body }) => [event, JSON.parse(body).data.id]);
      await expect.poll(sent, { timeout: 30_000 }).toContainEqual([placed.type, id]);
      const before = sent().filter(([type]) => type === placed.type).length;
      const shown = (await errand(key, ['events', 'get', placed.id])).out;
      expect(shown).toMatch(/ order\.placed\n[\s\S]*http:\/\/127[\s\S]*"merchant_order_ids"/);
      expect(await errand(key, ['events', 'resend', placed.id])).toMatchObject({
        code: 0,
        out: 'Sent to 1 endpoint.\n',
      });
      const repeated = () => sent().filter(([type]) => type === placed.type).length - before;
      await expect.poll(repeated, { timeout: 30_000 }).toBe(1);
      const stranger = await errand(await system.mint(), ['events', 'resend', placed.id]);
      expect(stranger.code).toBe(3);
    } finally {
      await receiver.stop();
    }
  });

  it('exports orders to a file or to the next program', async () => {
    const key = await system.mint();
    const { id } = JSON.parse((await errand(key, ['trigger', 'order.placed', '--json'])).out);
    const path = join(folder, 'orders.csv');
    const written = await errand(key, ['orders', 'export', '--output', path, '--status', 'order_placed']);
    expect(written).toEqual({ code: 0, out: '', err: `Saved to ${path}.\n` });
    const piped = await errand(key, ['orders', 'export', '--search', id]);
    // The order goes on between the two: its times may differ, the columns and what is listed may not.
    for (const exported of [await readFile(path, 'utf8'), piped.out]) {
      const [columns, ...lines] = exported.trim().split('\r\n');
      expect(columns).toMatch(/^order_id,status,retailer,created_at,/);
      expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([[id, 'order_placed']]);
    }
    const none = await errand(key, ['orders', 'export', '--created-before', '2000-01-01T00:00:00Z']);
    expect(none.out.trim().split('\r\n')).toHaveLength(1);
    expect((await errand(key, ['orders', 'export', '--json'])).code).toBe(2);
  });

  it('has a person approve its key in the browser, and keeps it', async () => {
    const jane = await signIn(system, 'jane@example.com');
    const userCode = Promise.withResolvers<string>();
    const signingIn = errand(undefined, ['login', '--name', 'laptop', '--json'], false, (text) => {
      const shown = /code ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1];
      if (shown) userCode.resolve(shown);
    });
    const body = { user_code: await userCode.promise, granted: true };
    expect((await jane.call('/device/approve', { method: 'POST', body })).status).toBe(200);
    const { code, out } = await signingIn;
    expect(code).toBe(0);
    const { kept_in: keptIn } = JSON.parse(out);
    const key = JSON.parse(await readFile(keptIn, 'utf8'))[system.url];
    expect(out).not.toContain(key);
    const { keys } = (await jane.call('/keys')).body;
    expect(keys.map((each: { label: string }) => each.label)).toContain('laptop');
    expect((await system.get('/wallet', key)).status).toBe(200);
  });
});
