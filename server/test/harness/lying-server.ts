import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { portOf } from '../../src/platform/port.ts';

const head = (fields: Record<string, string | number>, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${Object.entries({ 'content-type': 'application/json', ...fields })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const whole = (body: string | Buffer, fields: Record<string, string> = {}) =>
  Buffer.concat([Buffer.from(head({ 'content-length': Buffer.byteLength(body), ...fields })), Buffer.from(body)]);

/** Writes as long as the other side reads. */
function pour(socket: Socket, first: string, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.write(first);
  socket.on('drain', more);
  more();
}

function drip(socket: Socket, first: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write('x'), 50);
  socket.once('close', () => clearInterval(timer));
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const bomb = gzipSync(Buffer.alloc(50_000_000, '[')).toString('latin1');

/** Ways in which a server can break HTTP or JSON. None is an answer that a store gives. */
export const lies: Record<string, (socket: Socket, origin: string) => void> = {
  'hangs up': (socket) => socket.destroy(),
  'says less than it promised': (socket) => socket.end(`${head({ 'content-length': 1000 })}{"orders": []`),
  'says more than it promised': (socket) => socket.end(`${head({ 'content-length': 1 })}{}{"orders": []}`),
  'sends a gzip bomb': (socket) =>
    socket.end(whole(Buffer.from(bomb, 'latin1'), { 'content-encoding': 'gzip', 'content-type': 'application/json' })),
  'sends its headers byte by byte': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: '),
  'sends its body byte by byte': (socket) => drip(socket, head({ 'content-length': 100_000 })),
  'sends endless headers': (socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', `x-more: ${'x'.repeat(8000)}\r\n`),
  'sends endless JSON': (socket) => pour(socket, head({ 'transfer-encoding': 'chunked' }), chunk('[1, '.repeat(2000))),
  'redirects to itself': (socket, origin) =>
    socket.end(head({ location: `${origin}/again`, 'content-length': 0 }, '302 Found')),
  'redirects to a private address': (socket) =>
    socket.end(head({ location: 'http://169.254.169.254/latest/meta-data/', 'content-length': 0 }, '307 Moved')),
  'sends deep JSON': (socket) => socket.end(whole('[{"a":'.repeat(30_000))),
  'sends deep JSON that ends': (socket) => socket.end(whole('['.repeat(90_000) + ']'.repeat(90_000))),
  'sends a number': (socket) => socket.end(whole('1e400')),
  'sends a page': (socket) => socket.end(whole('<!doctype html><title>Hi</title>', { 'content-type': 'text/html' })),
  'speaks another protocol': (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
};

/** A server that answers every request with one lie. */
export async function startLyingServer() {
  let lie: keyof typeof lies = 'hangs up';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.once('data', () => lies[lie]?.(socket, origin()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = (): string => `http://127.0.0.1:${portOf(server)}`;
  return {
    origin: origin(),
    tell(next: string) {
      lie = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
