import { type AddressInfo, connect } from 'node:net';
import { Type } from 'typebox';
import { Failure } from '../../src/kit/failure.ts';
import { isLegacyPath, legacySpace } from '../../src/legacy/index.ts';
import {
  type App,
  bodyBytes,
  closed,
  closeHttp,
  createHttp,
  finishRoutes,
  listen,
  optionalBody,
} from '../../src/platform/http/index.ts';
import type { HttpOptions } from '../../src/platform/http/server.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMetrics, type Metrics } from '../../src/platform/metrics.ts';
import { currentSpace, describeApi, errorResponses } from '../../src/wire/index.ts';

/** A server on a loopback port, for the tests of platform/http. */
export interface TestServer {
  app: App;
  url: string;
  port: number;
  logLines: string[];
  metrics: Metrics;
  close(): Promise<void>;
}

const publicUrl = 'http://errand.example';
const current = currentSpace(publicUrl);

class DatabaseGone extends Error {}
class DatabaseRefuses extends Error {}

export async function startTestServer(
  options: { routes?(app: App): void; port?: number } & Pick<HttpOptions, 'timeouts' | 'inFlight' | 'isStalled'> = {},
): Promise<TestServer> {
  const { routes, port: wanted = 0, ...more } = options;
  const logLines: string[] = [];
  const metrics = createMetrics();
  const app = await createHttp({
    config: { publicUrl, trustedProxies: ['127.0.0.1'] },
    spaceOf: (url) => (isLegacyPath(url) ? legacySpace : current),
    description: describeApi(publicUrl),
    logger: createLogger({ level: 'info', destination: { write: (line) => void logLines.push(line) } }),
    isUnavailable: (error) => error instanceof DatabaseGone,
    isInvalidInput: (error) => error instanceof DatabaseRefuses,
    metrics,
    ...more,
  });
  addRoutes(app);
  routes?.(app);
  await finishRoutes(app);
  const sockets = await listen(app, { host: '127.0.0.1', port: wanted });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { app, url, port, logLines, metrics, close: () => closeHttp(app, sockets) };
}

const thing = closed({
  name: Type.String({ minLength: 2, maxLength: 5 }),
  count: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
  big: Type.Optional(Type.Integer()),
  ok: Type.Optional(Type.Boolean()),
  note: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  color: Type.Optional(Type.Enum(['red', 'blue'])),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  code: Type.Optional(Type.String({ pattern: '^[A-Z]+$' })),
  tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
  meta: Type.Optional(Type.Record(Type.String(), Type.String())),
  items: Type.Optional(Type.Array(closed({ id: Type.String({ format: 'uuid' }), n: Type.Integer({ minimum: 1 }) }))),
});

const listQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  price: Type.Optional(Type.Number()),
  async: Type.Boolean({ default: false }),
  status: Type.Optional(Type.Array(Type.String())),
  term: Type.Optional(Type.String({ minLength: 1 })),
});

function addRoutes(app: App): void {
  const hidden = { hide: true };
  app.get('/hello', { schema: hidden }, async () => ({ hello: 'world' }));
  app.post('/echo', { schema: hidden }, async (request) => ({ body: request.body ?? null }));
  app.post('/v1/echo', { schema: hidden }, async (request) => ({ body: request.body ?? null }));
  app.post(
    '/things/:id',
    {
      schema: {
        operationId: 'makeThing',
        tags: ['things'],
        summary: 'Make a thing',
        security: [{ bearer: [] }],
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        querystring: listQuery,
        body: thing,
        response: {
          200: Type.Object({}, { additionalProperties: true, description: 'The thing.' }),
          ...errorResponses('not_found'),
        },
      },
    },
    async (request) => ({ id: request.params.id, query: request.query, body: request.body }),
  );
  app.post(
    '/v1/things',
    {
      schema: {
        ...hidden,
        body: Type.Object({ name: Type.String(), password: Type.Optional(Type.String({ minLength: 8 })) }),
      },
    },
    async (request) => request.body,
  );
  app.get('/list', { schema: { ...hidden, querystring: listQuery } }, async (request) => request.query);
  app.get(
    '/strict',
    { schema: { ...hidden, querystring: closed({ a: Type.Optional(Type.String()) }) } },
    async (request) => request.query,
  );
  app.get(
    '/ids/:id',
    { schema: { ...hidden, params: Type.Object({ id: Type.String({ format: 'uuid' }) }) } },
    async () => ({}),
  );
  app.get('/any/:name', { schema: hidden }, async (request) => request.params);
  app.post(
    '/maybe',
    { schema: { operationId: 'maybe', body: optionalBody(closed({ name: Type.Optional(Type.String()) })) } },
    async (request) => ({
      present: request.body !== undefined,
    }),
  );
  app.post(
    '/large',
    { schema: hidden, bodyLimit: 16 * 1024 * 1024, config: { jsonValuesMost: 1_000_000 } },
    async (request) => ({
      rows: (request.body as unknown[]).length,
    }),
  );
  app.post(
    '/large-kept',
    { schema: hidden, bodyLimit: 16 * 1024 * 1024, config: { keepsBytes: true } },
    async (request) => ({ bytes: bodyBytes(request)?.toString('base64') }),
  );
  app.post(
    '/large-rows',
    {
      schema: {
        ...hidden,
        body: closed({
          rows: Type.Array(Type.Record(Type.String(), Type.String())),
          note: Type.Optional(Type.String()),
          is_on: Type.Boolean({ default: false }),
        }),
      },
      bodyLimit: 16 * 1024 * 1024,
      config: { jsonValuesMost: 1_000_000 },
    },
    async (request) => request.body,
  );
  for (const base of ['/fail', '/v1/fail']) {
    app.get(`${base}/:how`, { schema: { ...hidden, params: Type.Object({ how: Type.String() }) } }, async (request) => {
      throw failureOf(request.params.how);
    });
  }
}

function failureOf(how: string): Error {
  switch (how) {
    case 'foreseen':
      return new Failure('rate_limit_exceeded', 429, 'Slow down.', {
        headers: { 'retry-after': '7' },
        details: { a: 1 },
      });
    case 'gone':
      return new DatabaseGone('connection to 10.1.2.3 lost');
    case 'refused':
      return new DatabaseRefuses('numeric overflow');
    default:
      return new TypeError('secret detail svc_live_canary123');
  }
}

/** Sends raw bytes and returns the response until the other side closes. */
export function exchange(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });
}
