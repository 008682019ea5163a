import { createServer, type Server } from 'node:net';
import type { App } from './app.ts';

interface Address {
  port: number;
  host: string;
}

/** With a shorter backlog the kernel drops connections in a burst, and clients retry only after seconds. */
const backlog = 4096;

/**
 * Node accepts one connection per socket and turn of its event loop. While the process is busy, a new connection would
 * wait for seconds behind a single socket.
 */
const socketsMax = 64;

/** Listens on many sockets if the system lets them share a port. Returns those besides the server's own. */
export async function listen(app: App, { port, host }: Address): Promise<Server[]> {
  // If the name resolves to two addresses, Fastify listens on both.
  if (process.platform !== 'linux' || host === 'localhost') {
    await app.listen({ port, host, backlog });
    return [];
  }
  // A shared port does not report that another process uses it, so try it exclusively first.
  await closeListener(await listenOn(createServer(), { port, host }));
  const shared = { host, backlog, reusePort: true };
  const address = await app.listen({ ...shared, port });
  const taken = { ...shared, port: Number(new URL(address).port) };
  return Promise.all(Array.from({ length: socketsMax - 1 }, () => listenOn(createListener(app), taken)));
}

/** Opens connections the way Node's HTTP server does. */
const createListener = (app: App): Server =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));

function listenOn(server: Server, options: Parameters<Server['listen']>[0]): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(options, () => resolve(server));
  });
}

/** Stops accepting connections. Resolves when the last one has closed. */
export const closeListener = (server: Server): Promise<void> =>
  new Promise((resolve) => void server.close(() => resolve()));
