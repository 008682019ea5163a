import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Above 10080, the last port that fetch refuses.
const firstPort = 10_100;
const portCount = 21_900;
/** Each test process has its own ports, so no two pick the same one. */
const shares = 16;
const share = Number(process.env.VITEST_POOL_ID ?? 0) % shares;
const handedOut = new Set<number>();

/** A free port below the ephemeral range, whose ports could be taken before use. */
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
