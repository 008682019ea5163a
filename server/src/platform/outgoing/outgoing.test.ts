import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../test/harness/free-port.ts';
import { internalAddressByName, internalUrls, ordinaryHosts } from '../../../test/harness/internal-urls.ts';
import { createDial, createOutgoing, type Outgoing } from './index.ts';
import { createLookup } from './names.ts';
import { isNeverSent } from './outgoing.ts';
import { isPublicAddress } from './public-address.ts';

const servers: Server[] = [];
const clients: Outgoing[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** On every address of this machine, so any internal call would reach it. */
async function listen(handler: Handler): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(handler).on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

function client(needs: Parameters<typeof createOutgoing>[0]): Outgoing {
  const outgoing = createOutgoing(needs);
  clients.push(outgoing);
  return outgoing;
}

const call = { headers: { 'content-type': 'application/json' }, body: '{}' };
const fakeResolve = async (name: string): Promise<string[]> => {
  const address = internalAddressByName[name.replace(/\.$/, '')];
  return address === undefined ? ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'] : address.split(' ');
};

describe('internal addresses', () => {
  it('are rejected in every notation, before a connection is made', async () => {
    const canary = await listen((_request, response) => response.end('reached'));
    const outgoing = client({ allowPrivate: false, resolve: fakeResolve });
    const urls = internalUrls(canary.port);
    expect(new Set(urls).size).toBeGreaterThanOrEqual(100);
    for (const url of urls) {
      expect(await outgoing.checkUrl(url), url).toMatchObject({ ok: false });
      expect(await outgoing.post(url, call), url).toMatchObject({ kind: 'refused' });
    }
    expect(canary.connections()).toBe(0);
  });

  it('would have been reached without the guard', async () => {
    const canary = await listen((_request, response) => response.end('reached'));
    const outgoing = client({ allowPrivate: true });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '0', '[::ffff:7f00:1]', '１２７.１']) {
      const url = `http://${host}:${canary.port}/`;
      expect(await outgoing.checkUrl(url), host).toEqual({ ok: true });
      expect(await outgoing.post(url, call), host).toMatchObject({ kind: 'answered', text: 'reached' });
    }
  });

  it('are refused when the name changes its answer after the check', async () => {
    const canary = await listen((_request, response) => response.end('reached'));
    let asked = 0;
    const outgoing = client({
      allowPrivate: false,
      resolve: async () => (asked++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
    });
    const url = `http://rebind.example.com:${canary.port}/`;
    expect(await outgoing.checkUrl(url)).toEqual({ ok: true });
    expect(await outgoing.post(url, call)).toMatchObject({ kind: 'refused' });
    expect(asked).toBe(2);
    expect(canary.connections()).toBe(0);
  });

  it('are rejected even among public ones, and so is a name without any address', async () => {
    const mixed = client({ allowPrivate: false, resolve: async () => ['93.184.215.14', '10.0.0.1'] });
    expect(await mixed.checkUrl('https://example.com')).toMatchObject({ ok: false });
    const none = client({ allowPrivate: false, resolve: async () => [] });
    expect(await none.checkUrl('https://example.com')).toEqual({
      ok: false,
      isUnresolved: true,
      reason: 'The host name example.com cannot be resolved.',
    });
    const broken = client({ allowPrivate: false, resolve: () => Promise.reject(new Error('SERVFAIL')) });
    expect(await broken.post('https://example.com', call)).toMatchObject({ kind: 'refused' });
  });

  it('are told apart from public ones, wherever an IPv4 address is embedded', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const isPublic = isPublicAddress(ip);
        expect(isPublic).toBe(ipaddr.IPv4.parse(ip).range() === 'unicast');
        expect(isPublicAddress(`::ffff:${ip}`)).toBe(isPublic);
        expect(isPublicAddress(`64:ff9b::${ip}`)).toBe(isPublic);
        expect(!isPublic && isPublicAddress(`::${ip}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b:1::${ip}`)).toBe(false);
      }),
    );
    for (const text of ['', 'localhost', '256.1.1.1', 'fe80::1%eth0', '2002:5db8:d70e::1', '2001:0:1::1', '4000::1']) {
      expect(isPublicAddress(text), text).toBe(false);
    }
  });
});

describe('ports of other services', () => {
  const ports = [0, 1, 21, 22, 25, 53, 110, 111, 389, 465, 587, 993, 1023];
  const unprivileged = [1433, 2049, 2375, 3306, 5432, 6000, 6379, 6667, 9200, 11211, 27017, 10080];

  it('are refused when an address is checked, and when it is called', async () => {
    for (const outgoing of [
      client({ allowPrivate: false, resolve: fakeResolve }),
      client({ allowPrivate: true, resolve: fakeResolve }),
    ]) {
      for (const port of [...ports, ...unprivileged]) {
        for (const url of [`http://example.com:${port}/`, `https://u:p@93.184.215.14:${port}`]) {
          expect(await outgoing.checkUrl(url), url).toMatchObject({ ok: false, isUnresolved: false });
          expect(await outgoing.post(url, call), url).toMatchObject({ kind: 'refused' });
          expect(await outgoing.get(url, { headers: {}, bytesMax: 1 }), url).toMatchObject({ kind: 'refused' });
        }
      }
    }
    await expect(createDial({ allowPrivate: true })('127.0.0.1', 25)).rejects.toThrow('Port 25 is not allowed');
  });

  it('leave room for web servers', async () => {
    const outgoing = client({ allowPrivate: false, resolve: fakeResolve });
    for (const port of [80, 443, 1024, 3000, 5000, 8000, 8080, 8443, 9000, 49152, 65535]) {
      expect(await outgoing.checkUrl(`https://example.com:${port}/hook`), String(port)).toEqual({ ok: true });
    }
  });
});

