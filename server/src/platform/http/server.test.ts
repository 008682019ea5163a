import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exchange, startTestServer, type TestServer } from '../../../test/harness/http-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);

describe('every answer', () => {
  it('carries a request ID and safe headers', async () => {
    for (const path of ['/hello', '/nothing', '/fail/bug', '/v1/nothing', '/list?limit=x']) {
      const { headers } = await get(path);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('keeps a sane request ID and replaces any other', async () => {
    const idFor = async (given: string) =>
      (await get('/hello', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await idFor('abc-1.2~3:4_5')).toBe('abc-1.2~3:4_5');
    for (const bad of ['a b', 'x'.repeat(129), '<script>', '']) expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('paths and methods', () => {
  it('unknown paths are not found, in the shape of their address space', async () => {
    const response = await get('/nothing/here', { method: 'POST', body: '{"broken' });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: {
        code: 'not_found',
        message: 'Not found.',
        details: {},
        retryable: false,
        next_step: expect.stringContaining('Check the ID'),
        docs: expect.stringMatching(/\/docs\/errors\/not_found$/),
      },
    });
    expect(await (await get('/v1')).json()).toMatchObject({ _type: 'error', code: 'invalid_request', data: {} });
    expect((await get('/v12')).status).toBe(404);
    expect(await (await get('/v12')).json()).toHaveProperty('error');
  });

  it('a person who follows a broken link gets a page; programs do not', async () => {
    const page = (path: string, init: RequestInit = {}) =>
      get(path, { ...init, headers: { accept: 'text/html,*/*;q=0.8' } });
    const missing = await page('/nothing/<b>here');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(missing.headers.get('content-security-policy')).toContain("script-src 'self'");
    const text = await missing.text();
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain(missing.headers.get('x-request-id'));
    expect(text).not.toContain('<b>');
    expect((await page('/list?limit=x')).status).toBe(422);
    expect(await (await page('/fail/bug')).text()).toContain('Something went wrong on our side');
    for (const json of [await page('/nothing', { method: 'POST' }), await page('/v1/nothing'), await get('/nothing')])
      expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('a known path with another method lists the methods it supports', async () => {
    const response = await get('/hello', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
    const parametric = await get('/things/abc?x=1');
    expect(parametric.status).toBe(405);
    expect(parametric.headers.get('allow')).toBe('OPTIONS, POST');
    expect(await exchange(server.port, 'PROPFIND /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 405 /,
    );
  });

  it('OPTIONS lists the methods, HEAD is GET without a body', async () => {
    const options = await get('/things/abc', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, POST']);
    expect((await get('/nothing', { method: 'OPTIONS' })).status).toBe(404);
    const head = await get('/hello', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await get('/echo', { method: 'HEAD' })).status).toBe(405);
  });
});

describe('failures', () => {
  it('that were foreseen show their code, words, details and headers', async () => {
    const response = await get('/fail/foreseen');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toEqual({
      error: {
        code: 'rate_limit_exceeded',
        message: 'Slow down.',
        details: { a: 1 },
        retryable: true,
        next_step: expect.stringContaining('Retry-After'),
        docs: expect.any(String),
      },
    });
    expect(await (await get('/v1/fail/foreseen')).json()).toEqual({
      _type: 'error',
      code: 'rate_limit_exceeded',
      message: 'Slow down.',
      data: { a: 1 },
    });
  });

  it('that were not are a 500 that leaks nothing and is logged with its stack', async () => {
    const response = await get('/fail/bug');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret detail');
    expect(await (await get('/v1/fail/bug')).json()).toMatchObject({ _type: 'error', code: 'internal_error' });
    const logged = server.logLines.find((line) => line.includes(response.headers.get('x-request-id')!))!;
    expect(JSON.parse(logged)).toMatchObject({
      request_id: response.headers.get('x-request-id'),
      err: { type: 'TypeError', stack: expect.stringContaining('http-server.ts') },
    });
    expect(logged).not.toContain('svc_live_canary123');
  });

  it('of the database are unavailability or bad input', async () => {
    const gone = await get('/fail/gone');
    expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await gone.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    const refused = await get('/fail/refused');
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ detail: [{ loc: ['body'], type: 'value_error' }] });
  });

  it('of validation on the legacy API are a 400 with what was wrong, but no secret again', async () => {
    const response = await get('/v1/things', {
      method: 'POST',
      body: JSON.stringify({ name: 5, password: 'short', unknown: 1 }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      _type: 'error',
      code: 'invalid_request',
      message: 'The request is not valid.',
      data: {
        validator_errors: [
          { path: 'name', message: 'Input should be a valid string', value: 5 },
          { path: 'password', message: 'String should have at least 8 characters', value: null },
        ],
      },
    });
  });
});

describe('a request line that names a host', () => {
  it.each(['http://other.example', 'HTTPS://other.example:444', 'http://other.example?x='])(
    'is read as its path: %s',
    async (host) => {
      const answer = await exchange(
        server.port,
        `GET ${host}/v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toContain('"_type":"error"');
    },
  );
});

describe('what the HTTP parser refuses', () => {
  it.each([
    ['GARBAGE\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    ['GET /hello HTTP/1.1\r\n\r\n', 400],
    ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 400],
    ['POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n', 400],
    [
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    [`GET /hello HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
    ['GET /hello HTTP/1.1\r\nHost: x\r\nX-Bad: a\0b\r\n\r\n', 400],
  ])('is answered in the declared shape: %#', async (bytes, status) => {
    const answer = await exchange(server.port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/i);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      error: { code: 'bad_request', details: {} },
    });
  });

  const smuggled = 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n';
  it.each([
    ['Content-Length: 6\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
    ['Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`],
    ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${smuggled}`],
    ['Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`],
    ['Transfer-Encoding: xchunked\r\nContent-Length: 2', `{}${smuggled}`],
    ['Transfer-Encoding: chunked', `2;\n{}\r\n0\r\n\r\n${smuggled}`],
    ['Transfer-Encoding: chunked', `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['Content-Length: 2\r\nContent-Length: 60', `{}${smuggled}`],
    ['Content-Length: 2, 2', `{}${smuggled}`],
    ['Content-Length: +2', `{}${smuggled}`],
    ['X-A: a\rTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
    ['X-A: a\r\n Transfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
    ['X-A: a\nContent-Length: 0', smuggled],
  ])('is never a second request that a proxy took for a body: %j', async (header, rest) => {
    const head = `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n`;
    const answer = await exchange(server.port, head + rest);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('ignores an unknown expectation', async () => {
    const answer = await exchange(
      server.port,
      'GET /hello HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  it('sends no body where HEAD is refused', async () => {
    const answer = await exchange(
      server.port,
      `HEAD /hello HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\n\r\n$/);
  });

  it('uses the legacy format for the legacy address space', async () => {
    const answer = await exchange(server.port, 'POST /v1/orders HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n');
    expect(answer).toContain('"_type":"error"');
  });

  it('returns 408 for a request that does not arrive in time', async () => {
    const hasty = await startTestServer({ timeouts: { headersMs: 300, requestMs: 600, checkMs: 50 } });
    onTestFinished(() => hasty.close());
    for (const bytes of [
      'GET /hello HTTP/1.1\r\nHost: x\r\n',
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ]) {
      const answer = await exchange(hasty.port, bytes);
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('"bad_request"');
    }
  });

  it('survives a client that goes away in the middle of a body', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await get('/hello')).status).toBe(200);
    expect(server.logLines.filter((line) => line.includes('ECONNRESET') && line.includes('unforeseen'))).toEqual([]);
  });
});

describe('logs and metrics', () => {
  it('name the route pattern, never the URL', async () => {
    await get('/any/claim-token-canary?x=query-canary', { headers: { 'x-request-id': 'log-1' } });
    await get('/unknown-path-canary');
    const line = JSON.parse(server.logLines.find((entry) => entry.includes('log-1'))!);
    expect(line).toMatchObject({
      level: 'info',
      request_id: 'log-1',
      method: 'GET',
      route: '/any/:name',
      status: 200,
      ms: expect.any(Number),
    });
    expect(server.logLines.join('')).not.toContain('canary');
    const text = await server.metrics.registry.metrics();
    expect(text).toContain('route="/any/:name",method="GET",status="200"');
    expect(text).toContain('route="unmatched"');
    expect(text).not.toContain('canary');
  });
});
