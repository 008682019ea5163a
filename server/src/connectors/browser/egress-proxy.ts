import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Dial } from '../../platform/outgoing/index.ts';
import { portOf as listening } from '../../platform/port.ts';

export interface EgressProxy {
  /** The proxy for the browser. */
  url: string;
  /** Hosts that were refused. */
  readonly refusedHosts: ReadonlySet<string>;
  close(): void;
}

/** Whether a host is in the list. `*.example.com` allows all subdomains. */
export const isAllowedHost = (hosts: readonly string[], host: string): boolean =>
  hosts.some((known) => known === host || (known.startsWith('*.') && host.endsWith(known.slice(1))));

/**
 * The browser's only way to the network: to the store's hosts and those in the recipe, by the same address rules as every
 * other call.
 */
export async function openEgressProxy(hosts: readonly string[], dial: Dial): Promise<EgressProxy> {
  const refusedHosts = new Set<string>();
  const sockets = new Set<Duplex>();
  const admits = (host: string): boolean => {
    if (isAllowedHost(hosts, host)) return true;
    refusedHosts.add(host);
    return false;
  };

  const server = createServer((incoming, outgoing) => {
    const url = URL.parse(incoming.url ?? '');
    if (!url || !admits(url.host)) return void outgoing.writeHead(403).end();
    forwardRequest(incoming, outgoing, url, dial).catch(() => outgoing.destroy());
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => {});
    const url = URL.parse(`https://${incoming.url}`);
    if (!url || !admits(url.host)) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    tunnel(client, head, url, dial).catch(() => client.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${listening(server)}`,
    refusedHosts,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

async function tunnel(client: Duplex, head: Buffer, url: URL, dial: Dial): Promise<void> {
  const socket: Socket = await dial(url.hostname, portOf(url));
  socket.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.on('close', () => socket.destroy());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  socket.write(head);
  socket.pipe(client).pipe(socket);
}

async function forwardRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: URL,
  dial: Dial,
): Promise<void> {
  const socket = await dial(url.hostname, portOf(url));
  const { 'proxy-connection': _own, connection: _kept, ...headers } = incoming.headers;
  const passing = request({
    createConnection: () => socket,
    method: incoming.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, connection: 'close' },
  });
  passing.on('response', (answer) => {
    if (!writeHead(outgoing, answer)) return void outgoing.destroy();
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  passing.on('error', () => outgoing.destroy());
  passing.on('upgrade', (_answer, upgraded) => {
    upgraded.destroy();
    outgoing.destroy();
  });
  outgoing.on('close', () => socket.destroy());
  incoming.pipe(passing);
}

/** False for a response that cannot be passed on, such as one with status 001: nobody catches an error here. */
function writeHead(outgoing: ServerResponse, { statusCode = 502, headers }: IncomingMessage): boolean {
  try {
    outgoing.writeHead(statusCode, headers);
    return true;
  } catch {
    return false;
  }
}
