import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { askForLink, mailsTo, openLink } from '../harness/person.ts';
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
  it('the link is in the kept mail and in the log, where the claim it leads to is not', async () => {
    const { system, log } = await start({});
    const link = await askForLink(system, 'jane@example.com', '/claim/abcdefgh');
    const token = new URL(link).searchParams.get('token')!;
    expect(log()).toContain(`${system.url}/auth/magic-link/verify?token=${token}`);
    expect(log()).not.toContain('abcdefgh');
    expect(log()).not.toContain('jane@example.com');
    const { cookie } = await openLink(link);
    await system.call('/me', { headers: { cookie, 'x-errand-world': 'test' } });
    expect(log()).not.toContain(cookie.split('=')[1]!.split('.')[0]!);
  });
});

describe('with a mail server', () => {
  it('the link goes out by mail, and is in no log and no folder', async () => {
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
