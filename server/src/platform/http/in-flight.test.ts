import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness/http-server.ts';
import { type App, waitWithoutCounting } from './index.ts';

/** For a busy machine. */
const patience = { timeout: 15_000 };

let server: TestServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  // A request without its body would keep the server open.
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  server = undefined;
});

/** A route that replies when told to. */
function slowRoutes() {
  const waiting: (() => void)[] = [];
  const schema = { hide: true } as const;
  const slow = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { done: true };
  };
  const finish = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const routes = (app: App) => {
    app.get('/slow', { schema }, slow);
    app.post('/slow', { schema }, slow);
    app.post('/v1/slow', { schema }, slow);
    app.get('/health', { schema }, async () => ({ status: 'up' }));
  };
  return { routes, waiting, finish };
}

it('rejects excess requests before their body is read, and lets reads and /health through', async () => {
  const { routes, waiting, finish } = slowRoutes();
  server = await startTestServer({ routes, inFlight: { writes: 2, all: 3 } });
  const post = (body = '{}') =>
    fetch(`${server?.url}/slow`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const get = (path: string) => fetch(`${server?.url}${path}`);
  const taken = [post(), post()];
  await expect.poll(() => waiting.length, patience).toBe(2);
  const refused = await post('this is not even JSON');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ error: { code: 'service_unavailable' } });
  // Refused before the framework saw it, but with all the usual headers.
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  const again = await fetch(`${server.url}/slow`, { method: 'POST', headers: { 'x-request-id': 'mine-1' } });
  expect([again.status, again.headers.get('x-request-id')]).toEqual([503, 'mine-1']);
  const legacy = await fetch(`${server.url}/v1/slow`, { method: 'POST' });
  expect([legacy.status, await legacy.json()]).toMatchObject([500, { _type: 'error', code: 'internal_error' }]);
  expect(await server.metrics.registry.metrics()).toContain(
    'http_request_duration_seconds_count{route="refused",method="POST",status="503"} 2',
  );
  const read = get('/slow');
  await expect.poll(() => waiting.length, patience).toBe(3);
  expect((await get('/slow')).status).toBe(503);
  const page = await fetch(`${server.url}/slow`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect((await get('/health')).status).toBe(200);
  finish();
  for (const answer of await Promise.all([...taken, read])) expect(answer.status).toBe(200);
  const next = post();
  await expect.poll(() => waiting.length, patience).toBe(1);
  finish();
  expect((await next).status).toBe(200);
});

it('keeps room for others when one address is slow to send or gets slow answers', async () => {
  const { routes, waiting, finish } = slowRoutes();
  server = await startTestServer({ routes, inFlight: { writes: 8, all: 8 } });
  const { port } = server;
  const from = (address: string, method: string, path = '/slow') =>
    fetch(`${server?.url}${path}`, { method, headers: { 'x-forwarded-for': address } });
  // A header that promises a body which never comes.
  for (let each = 0; each < 8; each += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => {}));
  for (const socket of sockets)
    socket.write(
      'POST /slow HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
  await expect.poll(async () => (await from('203.0.113.1', 'POST', '/none')).status, patience).toBe(503);
  expect((await from('203.0.113.1', 'GET')).status).toBe(503);
  const others = [from('203.0.113.2', 'POST'), from('203.0.113.3', 'GET')];
  const refusal = Promise.any(others).then(({ status }) => `refused with ${status}`);
  const admission = expect.poll(() => waiting.length, patience).toBe(2);
  expect(await Promise.race([refusal, admission.then(() => 'admitted')])).toBe('admitted');
  expect((await from('203.0.113.2', 'POST')).status).toBe(503);
  // Beyond twice the limit, nobody gets in.
  const more = Array.from({ length: 6 }, (_, place) => from(`203.0.113.${10 + place}`, 'POST'));
  await expect.poll(() => waiting.length, patience).toBe(8);
  expect((await from('203.0.113.99', 'POST')).status).toBe(503);
  finish();
  for (const answer of await Promise.all([...others, ...more])) expect(answer.status).toBe(200);
});

it('lets others in beside those who only wait for something to happen', async () => {
  const woken: (() => void)[] = [];
  const routes = (app: App) => {
    app.post('/rest', { schema: { hide: true } }, async (request) => {
      await waitWithoutCounting(request, () => new Promise<void>((resolve) => woken.push(resolve)));
      return { done: true };
    });
  };
  server = await startTestServer({ routes, inFlight: { writes: 1, all: 1 } });
  const gone = new AbortController();
  const post = (signal?: AbortSignal) =>
    fetch(`${server?.url}/rest`, { method: 'POST', ...(signal ? { signal } : {}) });
  const waiting = [post(), post(), post()];
  const left = post(gone.signal);
  await expect.poll(() => woken.length, patience).toBe(4);
  gone.abort();
  await expect(left).rejects.toThrow();
  for (const wake of woken.splice(0)) wake();
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  // A request that finished or was aborted is no longer counted.
  const last = post();
  await expect.poll(() => woken.length, patience).toBe(1);
  woken[0]?.();
  expect((await last).status).toBe(200);
});

it('answers requests that wait for a stalled database, in the format of their API', async () => {
  const { routes, waiting, finish } = slowRoutes();
  let isStalled = false;
  server = await startTestServer({ routes, inFlight: { stalledMs: 0 }, isStalled: () => isStalled });
  const current = fetch(`${server.url}/slow`);
  const legacy = fetch(`${server.url}/v1/slow`, { method: 'POST' });
  await expect.poll(() => waiting.length, patience).toBe(2);
  isStalled = true;
  const answer = await current;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  const old = await legacy;
  expect([old.status, await old.json()]).toMatchObject([500, { _type: 'error', code: 'internal_error' }]);
  finish();
  isStalled = false;
  const after = fetch(`${server.url}/slow`);
  await expect.poll(() => waiting.length, patience).toBe(1);
  finish();
  expect((await after).status).toBe(200);
});
