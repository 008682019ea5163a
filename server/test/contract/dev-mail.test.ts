import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer } from '../../src/platform/mailer/index.ts';
import { askForLink } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

/** With any Host header, which fetch does not allow. */
function get(
  path: string,
  headers: Record<string, string> = {},
  url = system.url,
): Promise<{ status: number; text: string }> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host, ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode!, text }));
    })
      .on('error', reject)
      .end();
  });
}

describe('/dev/mail', () => {
  it('shows the mail and its link to a person at the machine', async () => {
    const link = await askForLink(system, 'jane@example.com');
    const list = await get('/dev/mail');
    expect(list.status).toBe(200);
    expect(list.text).toContain('jane@example.com');
    const path = /href="(\/dev\/mail\/[^"]+)"/.exec(list.text)![1]!;
    const mail = await get(path, { host: 'localhost' });
    expect(mail.status).toBe(200);
    expect(mail.text).toContain(`<a href="${link.replaceAll('&', '&amp;')}"`);
  });

  it('shows what is in a mail as text', async () => {
    const logger = createLogger({ level: 'silent', destination: { write: () => {} } });
    const mailer = createMailer({ ...system.config, clock: system.clock, logger });
    await mailer.send({
      to: 'jane@example.com',
      subject: '<script>alert(1)</script>',
      text: '<img src=x onerror=alert(1)> javascript:alert(1) https://shop.example/?"onclick="alert(1)',
      messageId: 'hostile',
    });
    for (const path of ['/dev/mail', '/dev/mail/hostile']) {
      const { text } = await get(path);
      expect(text).toContain('&lt;script&gt;');
      expect(text).not.toMatch(/<script|<img|"onclick|href="javascript/);
    }
  });

  it.each([
    ['a name that resolves to this machine', { host: 'rebound.example' }],
    ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['another kind of proxy', { forwarded: 'for=203.0.113.7' }],
  ])('is not there through %s', async (_what, headers) => {
    const unknown = await get('/dev/nothing', headers);
    for (const path of ['/dev/mail', '/dev/mail/hostile']) {
      const answer = await get(path, headers);
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
  });

  it.each(['unknown', '..%2F..%2Fsecret', '%2e%2e', 'a%00b'])('knows no mail %s', async (id) => {
    expect((await get(`/dev/mail/${id}`)).status).toBeGreaterThanOrEqual(404);
  });

  it('is not there for strangers whom a proxy on this machine passes on without a word', async () => {
    const env = { PUBLIC_URL: 'https://errand.example' };
    const other = await startSystem({ env });
    try {
      await askForLink(other, 'operator@example.com');
      expect((await get('/dev/mail', {}, other.url)).status).toBe(404);
      expect((await other.get('/me/sign-in-hint')).body).toEqual({ mail: 'kept', mailbox_url: null });
    } finally {
      await other.stop();
    }
  });

  it('is not there with a mail server', async () => {
    const other = await startSystem({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    try {
      expect((await other.get('/dev/mail')).status).toBe(404);
      expect((await other.get('/me/sign-in-hint')).body).toEqual({ mail: 'sent', mailbox_url: null });
    } finally {
      await other.stop();
    }
  });
});
