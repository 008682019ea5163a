import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createLocalAccess } from '../../src/platform/secrets/index.ts';
import { freePort } from '../harness/free-port.ts';
import { askForLink, linkIn, mailsTo, openLink, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(env: Record<string, string>): Promise<{ system: TestSystem; log(): string }> {
  const lines: string[] = [];
  const system = await startSystem({ env, onLog: (line) => lines.push(line) });
  stops.push(() => system.stop());
  return { system, log: () => lines.join('\n') };
}

async function mailServer(options: SMTPServerOptions = {}): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      stream.toArray().then((chunks) => {
        received.push(Buffer.concat(chunks).toString());
        callback();
      }, callback);
    },
    ...options,
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, received };
}

const ask = (system: TestSystem, email = 'jane@example.com') =>
  system.post('/auth/sign-in/magic-link', undefined, { email, callbackURL: '/claim/abcdefgh' });

describe('without a mail server', () => {
  it('the link is in the kept email alone, and no log line tells of it', async () => {
    const { system, log } = await start({});
    const link = await askForLink(system, 'jane@example.com', '/claim/abcdefgh');
    const { cookie } = await openLink(link);
    await system.call('/me', { headers: { cookie, 'x-errand-world': 'test' } });
    expect(log()).toContain('email stored');
    for (const secret of [link, 'magic-link/verify?', new URL(link).searchParams.get('token')!, 'abcdefgh']) {
      expect(log()).not.toContain(secret);
    }
    expect(log()).not.toContain('jane@example.com');
    expect(log()).not.toContain(cookie.split('=')[1]!.split('.')[0]!);
  });
});

/** Every credential that the answers and mails of these flows hand out. */
async function secretsOfFlows(system: TestSystem): Promise<Record<string, string>> {
  const owner = await signIn(system, 'owner@example.com');
  const sandbox = (await system.post('/sandbox/keys', undefined)).body;
  const key = (await owner.call('/keys', { method: 'POST', body: { label: 'shop', world: 'test' } })).body.api_key;
  const device = (await system.post('/device/code', undefined, { name: 'cli' })).body;
  await owner.call('/device/approve', { method: 'POST', body: { user_code: device.user_code, granted: true } });
  const given = (await system.post('/device/token', undefined, { device_code: device.device_code })).body;
  const url = 'http://hook:hook-password@127.0.0.1:49151/errand';
  const endpoint = (await owner.call('/webhooks/endpoints', { method: 'POST', body: { url } })).body;
  await owner.call('/team/invitations', { method: 'POST', body: { email: 'new@example.com', role: 'viewer' } });
  await system.queue.drain();
  const [invitation] = await mailsTo(system, 'new@example.com');
  const factorSecret = (await owner.call('/operator/second-factor', { method: 'POST', world: 'live' })).body.secret;
  // Wrong codes and keys are credentials too, most of the time of another account.
  await owner.call('/operator/second-factor/verify', { method: 'POST', body: { code: '913275' } });
  await system.get('/wallet', `${key}x`);
  await system.get(`/dev/mail?token=${createLocalAccess(system.config.dataDir).token}`);
  return {
    session: owner.cookie.split('=')[1]!.split('.')[0]!,
    minted: sandbox.api_key,
    claim: sandbox.claim_url.split('/claim/')[1],
    key,
    device: device.device_code,
    userCode: device.user_code,
    deviceKey: given.key,
    signing: endpoint.secret,
    hookPassword: 'hook-password',
    invitation: linkIn(invitation!).split('/invite/')[1]!,
    factor: factorSecret,
    code: '913275',
    local: createLocalAccess(system.config.dataDir).token,
  };
}

it('no log line of any level holds a credential of signing in, devices, webhooks, invitations or second factors', async () => {
  const { system, log } = await start({ OPERATOR_EMAILS: 'owner@example.com', WEBHOOK_ALLOW_PRIVATE: 'true' });
  const secrets = await secretsOfFlows(system);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(`${secret ?? ''}`.length, name).toBeGreaterThan(5);
    expect(log().includes(secret), name).toBe(false);
  }
  expect(log().split('\n').length).toBeGreaterThan(20);
});

describe('with a mail server', () => {
  it('the link goes out by email, and is in no log and no folder', async () => {
    const { url, received } = await mailServer();
    const { system, log } = await start({ SMTP_URL: url, MAIL_FROM: 'Errand <no-reply@errand.example>' });
    expect((await ask(system)).status).toBe(200);
    expect(received).toHaveLength(1);
    const mail = received[0]!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(mail).toContain('To: jane@example.com');
    const link = /http:\S+verify\S+/.exec(mail)![0];
    const token = new URL(link).searchParams.get('token')!;
    const opened = await openLink(link);
    expect(opened.location).toBe(`${system.url}/claim/abcdefgh`);
    expect(opened.cookie).not.toBe('');
    expect((await openLink(link)).cookie).toBe('');
    expect(log()).not.toContain(token);
    expect(log()).not.toContain('jane@example.com');
    expect(await mailsTo(system, 'jane@example.com')).toEqual([]);
  });

  it('that is down: says so, and in the log without the link', async () => {
    const { system, log } = await start({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
    const answer = await ask(system);
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('service_unavailable');
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(log()).not.toContain('token=');
  });

  it('that knows no such mailbox: the answer does not tell', async () => {
    const refusal = Object.assign(new Error('no such user here'), { responseCode: 550 });
    const { url } = await mailServer({ onRcptTo: (_address, _session, callback) => callback(refusal) });
    const { system, log } = await start({ SMTP_URL: url });
    const answer = await ask(system);
    expect([answer.status, answer.text]).toEqual([200, '{"status":true}']);
    expect(log()).not.toContain('token=');
  });
});
