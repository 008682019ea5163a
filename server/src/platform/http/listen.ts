import { createServer, type Server } from 'node:net';
import type { App } from './app.ts';

interface Address {
  port: number;
  host: string;
}

/** Connections that may wait to be taken. With fewer a burst is lost in the kernel, and its clients try again only after seconds. */
const backlog = 4096;

/**
 * Node takes one connection from a socket in each turn of its loop, and a turn is long while the process is busy: behind a single socket a
 * new connection waits for seconds.
 */
const socketsMax = 64;

/** Listens, where the system lets sockets share a port, with many of them; returns those besides the server's own. */
export async function listen(app: App, { port, host }: Address): Promise<Server[]> {
  // Where a name stands for two addresses, Fastify listens on both by itself.
  if (process.platform !== 'linux' || host === 'localhost') {
    await app.listen({ port, host, backlog });
    return [];
  }
  // With a shared port nobody is told that another process has it already, so it is first asked for alone.
  await closeListener(await listenOn(createServer(), { port, host }));
  const shared = { host, backlog, reusePort: true };
  const address = await app.listen({ ...shared, port });
  const taken = { ...shared, port: Number(new URL(address).port) };
  return Promise.all(Array.from({ length: socketsMax - 1 }, () => listenOn(createListener(app), taken)));
}

/** As Node's HTTP server opens its own connections. */
const createListener = (app: App): Server =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));

function listenOn(server: Server, options: Parameters<Server['listen']>[0]): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(options, () => resolve(server));
  });
}

/** No more connections are taken at once; done when the last one has ended. */
export const closeListener = (server: Server): Promise<void> =>
  new Promise((resolve) => void server.close(() => resolve()));
