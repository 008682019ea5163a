import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/harness/fake-clock.ts';
import { createLogger } from '../logger.ts';
import { createMailer, type Mail, MailError, type Mailer } from './index.ts';

interface Received {
  from: string;
  to: string[];
  raw: string;
}

let dataDir: string;
let closing: (() => Promise<void>)[];
let received: Received[];
const clock = fakeClock();
const mail: Mail = { to: 'jo@example.com', subject: 'Grüße', text: 'Hallo.\n.\nEnde', messageId: 'greeting-1' };

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mail-'));
  closing = [];
  received = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  rmSync(dataDir, { recursive: true });
});

function mailerFor(smtpUrl: string | null): Mailer {
  const logger = createLogger({ level: 'silent', destination: { write: () => {} } });
  return createMailer({ smtpUrl, mailFrom: 'Errand <no-reply@errand.example>', dataDir, clock, logger });
}

async function smtpServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, session, callback) {
      stream.toArray().then((chunks) => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        callback();
      }, callback);
    },
    ...options,
  });
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return listening(server.listen(0, '127.0.0.1'));
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.once('listening', () => resolve((server.address() as { port: number }).port));
  });
}

async function failureOf(work: Promise<void>): Promise<MailError> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof MailError) return error;
  throw new Error(`It should have been a MailError, not ${error}.`);
}

const hostile: Mail[] = [
  { ...mail, to: 'jo@example.com\r\nBcc: eve@example.com' },
  { ...mail, to: 'jo@example.com\nBcc: eve@example.com' },
  { ...mail, to: 'jo@example.com, eve@example.com' },
  { ...mail, to: 'jo@example.com;eve@example.com' },
  { ...mail, to: 'eve@example.com <jo@example.com>' },
  { ...mail, to: '"jo@example.com> RCPT TO:<eve"@example.com' },
  { ...mail, to: `${'j'.repeat(250)}@example.com` },
  { ...mail, to: 'jo' },
  { ...mail, to: '' },
  { ...mail, subject: 'Hi\r\nBcc: eve@example.com' },
  { ...mail, subject: 'Hi\rBcc: eve@example.com' },
  { ...mail, subject: 'Hi\n\nand a body' },
  { ...mail, subject: 'Hi\0' },
  { ...mail, messageId: 'a\r\nBcc: eve@example.com' },
  { ...mail, messageId: '../../elsewhere' },
  { ...mail, messageId: '.hidden' },
  { ...mail, messageId: '' },
];

