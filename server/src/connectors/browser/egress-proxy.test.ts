import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createDial } from '../../platform/outgoing/index.ts';
import { portOf } from '../../platform/port.ts';
import { type EgressProxy, openEgressProxy } from './egress-proxy.ts';

let store: Server;
let storeHost: string;
let visits = 0;
let proxy: EgressProxy | null = null;
beforeAll(async () => {
  store = createServer((_request, response) => {
    visits += 1;
    response.end('the store');
  });
  await once(store.listen(0, '127.0.0.1'), 'listening');
  storeHost = `127.0.0.1:${portOf(store)}`;
});
afterEach(() => {
  proxy?.close();
  proxy = null;
  visits = 0;
});
afterAll(() => new Promise((resolve) => store.close(resolve)));

async function open(hosts: string[], allowPrivate = true): Promise<EgressProxy> {
  proxy = await openEgressProxy(hosts, createDial({ allowPrivate }));
  return proxy;
}

/** The status and text of a page through the proxy; null if it hung up. */
function visit({ url }: EgressProxy, target: string): Promise<[status: number | undefined, text: string] | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const asked = request({ hostname, port, path: target, headers: { host: new URL(target).host } }, (answer) => {
      text(answer).then((body) => resolve([answer.statusCode, body]));
    });
    asked.on('error', () => resolve(null)).end();
  });
}

/** The first line that a tunnel to this host answers; empty if it hung up. */
async function tunnel({ url }: EgressProxy, host: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const line = await new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? '')).once('close', () => resolve(''));
  });
  socket.destroy();
  return line;
}

it('leads to the hosts of the store, as pages and as tunnels', async () => {
  const gate = await open([storeHost]);
  expect(await visit(gate, `http://${storeHost}/`)).toEqual([200, 'the store']);
  expect(await tunnel(gate, storeHost)).toContain('200');
  expect([...gate.refusedHosts]).toEqual([]);
});

it('leads nowhere else, and says which hosts were asked for', async () => {
  const gate = await open(['shop.example.com', '*.cdn.example']);
  const others = [storeHost, 'shop.example.com:8443', 'example.com', 'evilcdn.example', 'a.cdn.example.evil.test'];
  for (const host of others) {
    expect(await visit(gate, `http://${host}/`), host).toEqual([403, '']);
    expect(await tunnel(gate, host), host).toContain('403');
  }
  expect([...gate.refusedHosts]).toEqual(others);
  expect(visits).toBe(0);
});

it('does not lead to a private address, even of a host in the list', async () => {
  const gate = await open([storeHost, '169.254.169.254', 'localhost'], false);
  for (const host of [storeHost, '169.254.169.254', 'localhost']) {
    expect(await visit(gate, `http://${host}/`), host).toBe(null);
    expect(await tunnel(gate, host), host).toBe('');
  }
  expect(visits).toBe(0);
});

it.each([
  ['a status that does not exist', 'HTTP/1.1 001 OK\r\nContent-Length: 2\r\n\r\nhi'],
  ['trailers without chunks', 'HTTP/1.1 200 OK\r\nTrailer: x\r\nContent-Length: 2\r\n\r\nhi'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nhi'],
  ['no HTTP', 'hello\r\n\r\n'],
])('hangs up on a store that answers with %s, and stays open', async (_name, answer) => {
  const liar = createTcpServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)));
  await once(liar.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${portOf(liar)}`;
  const gate = await open([host, storeHost]);
  expect(await visit(gate, `http://${host}/`)).toBe(null);
  expect(await visit(gate, `http://${storeHost}/`)).toEqual([200, 'the store']);
  await new Promise((resolve) => liar.close(resolve));
});
