import { subscribe } from 'node:diagnostics_channel';
import { request as send } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Credentials } from '../../../bench/hostile/credentials.ts';
import { drawFrom } from '../../../bench/hostile/draw.ts';
import type { Hostile } from '../../../bench/hostile/operations.ts';
import { hostileProtocol } from '../../../bench/hostile/protocols.ts';
import { auditLedger } from '../../src/domains/money/wallet/index.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { hiddenRouteNames, isListed, type ServedRoute } from '../harness/hidden-routes.ts';
import { signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

interface Route {
  method: string | string[];
  url: string;
  schema?: object;
}

let system: TestSystem;
let contract: Contract;
/** What Fastify serves, by `METHOD /path/:id`. */
const served = new Map<string, ServedRoute>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: { addHook(name: 'onRoute', hook: (route: Route) => void): void } };
  fastify.addHook('onRoute', ({ method, url, schema = {} }) => {
    const isFixed = !/[:*]/.test(url) && !['body', 'querystring'].some((part) => part in schema);
    for (const each of [method].flat()) served.set(`${each} ${url}`, { name: `${each} ${url}`, isFixed });
  });
});

beforeAll(async () => {
  served.clear();
  system = await startSystem({ env: { OPERATOR_EMAILS: 'operator@example.com' } });
  contract = await readContract(system, { isPublished: true });
});
afterAll(() => system.stop());

/** Fastify answers HEAD wherever it answers GET. */
const routes = () => [...served.values()].filter(({ name }) => !name.startsWith('HEAD '));
const isDocumented = ({ name }: ServedRoute): boolean =>
  contract.operations.some(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` === name);

it('every route is in an API document, or in the list of those that are not', () => {
  const unlisted = routes().filter((route) => !isDocumented(route) && !isListed(route));
  const advice = 'Add these routes to server/test/harness/hidden-routes.ts, with the reason why they take no ID';
  expect(
    unlisted.map(({ name }) => name),
    advice,
  ).toEqual([]);
  expect(served.size).toBeGreaterThan(300);
});

it.skipIf(process.env.PLUGINS)('no listed route is gone', () => {
  const isServed = (known: string) =>
    served.has(known) ||
    (known.endsWith('/*') && [...served.keys()].some((name) => name.startsWith(known.slice(0, -1))));
  expect(hiddenRouteNames.filter((known) => !isServed(known))).toEqual([]);
});

/** Matches the requests that reach a route. */
const patternOf = (route: string): RegExp =>
  new RegExp(
    `^${route
      .replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/?]*')
      .replaceAll('*', '[^?]*')}(?:\\?|$)`,
  );

const noCredentials: Credentials = { free: 'f', rich: 'r', person: 'p', operator: 'o', leaver: 'l' };

it('hostile requests reach every route outside the API documents', () => {
  const draw = drawFrom(7);
  const left = new Map(hiddenRouteNames.map((name) => [name, patternOf(name)]));
  for (let each = 0; each < 40_000 && left.size > 0; each += 1) {
    const { method, path } = hostileProtocol(draw, noCredentials);
    for (const [name, pattern] of left) if (pattern.test(`${method} ${path}`)) left.delete(name);
  }
  expect([...left.keys()], 'Add a maker for these routes to bench/hostile/protocols.ts').toEqual([]);
});

/** The status, or the code of a broken connection. A stream is left after its first bytes. */
function statusOf({ method, path, headers, body }: Omit<Hostile, 'name'>): Promise<number | string> {
  const { hostname, port } = new URL(system.url);
  const length: Record<string, string> = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const asked = send({ hostname, port, method, path, headers: { ...headers, ...length } }, (answer) => {
      resolve(answer.headers['x-injected'] === undefined ? (answer.statusCode ?? 0) : 'injected');
      answer.on('error', () => {}).destroy();
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end(body);
  });
}

const isFault = (status: number | string): boolean => typeof status === 'string' || status >= 500;

it('hostile requests outside the API documents are no fault of ours, and move no money', {
  timeout: 240_000,
}, async () => {
  const cookies: string[] = [];
  for (const email of ['person@example.com', 'operator@example.com', 'leaver@example.com']) {
    cookies.push((await signIn(system, email)).headers('test').cookie ?? '');
  }
  const [person = '', operator = '', leaver = ''] = cookies;
  const { key: rich } = await system.account('test');
  const credentials = { free: await system.mint(), rich, person, operator, leaver };
  const draw = drawFrom(Math.floor(Math.random() * 1e9));
  const faults: string[] = [];
  for (let each = 0; each < (process.env.TEST_WHOLE === '1' ? 20_000 : 1_000); each += 1) {
    const hostile = hostileProtocol(draw, credentials);
    const status = await statusOf(hostile);
    if (isFault(status)) faults.push(`${status} ${JSON.stringify(hostile).slice(0, 500)}`);
  }
  expect(faults).toEqual([]);
  expect(await auditLedger(system.database.db)).toEqual([]);
});

it('unusual methods are refused at every route, with any credential', { timeout: 120_000 }, async () => {
  const key = await system.mint();
  const faults: string[] = [];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (const path of new Set(routes().map(({ name }) => name.replace(/^\w+ /, '')))) {
    const target = path.replaceAll(/:\w+|\*/g, '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10');
    for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const status = await statusOf({ method, path: target, headers, body: null });
      const isRefused = method === 'HEAD' || method === 'OPTIONS' || status === 405 || status === 404;
      if (isFault(status) || !isRefused) faults.push(`${method} ${target}: ${status}`);
    }
  }
  expect(faults).toEqual([]);
});
