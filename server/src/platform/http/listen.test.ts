import { Agent, get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness/http-server.ts';

/** For a busy machine. */
const patience = { timeout: 15_000 };

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** On its own connection. */
function ask(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent: new Agent() }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
  });
}

it('answers on every socket of its port, and stops only when all of them are done', async () => {
  const finish: (() => void)[] = [];
  server = await startTestServer({
    routes: (app) => {
      app.get('/slow', { schema: { hide: true } }, async () => {
        await new Promise<void>((resolve) => finish.push(resolve));
        return { done: true };
      });
    },
  });
  const { url } = server;
  const asked = Array.from({ length: 100 }, () => ask(`${url}/slow`));
  await expect.poll(() => finish.length, patience).toBe(100);
  let isStopped = false;
  const stopped = server.close().then(() => {
    isStopped = true;
  });
  const refusal = () => ask(`${url}/hello`).catch(({ code }: NodeJS.ErrnoException) => code);
  await expect.poll(refusal, patience).toBe('ECONNREFUSED');
  const [last, ...others] = finish;
  for (const resolve of others) resolve();
  await expect(Promise.race(asked)).resolves.toBe(200);
  expect(isStopped).toBe(false);
  last?.();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  await stopped;
});

it('is told that another process listens on the port', async () => {
  server = await startTestServer();
  await expect(startTestServer({ port: server.port })).rejects.toThrow('EADDRINUSE');
});