describe('ordinary addresses', () => {
  it('pass the check', async () => {
    const outgoing = client({ allowPrivate: false, resolve: fakeResolve });
    for (const host of ordinaryHosts) {
      for (const url of [`https://${host}/hook?x=1`, `http://user:secret@${host}:8080/`, `HTTPS://${host}:443`]) {
        expect(await outgoing.checkUrl(url), url).toEqual({ ok: true });
      }
    }
  });

  it('are resolved by the real resolver without an exception, whatever it finds', async () => {
    const outgoing = client({ allowPrivate: false });
    expect(await outgoing.checkUrl('http://localhost/')).toMatchObject({ ok: false });
    expect(await outgoing.checkUrl('http://no-such-name.invalid/')).toMatchObject({ ok: false });
  });
});

describe('a connection', () => {
  it('connects to the addresses that were checked, under the requested name', async () => {
    const { port } = await listen((request, response) => response.end(request.headers.host));
    for (const autoSelectFamily of [true, false]) {
      const lookup = createLookup(['127.0.0.1']);
      const agent = new Agent({ connect: { lookup, autoSelectFamily } });
      const { body } = await request(`http://pinned.example:${port}/`, { dispatcher: agent });
      expect(await body.text()).toBe(`pinned.example:${port}`);
      await agent.close();
    }
  });
});

describe('a call', () => {
  it('sends the body and headers, and the credentials of the URL as Basic authentication', async () => {
    const seen: unknown[] = [];
    const { port } = await listen(async (request, response) => {
      const body = (await request.toArray()).join('');
      const { authorization, host } = request.headers;
      seen.push([request.method, request.url, host, authorization, request.headers['x-event'], body]);
      response.writeHead(202).end('thanks \0 ü');
    });
    const outgoing = client({ allowPrivate: true });
    const url = `http://j%C3%B6rg%40x:p%3Ass%zz@127.0.0.1:${port}/a%20b?c=d#e`;
    const answer = await outgoing.post(url, { headers: { 'x-event': 'ping' }, body: Buffer.from('[1]') });
    expect(answer).toMatchObject({ kind: 'answered', status: 202, text: 'thanks \uFFFD ü' });
    const basic = `Basic ${Buffer.from('jörg@x:p%3Ass%zz').toString('base64')}`;
    expect(seen).toEqual([['POST', '/a%20b?c=d', `127.0.0.1:${port}`, basic, 'ping', '[1]']]);
  });

  it('does not follow a redirect', async () => {
    const paths: (string | undefined)[] = [];
    const { port } = await listen((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/inside' }).end('elsewhere');
    });
    const answer = await client({ allowPrivate: true }).post(`http://127.0.0.1:${port}/`, call);
    expect(answer).toMatchObject({ kind: 'answered', status: 307, text: 'elsewhere' });
    expect(paths).toEqual(['/']);
  });

  it('times out when the other side hangs, during the response or before it', async () => {
    const { port } = await listen((request, response) => {
      if (request.url === '/drip') {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      }
    });
    const outgoing = client({ allowPrivate: true });
    for (const path of ['silence', 'drip']) {
      const answer = await outgoing.post(`http://127.0.0.1:${port}/${path}`, { ...call, timeoutMs: 300 });
      expect(answer).toEqual({ kind: 'timed_out', reason: 'No complete response within 0.3 seconds.' });
    }
    const asleep = client({ allowPrivate: false, resolve: () => new Promise(() => {}) });
    expect(await asleep.post('http://example.com/', { ...call, timeoutMs: 300 })).toMatchObject({ kind: 'timed_out' });
  });

  it('reads no more than 16 KiB of an endless answer, and hangs up', async () => {
    let isClosed = false;
    const { port } = await listen((_request, response) => {
      const more = (): void => {
        while (!isClosed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more).on('close', () => {
        isClosed = true;
      });
      more();
    });
    const answer = await client({ allowPrivate: true }).post(`http://127.0.0.1:${port}/`, call);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, text: 'x'.repeat(16 * 1024) });
    await expect.poll(() => isClosed).toBe(true);
  });

  it('says that there is no response, without showing credentials', async () => {
    const { port } = await listen((request) => request.socket.destroy());
    const outgoing = client({ allowPrivate: true });
    const answer = await outgoing.post(`http://user:hunter2@127.0.0.1:${port}/`, call);
    expect(answer).toEqual({ kind: 'unreachable', reason: 'The connection failed (UND_ERR_SOCKET).' });
    expect(await outgoing.post(`http://127.0.0.1:${await freePort()}/`, call)).toEqual({
      kind: 'unreachable',
      reason: 'The connection failed (ECONNREFUSED).',
    });
    expect(await outgoing.post('ftp://127.0.0.1/', call)).toMatchObject({ kind: 'refused' });
  });
});

it('a request may have arrived unless no connection was made', () => {
  const failed = (code: string, syscall?: string) => isNeverSent(Object.assign(new Error(code), { code, syscall }));
  expect(['connect', 'getaddrinfo', undefined].map((syscall) => failed('EHOSTUNREACH', syscall))).toEqual([
    true,
    true,
    true,
  ]);
  // The route went away under an open connection.
  expect(['read', 'write'].map((syscall) => failed('EHOSTUNREACH', syscall))).toEqual([false, false]);
  expect(failed('ECONNRESET', 'connect')).toBe(false);
});
