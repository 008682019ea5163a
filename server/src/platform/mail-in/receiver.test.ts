import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { type IncomingMail, type MailReceiver, type ReceiverOptions, startMailReceiver } from './index.ts';

/** Self-signed for mail.example.com, valid for a hundred years. */
const tls = {
  key: Buffer.from(`-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1NsA/cmDUzCsazqh
HkKtNn5XWRMhzEXaMfZnfL8rSxShRANCAAQSZy6OEEDmLrvALzKz1g7vBYAqMCF5
GR1qBaVFf09m/C0uDub6L905+iaiJZ0soD4niciY69vgziu5CATXYlHH
-----END PRIVATE KEY-----`),
  cert: Buffer.from(`-----BEGIN CERTIFICATE-----
MIIBjTCCATOgAwIBAgIUC4TiQ6g0KW+6emuQrPP6IKBP0/QwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQbWFpbC5leGFtcGxlLmNvbTAgFw0yNjExMTUwMzU5MTdaGA8y
MTI2MTAyMjAzNTkxN1owGzEZMBcGA1UEAwwQbWFpbC5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABBJnLo4QQOYuu8AvMrPWDu8FgCowIXkZHWoF
pUV/T2b8LS4O5vov3Tn6JqIlnSygPieJyJjr2+DOK7kIBNdiUcejUzBRMB0GA1Ud
DgQWBBQMom8hiCvymki50DTc/1Scd2DZHDAfBgNVHSMEGDAWgBQMom8hiCvymki5
0DTc/1Scd2DZHDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIEoN
CfrB/a85yriDVL86ir2oyIC/ek1DTKNiv/0/WkdEAiEAw5jc6WZNw5Bvk8qUCdmP
JrN8lj/Hw2v3IP8dyQH6wRU=
-----END CERTIFICATE-----`),
};

const logger = createLogger({ level: 'silent' });

let receiver: MailReceiver;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await receiver.close();
});

async function start(options: Partial<ReceiverOptions> = {}) {
  const taken: { address: string; mail: IncomingMail }[] = [];
  receiver = await startMailReceiver({
    port: 0,
    host: '127.0.0.1',
    name: 'mail.example.com',
    tls: null,
    logger,
    resolve: null,
    knows: async (address) => address === 'known@mail.example.com',
    take: async (address, mail) => void taken.push({ address, mail }),
    ...options,
  });
  return taken;
}

const to = 'known@mail.example.com';
const transport = (more: Record<string, unknown> = {}) =>
  createTransport({
    host: '127.0.0.1',
    port: receiver.port,
    secure: false,
    tls: { rejectUnauthorized: false },
    ...more,
  });
const send = (
  raw: string,
  more: Record<string, unknown> = {},
  envelope: { from: string; to: string | string[] } = { from: 'a@b.example', to },
) => transport(more).sendMail({ envelope, raw });