describe('with an SMTP server', () => {
  it('sends text and HTML with a stable message ID, and keeps nothing', async () => {
    const mailer = mailerFor(`smtp://127.0.0.1:${await smtpServer()}`);
    await mailer.send({ ...mail, html: '<p>Hallo</p>' });
    await mailer.send(mail);
    expect(received).toHaveLength(2);
    for (const { from, to, raw } of received) {
      expect([from, to]).toEqual(['no-reply@errand.example', ['jo@example.com']]);
      expect(raw).toContain('Message-ID: <greeting-1@errand.example>\r\n');
      expect(raw).toContain('From: Errand <no-reply@errand.example>\r\n');
      expect(raw).toContain('To: jo@example.com\r\n');
      expect(raw).toContain('Date: Fri, 21 Aug 2026 10:00:00 +0000\r\n');
      expect(raw).toContain('Auto-Submitted: auto-generated\r\n');
      expect(raw).toMatch(/Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=/);
    }
    expect(received[0]!.raw).toContain('<p>Hallo</p>');
    expect(received[1]!.raw).toContain('\r\n\r\nHallo.\r\n.\r\nEnde');
    expect(await mailer.listStored(10)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('logs in with the user and password of the URL', async () => {
    const seen: unknown[] = [];
    const port = await smtpServer({
      authOptional: false,
      onAuth(auth, _session, callback) {
        seen.push([auth.username, auth.password]);
        if (auth.password === 'p@ss') callback(null, { user: 'u' });
        else callback(new Error('Invalid username or password'));
      },
    });
    await mailerFor(`smtp://user:p%40ss@127.0.0.1:${port}`).send(mail);
    expect(seen).toEqual([['user', 'p@ss']]);
    const error = await failureOf(mailerFor(`smtp://user:hunter2@127.0.0.1:${port}`).send(mail));
    expect(error.isPermanent).toBe(false);
    expect(error.message).not.toContain('hunter2');
    expect(received).toHaveLength(1);
  });

  it('tells a refused recipient from a server that is not ready', async () => {
    const answering = (responseCode: number): SMTPServerOptions => ({
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('no'), { responseCode })),
    });
    const refused = mailerFor(`smtp://127.0.0.1:${await smtpServer(answering(550))}`);
    expect(await failureOf(refused.send(mail))).toMatchObject({ isPermanent: true });
    const busy = mailerFor(`smtp://127.0.0.1:${await smtpServer(answering(450))}`);
    expect(await failureOf(busy.send(mail))).toMatchObject({ isPermanent: false });
    const absent = mailerFor('smtp://127.0.0.1:1');
    expect(await failureOf(absent.send(mail))).toMatchObject({ isPermanent: false });
    expect(received).toEqual([]);
  });

  it('times out on a silent server', async () => {
    const silent = createServer();
    const port = await listening(silent.listen(0, '127.0.0.1'));
    closing.push(() => new Promise((resolve) => silent.close(() => resolve())));
    const mailer = mailerFor(`smtp://127.0.0.1:${port}?greetingTimeout=200`);
    expect(await failureOf(mailer.send(mail))).toMatchObject({ isPermanent: false });
  });

  it('refuses what would smuggle in headers or recipients, before it connects', async () => {
    let connections = 0;
    const port = await smtpServer({
      onConnect(_session, callback) {
        connections++;
        callback();
      },
    });
    const mailer = mailerFor(`smtp://127.0.0.1:${port}`);
    for (const entry of hostile) expect(await failureOf(mailer.send(entry))).toMatchObject({ isPermanent: true });
    expect(connections).toBe(0);
  });
});

describe('without an SMTP server', () => {
  it('keeps email as files that only their owner reads, newest first', async () => {
    const mailer = mailerFor(null);
    expect(await mailer.listStored(10)).toEqual([]);
    for (const messageId of ['b-1', 'c-2', 'a-3']) {
      await mailer.send({ ...mail, messageId });
      clock.advance(1000);
    }
    expect((await mailer.listStored(10)).map(({ id }) => id)).toEqual(['a-3', 'c-2', 'b-1']);
    expect((await mailer.listStored(2)).map(({ id }) => id)).toEqual(['a-3', 'c-2']);
    expect(await mailer.readStored('b-1')).toEqual({
      id: 'b-1',
      from: 'Errand <no-reply@errand.example>',
      to: 'jo@example.com',
      subject: 'Grüße',
      text: 'Hallo.\n.\nEnde',
      html: null,
      sentAt: '2026-08-21T10:00:00.000Z',
    });
    expect(statSync(join(dataDir, 'mail')).mode & 0o777).toBe(0o700);
    const files = readdirSync(join(dataDir, 'mail'));
    expect(files).toHaveLength(3);
    for (const file of files) expect(statSync(join(dataDir, 'mail', file)).mode & 0o777).toBe(0o600);
  });

  it('keeps an email that is sent again only once, even when both come together', async () => {
    const mailer = mailerFor(null);
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)));
    await mailer.send({ ...mail, text: 'again' });
    expect(await mailer.listStored(10)).toMatchObject([{ id: 'greeting-1', text: mail.text }]);
    expect(readdirSync(join(dataDir, 'mail'))).toEqual(['greeting-1.json']);
  });

  it('finds nothing for an ID that is unknown or points elsewhere', async () => {
    const mailer = mailerFor(null);
    await mailer.send(mail);
    for (const id of ['unknown', '../mail/greeting-1', '..', '', '/etc/passwd', 'greeting-1.json']) {
      expect(await mailer.readStored(id), id).toBe(null);
    }
  });

  it('refuses what would smuggle in headers or leave the folder, and writes nothing', async () => {
    const mailer = mailerFor(null);
    for (const entry of hostile) expect(await failureOf(mailer.send(entry))).toMatchObject({ isPermanent: true });
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
