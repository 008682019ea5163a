import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiGaps } from '../../src/platform/http/openapi.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, examplesOf, type Media, readContract } from '../harness/conforms.ts';
import { exchange } from '../harness/http-server.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system, { isPublished: true });
  key = await system.mint();
});
afterAll(() => system.stop());

describe('request IDs', () => {
  it('keeps a sane one and replaces any other', async () => {
    for (const id of ['abc-123', 'A'.repeat(128), 'trace:1.2_3~4']) {
      const answer = await system.call('/wallet', { key, headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toBe(id);
    }
    for (const id of ['', 'A'.repeat(129), 'a b', '<script>', 'é', 'a,b']) {
      const answer = await system.call('/wallet', { key, headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('are in every kind of response', async () => {
    for (const path of ['/health', '/nowhere', '/wallet', '/openapi.json', '/docs', '/v1/nowhere', '/track/x', '/']) {
      expect((await system.get(path)).headers.get('x-request-id'), path).toBeTruthy();
    }
  });
});

describe('rejections before routing', () => {
  const envelope = (code: string) => ({
    error: {
      code,
      message: expect.any(String),
      details: expect.any(Object),
      retryable: false,
      next_step: expect.any(String),
      docs: `${system.url}/docs/errors/${code}`,
    },
  });

  it('404 for a path that does not exist', async () => {
    const withoutId = ['/orders/', '/orders//timeline', '/track/', '/products/?retailer=amazon'];
    for (const path of ['/nowhere', '/orders/x/y/z', '/Orders', '//orders', '/retailers/', ...withoutId]) {
      const answer = await system.get(path, key);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.body).toEqual(envelope('not_found'));
    }
  });

  it('405 with Allow for a method that a path does not support', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/orders', ['GET', 'POST']],
      ['PUT', `/orders/${'0'.repeat(8)}-0000-4000-8000-000000000000`, ['GET']],
      ['POST', '/wallet', ['GET']],
      ['GET', '/sandbox/keys', ['POST']],
      ['PATCH', '/retailers', ['GET']],
      ['GET', '/orders/bulk/validate', ['POST']],
      ['GET', '/orders/quote?x=1', ['POST']],
    ] as const) {
      const answer = await system.call(path, { method, key });
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.body).toEqual(envelope('method_not_allowed'));
      const allowed = answer.headers.get('allow')!.split(', ');
      for (const name of allow) expect(allowed).toContain(name);
      expect(allowed).not.toContain(method);
    }
  });

  it('413 for a body over 1 MiB, 415 for one that is not JSON', async () => {
    const before = await rowCounts(system.database.db);
    const large = await contract.post('/orders', key, JSON.stringify({ products: 'x'.repeat(1024 * 1024) }));
    expect([large.status, large.body]).toEqual([413, envelope('payload_too_large')]);
    for (const type of [
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'x',
    ]) {
      const body = JSON.stringify(orderFor(`${system.url}/shop/products/test-success`));
      const answer = await contract.post('/orders', key, body, { 'content-type': type });
      expect([type, answer.status]).toEqual([type, 415]);
      expect(answer.body).toEqual(envelope('unsupported_media_type'));
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('uses the legacy format under /v1, also for what the HTTP parser refuses', async () => {
    const shape = { _type: 'error', code: expect.any(String), message: expect.any(String), data: expect.any(Object) };
    const unknown = await system.get('/v1/nowhere', key);
    expect([unknown.status, unknown.body]).toEqual([404, shape]);
    const { port } = new URL(system.url);
    for (const [request, expected] of [
      ['GET /v1/orders HTTP/1.1\r\nbad header\r\n\r\n', shape],
      ['GET /orders HTTP/1.1\r\nbad header\r\n\r\n', envelope('bad_request')],
      [`GET /orders?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, envelope('bad_request')],
    ] as const) {
      const answer = await exchange(Number(port), request);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/\r\nx-request-id: /);
      expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual(expected);
    }
  });

  it('answers HEAD and OPTIONS without a body', async () => {
    expect((await system.call('/wallet', { method: 'HEAD', key })).text).toBe('');
    const options = await system.call('/orders', { method: 'OPTIONS' });
    expect([options.status, options.text]).toEqual([204, '']);
    expect(options.headers.get('allow')).toContain('POST');
  });
});

describe('GET /health', () => {
  const wordOf = (status: string) => (status === 'degraded' ? 'warning' : status);

  it('names its components', async () => {
    // On a busy machine a look may once come late.
    let answer = await contract.get('/health');
    const again = async () => {
      answer = await contract.get('/health');
      return answer.status;
    };
    await expect.poll(again, { timeout: 15_000 }).toBe(200);
    const { body } = answer;
    expect(body.status).toMatch(/up|degraded/);
    expect(Object.keys(body.details).sort()).toEqual(['clock', 'connectors', 'database', 'disk', 'mail', 'queue']);
    expect(body).toMatchObject({
      updated_at: expect.stringMatching(/Z$/),
      db: expect.stringMatching(/up|degraded/),
      ordering: expect.any(String),
      components: { db: wordOf(body.db), queue: wordOf(body.details.queue.status), ordering: wordOf(body.ordering) },
    });
    expect(Object.keys(body.components)).toEqual(['db', 'queue', 'ordering']);
  });
});

describe('GET /openapi.json and /docs', () => {
  it('is a complete document of this version', async () => {
    const { document } = contract;
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('2026-08-21');
    expect(document.servers).toEqual([{ url: system.url }]);
    expect(openapiGaps(document)).toEqual([]);
    const ids = contract.operations.map((operation) => operation.document.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists what every operation of a kind can answer', () => {
    const byKeyOrSession = ['401', '403', '429', '503'];
    for (const { method, path, document } of contract.operations) {
      if (path.startsWith('/v1/')) continue;
      const schemes = (document.security ?? []).flatMap((each: object) => Object.keys(each));
      const isGuarded =
        !path.startsWith('/agent/') && schemes.length === document.security?.length && schemes.length > 0;
      const owed = [...(isGuarded ? byKeyOrSession : []), ...(document.requestBody ? ['413', '415'] : [])];
      expect(Object.keys(document.responses), `${method} ${path}`).toEqual(expect.arrayContaining(owed));
    }
  });

  it('shows an example of every answer and of every body, and the examples are valid', { timeout: 120_000 }, () => {
    for (const { method, path, document } of contract.operations) {
      for (const [status, response] of Object.entries<{ content?: Record<string, Media> }>(document.responses)) {
        const media = response.content?.['application/json'];
        if (!media) continue;
        const examples = examplesOf(media);
        expect(examples.length, `${method} ${path} ${status}`).toBeGreaterThan(0);
        for (const body of examples) {
          const answer = { status: Number(status), headers: new Headers(), text: '', body };
          expect(contract.driftOf(method, path, answer as never), `${method} ${path} ${status}`).toEqual([]);
        }
      }
      const body = document.requestBody?.content['application/json'];
      if (body) expect(examplesOf(body).length, `${method} ${path}`).toBeGreaterThan(0);
    }
  });

  it('is compared with every response in these tests: extra or missing fields and undeclared statuses fail', async () => {
    const answer = await system.get('/wallet', key);
    const drift = (change: object) => contract.driftOf('GET', '/wallet', { ...answer, ...change });
    expect(drift({})).toEqual([]);
    expect(drift({ body: { ...answer.body, secret: 1 } })).not.toEqual([]);
    expect(drift({ body: { balance_cents: 1 } })).not.toEqual([]);
    expect(drift({ status: 418 })).toEqual(['undeclared 418']);
    expect(drift({ status: 404, body: { oops: true } })).not.toEqual([]);
    const health = await contract.get('/health');
    for (const time of ['2026-08-21T10:00:00Z', '2026-08-21T12:00:00.000+02:00', '2026-08-21 10:00:00.000Z']) {
      const body = { ...health.body, updated_at: time };
      expect(contract.driftOf('GET', '/health', { ...health, body }), time).not.toEqual([]);
    }
  });

  it('has a reference page', async () => {
    const page = await system.get('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });
});
