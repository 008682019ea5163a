import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer } from '../../src/platform/mailer/index.ts';
import { createLocalAccess } from '../../src/platform/secrets/index.ts';
import { askForLink } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const tokenOf = ({ config }: TestSystem): string => createLocalAccess(config.dataDir).token;
const cookieOf = (of: TestSystem): string => `errand_local=${tokenOf(of)}`;

interface Got {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

/** With any Host header, which fetch does not allow, and with the cookie that the printed link sets unless told otherwise. */
function get(path: string, headers: Record<string, string> = {}, of = system): Promise<Got> {
  const { hostname, port, host } = new URL(of.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host, cookie: cookieOf(of), ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }));
    })
      .on('error', reject)
      .end();
  });
}

describe('/dev/mail', () => {
  it('shows the email and its link to a person at the machine', async () => {
    const link = await askForLink(system, 'jane@example.com');
    const list = await get('/dev/mail');
    expect(list.status).toBe(200);
    expect(list.text).toContain('jane@example.com');
    const path = /href="(\/dev\/mail\/[^"]+)"/.exec(list.text)![1]!;
    const mail = await get(path, { host: 'localhost' });
    expect(mail.status).toBe(200);
    expect(mail.text).toContain(`<a href="${link.replaceAll('&', '&amp;')}"`);
  });

  it('opens with the printed link, which hands the token to a cookie and leaves the address', async () => {
    for (const [path, next] of [
      ['/dev/mail', '/dev/mail'],
      ['/dev/open', '/app'],
    ]) {
      const { status, headers } = await get(`${path}?token=${tokenOf(system)}`, { cookie: '' });
      expect([status, headers.location]).toEqual([303, next]);
      expect(headers['set-cookie']![0]).toBe(
        `${cookieOf(system)}; Path=/dev; Max-Age=31536000; HttpOnly; SameSite=Strict`,
      );
    }
    expect((await stat(join(system.config.dataDir, 'local-access-token'))).mode & 0o777).toBe(0o600);
  });

  it('shows nothing to a stranger whom a proxy forwards from this machine without a word', async () => {
    await askForLink(system, 'operator@example.com');
    const wrong = tokenOf(system).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const path of [
      '/dev/mail',
      '/dev/open',
      '/dev/mail/unknown',
      `/dev/mail?token=${wrong}`,
      `/dev/open?token=${wrong}`,
    ]) {
      for (const cookie of ['', `errand_local=${wrong}`, 'errand_local=', 'errand_local=%']) {
        const answer = await get(path, { cookie });
        expect([path, answer.status]).toEqual([path, 403]);
        expect(answer.text).toContain('Open the link from your terminal');
        expect(answer.text).not.toContain('operator@example.com');
        expect(answer.text).not.toContain('/dev/mail/');
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect((await get(`/dev/mail?token=${wrong}`)).status).toBe(403);
  });

  it('keeps one token for a data folder, and another for each folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'errand-local-'));
    const other = createLocalAccess(folder);
    expect(createLocalAccess(folder).token).toBe(other.token);
    expect(other.isToken(tokenOf(system))).toBe(false);
    await rm(folder, { recursive: true });
  });

  it('shows what is in an email as text', async () => {
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

  it.each(['unknown', '..%2F..%2Fsecret', '%2e%2e', 'a%00b'])('knows no email %s', async (id) => {
    expect((await get(`/dev/mail/${id}`)).status).toBeGreaterThanOrEqual(404);
  });

  it('does not exist for remote clients that a local proxy forwards without headers', async () => {
    const env = { PUBLIC_URL: 'https://errand.example' };
    const other = await startSystem({ env });
    try {
      await askForLink(other, 'operator@example.com');
      expect((await get('/dev/mail', {}, other)).status).toBe(404);
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
