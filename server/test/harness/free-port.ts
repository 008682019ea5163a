import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Above 10080, the last port that fetch refuses to call.
const firstPort = 10_100;
const portCount = 21_900;
/** Each process that runs tests has ports of its own, so that no two find the same one free. */
const shares = 16;
const share = Number(process.env.VITEST_POOL_ID ?? 0) % shares;
const handedOut = new Set<number>();

/**
 * A port that no server listens on, below those that the system lends to outgoing connections: one of these could be taken
 * between the look and the use.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + share + shares * randomInt(Math.floor(portCount / shares));
    if (handedOut.has(port)) continue;
    handedOut.add(port);
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
