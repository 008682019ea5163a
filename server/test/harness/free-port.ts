import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Above 10080, the last port that fetch refuses to call.
const firstPort = 10_100;
const lastPort = 32_000;

/**
 * A port that no server listens on, below those that the system lends to outgoing connections: one of these could be taken
 * between the look and the use.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