/** A raw SMTP conversation: returns what the server sends until it disconnects, or for a given time. */
function talk() {
  const socket = connect(receiver.port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  socket.on('error', () => {});
  let isClosed = false;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.once('close', () => {
    isClosed = true;
  });
  const until = async (pattern: RegExp) => {
    while (!pattern.test(said)) {
      if (isClosed) throw new Error(`It hung up after: ${said}`);
      await pause(5);
    }
  };
  return { socket, closed, until, said: () => said };
}

describe('reading', () => {
  it('understands headers, parts and encodings', async () => {
    const taken = await start();
    await transport().sendMail({
      from: 'Gr\u00fc\u00dfe <Shop@Store.example>',
      to: 'Buyer <Buyer@Example.com>',
      envelope: { from: 'bounce@store.example', to: 'KNOWN@mail.example.com' },
      subject: 'Ihr Code \u2013 482913',
      text: 'Gr\u00fc\u00dfe',
      html: '<p>Gr\u00fc\u00dfe</p>',
      headers: { 'X-Forwarded-To': to },
    });
    expect(taken).toHaveLength(1);
    const [{ address, mail } = { address: '', mail: null }] = taken;
    expect(address).toBe(to);
    expect(mail).toMatchObject({
      from: 'shop@store.example',
      to: ['buyer@example.com'],
      subject: 'Ihr Code \u2013 482913',
      text: expect.stringContaining('Gr\u00fc\u00dfe'),
      html: expect.stringContaining('<p>Gr\u00fc\u00dfe</p>'),
    });
    expect(mail?.headers.get('x-forwarded-to')).toBe(to);
  });

  it.each([
    '',
    '\r\n\r\n',
    'no header at all',
    `Subject: ${'x'.repeat(50_000)}\r\n\r\n`,
    'Content-Type: multipart/mixed\r\n\r\n--',
  ])('survives odd email', async (raw) => {
    const taken = await start();
    await send(raw).catch(() => {});
    await send('Subject: fine\r\n\r\nfine');
    expect(taken.at(-1)?.mail.subject).toBe('fine');
  });

  it('takes one copy for an address that is named twice, and asks to be tried again when it cannot be kept', async () => {
    const taken = await start();
    await send('Subject: x\r\n\r\nx', {}, { from: 'a@b.example', to: [to, to.toUpperCase()] });
    expect(taken).toHaveLength(1);
    await receiver.close();
    await start({
      take: async () => {
        throw new Error('The database is down.');
      },
    });
    await expect(send('Subject: x\r\n\r\nx')).rejects.toMatchObject({ responseCode: 451 });
  });
});

describe('limits', () => {
  it('refuses an email that takes too long to read, and holds up nothing else meanwhile', async () => {
    const taken = await start();
    const refused = expect(send(`Subject: x\r\n\r\n${'\r\n'.repeat(900_000)}`)).rejects.toMatchObject({
      responseCode: 554,
    });
    const held = monitorEventLoopDelay({ resolution: 5 });
    held.enable();
    await refused;
    held.disable();
    // On this thread it would take half a minute; the limit allows for a busy machine.
    expect(held.max / 1e6).toBeLessThan(2500);
    await send('Subject: fine\r\n\r\nfine');
    expect(taken.map(({ mail }) => mail.subject)).toEqual(['fine']);
  }, 30_000);

  it('refuses unknown addresses, too many recipients and logins', async () => {
    await start({ knows: async (address) => address.endsWith('@mail.example.com'), limits: { recipientsMost: 2 } });
    await expect(send('x', {}, { from: 'a@b.example', to: 'x@elsewhere.example' })).rejects.toMatchObject({
      responseCode: 550,
    });
    const many = ['1', '2', '3'].map((name) => `${name}@mail.example.com`);
    const { rejected } = await send('Subject: x\r\n\r\nx', {}, { from: 'a@b.example', to: many });
    expect(rejected).toEqual(['3@mail.example.com']);
    const client = talk();
    await client.until(/^220 mail\.example\.com /);
    client.socket.write('EHLO me\r\nAUTH PLAIN AHUAcA==\r\n');
    await client.until(/^5\d\d /m);
    expect(client.said()).not.toMatch(/AUTH/);
  });

  it('refuses what is too large, said or not', async () => {
    const taken = await start({ limits: { bytesMax: 10_000 } });
    await expect(send(`Subject: x\r\n\r\n${'x'.repeat(20_000)}`)).rejects.toMatchObject({ responseCode: 552 });
    expect(taken).toEqual([]);
  });

  it('disconnects silent clients and clients that never finish', async () => {
    await start({ limits: { idleMs: 200 } });
    const silent = talk();
    await silent.closed;
    await receiver.close();
    await start({ limits: { connectionMsMost: 2000 } });
    const slow = talk();
    await slow.until(/^220/);
    const drip = setInterval(() => slow.socket.write('NOOP\r\n'), 50);
    await slow.closed;
    clearInterval(drip);
    expect(slow.said()).toContain('250');
  });

  it('takes so many connections from one address and no more', async () => {
    await start({ limits: { connectionsPerAddressMost: 2 } });
    const open = [talk(), talk()];
    for (const one of open) await one.until(/^220/);
    const third = talk();
    await third.until(/421/);
    open[0]!.socket.destroy();
    // The server needs a moment to notice that a client is gone.
    const isLetIn = async () => {
      const next = talk();
      await next.until(/^(220|421)/);
      return next.said().startsWith('220');
    };
    await expect.poll(isLetIn, { timeout: 10_000 }).toBe(true);
  });
});

describe('STARTTLS', () => {
  it('is offered with a certificate', async () => {
    const taken = await start({ tls });
    await send('Subject: secret\r\n\r\nx', { requireTLS: true });
    await send('Subject: plain\r\n\r\nx', { ignoreTLS: true });
    expect(taken.map(({ mail }) => mail.subject)).toEqual(['secret', 'plain']);
  });

  it('is not there without one', async () => {
    await start();
    await expect(send('x', { requireTLS: true })).rejects.toThrow();
  });
});
