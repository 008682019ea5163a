import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../harness/child-environment.ts';
import { freePort } from '../harness/free-port.ts';
import { orderFor } from '../harness/system.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const running = new Set<ChildProcess>();
let dataDir: string;
let port: number;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'errand-stop-'));
  await chmod(dataDir, 0o755);
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  // Not SIGKILL: that would leave the database behind.
  const ends = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ends);
  await rm(dataDir, { recursive: true, force: true });
});

/** The default, as `npm start` has it: everything in one process, built into few files where it is, on the embedded database. */
async function start(): Promise<{ stop(): void; ended: Promise<number | null> }> {
  const env = {
    ...childEnvironment(),
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    SANDBOX_TIME_SCALE: '0.5',
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
  };
  const child = spawn(process.execPath, ['server/start.mjs'], { cwd: root, env, stdio: 'ignore' });
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    const isUp = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return { stop: () => child.kill('SIGTERM'), ended };
    await pause(50);
  }
}

const isDatabaseRunning = () => existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'));

/** A request of which only the first half has been sent. */
async function beginOrder(key: string, body: string): Promise<{ finish(): Promise<string> }> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const head = [
    'POST /orders HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
  while (!answer.startsWith(goOn)) await once(socket, 'data');
  answer = '';
  socket.write(body.slice(0, 20));
  return {
    async finish() {
      const closed = once(socket, 'close');
      socket.write(body.slice(20));
      await closed;
      return answer;
    },
  };
}

describe('SIGTERM', () => {
  it('lets requests and jobs finish, stops the database and exits with 0', { timeout: 120_000 }, async () => {
    const first = await start();
    const minted = (await (await fetch(`${url}/sandbox/keys`, { method: 'POST' })).json()) as { api_key: string };
    const key = minted.api_key;
    const order = JSON.stringify(orderFor(`${url}/shop/products/test-success`));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const post = (path: string, body: string) => fetch(url + path, { method: 'POST', headers, body });
    const send = () => post('/orders', order);
    // A thread of its own reads this one, from a file of its own.
    const rows = Array.from({ length: 400 }, (_, index) => ({ name: `Jane ${index}`, note: 'x'.repeat(1000) }));
    const validation = await post('/orders/bulk/validate', JSON.stringify({ rows }));
    expect([validation.status, await validation.json()]).toMatchObject([200, { invalid_rows: 400 }]);
    // Jobs: these are being bought while the service stops.
    const early = await Promise.all(
      Array.from({ length: 10 }, async () => (await send()).json() as Promise<{ id: string }>),
    );
    // Requests: the service has read half of each when it gets the signal.
    const halves = await Promise.all(Array.from({ length: 15 }, () => beginOrder(key, order)));
    expect(isDatabaseRunning()).toBe(true);
    first.stop();
    // It has stopped accepting connections by then.
    const isLetIn = () => fetch(`${url}/health`).then(Boolean, () => false);
    while (await isLetIn()) await pause(50);
    const answers = await Promise.all(halves.map((half) => half.finish()));
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
      expect(answer).toMatch(/connection: close/i);
    }
    expect(await first.ended).toBe(0);
    expect(isDatabaseRunning()).toBe(false);

    const second = await start();
    const ids = [...early.map(({ id }) => id), ...answers.map((answer) => JSON.parse(answer.split('\r\n\r\n')[1]!).id)];
    expect(new Set(ids).size).toBe(25);
    for (const id of ids) {
      for (;;) {
        const response = await fetch(`${url}/orders/${id}`, { headers: { authorization: `Bearer ${key}` } });
        expect(response.status).toBe(200);
        const { status, attempts } = (await response.json()) as { status: string; attempts: number };
        expect(['pending', 'in_progress', 'order_placed']).toContain(status);
        if (status !== 'order_placed') {
          await pause(100);
          continue;
        }
        // Jobs that were running got time to finish; none was interrupted.
        expect(attempts).toBe(1);
        break;
      }
    }
    second.stop();
    expect(await second.ended).toBe(0);
    expect(isDatabaseRunning()).toBe(false);
  });
});
