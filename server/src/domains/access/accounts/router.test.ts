import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { startTestServer, type TestServer } from '../../../../test/harness/http-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { newId } from '../../../kit/ids.ts';
import { type App, closed, exportOpenapi, fileAnswer, noContent } from '../../../platform/http/index.ts';
import { createLimiter } from '../../../platform/limiter.ts';
import { createAuthenticator } from './authenticate.ts';
import { createKey } from './create-key.ts';
import { createGuard, type Guard, type SignedIn } from './guard.ts';
import { createRouter, onceOf } from './router.ts';
import { insertAccount } from './sql.ts';

const clock = fakeClock();
const accountId = newId();
const thingId = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
const signedIn: SignedIn = {
  personId: newId(),
  accountId,
  role: 'owner',
  email: 'jane@example.com',
  name: null,
  keyIds: { test: newId(), live: newId() },
  secondFactor: { isEnrolled: false, provenAt: null },
};
const asPerson = { cookie: 'session=1', 'x-errand-world': 'test' };

let test: TestDatabase;
let server: TestServer;
let key: string;
let guard: Guard;

const Thing = Type.Object({ name: Type.String(), size: Type.Integer({ minimum: 3 }) });

function addRoutes(app: App, guard: Guard): void {
  const router = createRouter(app, guard, 'Things');
  router.get('/things/:thing_id', {
    auth: 'key',
    operationId: 'getThing',
    summary: 'One thing',
    response: { 200: Thing },
    handler: async ({ caller, params }) => ({ name: `${caller.accountId} ${params.thing_id}`, size: 3 }),
  });
  router.post('/things/:thing_id/copies', {
    auth: 'manage',
    operationId: 'copyThing',
    summary: 'Copy a thing',
    isIdempotent: true,
    body: closed({ name: Type.String() }, { examples: [{ name: 'copy' }] }),
    response: { 201: Thing },
    errors: ['account_in_use'],
    handler: async (request) => ({ name: `${onceOf(request).operation} ${onceOf(request).key}`, size: 3 }),
  });
  router.delete('/things/:thing_id', {
    auth: 'person',
    operationId: 'deleteThing',
    summary: 'Delete a thing',
    response: { 204: noContent('Deleted.') },
    async handler({ person }, reply) {
      reply.header('x-by', person.email);
    },
  });
  router.get('/things/by-name/:name', {
    auth: 'anyone',
    operationId: 'getThingByName',
    summary: 'A thing as a file',
    params: Type.Object({ name: Type.String() }),
    response: { 200: fileAnswer('The thing.', 'text/plain') },
    handler: ({ caller, params }, reply) => reply.type('text/plain').send(`${params.name} ${caller === null}`),
  });
}

beforeAll(async () => {
  test = await createTestDatabase();
  const { db } = test.database;
  await insertAccount(db, accountId, null, clock.now());
  key = (await createKey({ tx: db, clock }, { accountId, world: 'test', label: 'x' })).key;
  const rate = { perSecond: 100, burst: 100 };
  guard = createGuard({
    authenticator: createAuthenticator({ db, clock }),
    sessions: { find: async (cookies) => (cookies === asPerson.cookie ? signedIn : null) },
    limiter: createLimiter({ db, clock }),
    clock,
    ratePerKey: rate,
    ratePerAddress: rate,
    trustedProxies: [],
    publicUrl: 'http://errand.example',
    operatorEmails: [],
  });
  server = await startTestServer({
    routes(app) {
      app.decorateRequest('caller', null).decorateRequest('person', null);
      addRoutes(app, guard);
    },
  });
});
afterAll(async () => {
  await server.close();
  await test.drop();
});

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
  fetch(server.url + path, {
    method,
    headers: body ? { 'content-type': 'application/json', ...headers } : headers,
    ...(body && { body: JSON.stringify(body) }),
  });
const withKey = () => ({ authorization: `Bearer ${key}` });

function operation(path: string, method: string) {
  return fieldsOf(fieldsOf(fieldsOf(exportOpenapi(server.app, 'public').paths)[path])[method]);
}
function codesOf(path: string, method: string): string[] {
  const shared = fieldsOf(fieldsOf(exportOpenapi(server.app, 'public').components).responses);
  return Object.values(fieldsOf(operation(path, method).responses)).flatMap((response) => {
    const name = String(fieldsOf(response).$ref).split('/').at(-1)!;
    const { content } = fieldsOf(shared[name] ?? response);
    return Object.keys(fieldsOf(fieldsOf(fieldsOf(content)['application/json']).examples));
  });
}

describe('a route', () => {
  it('checks its auth and passes the caller to the handler', async () => {
    expect((await send('GET', `/things/${thingId}`)).status).toBe(401);
    const answer = await send('GET', `/things/${thingId}`, withKey());
    expect([answer.status, await answer.json()]).toEqual([200, { name: `${accountId} ${thingId}`, size: 3 }]);
    expect((await send('DELETE', `/things/${thingId}`, withKey())).status).toBe(401);
    const open = await send('GET', '/things/by-name/cup');
    expect([open.status, await open.text()]).toEqual([200, 'cup true']);
  });

  it('responds with its only status; a 204 has no body', async () => {
    const made = await send('POST', `/things/${thingId}/copies`, withKey(), { name: 'b' });
    expect(made.status).toBe(201);
    const gone = await send('DELETE', `/things/${thingId}`, { ...asPerson, 'sec-fetch-site': 'same-origin' });
    expect([gone.status, gone.headers.get('x-by'), await gone.text()]).toEqual([204, 'jane@example.com', '']);
  });

  it('validates IDs in its path as UUIDs without a schema', async () => {
    const answer = await send('GET', '/things/7', withKey());
    expect([answer.status, fieldsOf(await answer.json()).detail]).toMatchObject([422, [{ loc: ['path', 'thing_id'] }]]);
    expect(operation('/things/{thing_id}', 'get').parameters).toMatchObject([
      { name: 'thing_id', in: 'path', required: true, description: 'UUID of the thing.', schema: { format: 'uuid' } },
    ]);
  });

  it('fails at startup if a path parameter has no schema', async () => {
    const routes = (app: App) =>
      createRouter(app, guard, 'Things').get('/things/:thing_id/parts/:name', {
        auth: 'key',
        operationId: 'getPart',
        summary: 'A part',
        response: { 200: Thing },
        handler: async () => ({ name: 'part', size: 3 }),
      });
    await expect(startTestServer({ routes })).rejects.toThrow('declare its params');
  });

  it('identifies an idempotent request by method and path, with IDs in stored form', async () => {
    const headers = { ...withKey(), 'idempotency-key': 'k1' };
    const answer = await send('POST', `/things/${thingId.toUpperCase()}/copies`, headers, { name: 'b' });
    expect(await answer.json()).toMatchObject({ name: `POST /things/${thingId}/copies k1` });
  });

  it('is documented with its group, security and derived errors', () => {
    expect(operation('/things/{thing_id}', 'get')).toMatchObject({ tags: ['Things'], security: [{ bearer: [] }] });
    expect(operation('/things/{thing_id}', 'delete')).toMatchObject({ security: [{ session: [] }] });
    expect(operation('/things/by-name/{name}', 'get')).toMatchObject({ security: [] });
    const always = ['unauthorized', 'forbidden', 'rate_limit_exceeded', 'internal_error', 'service_unavailable'];
    expect(codesOf('/things/{thing_id}', 'get').sort()).toEqual([...always, 'not_found'].sort());
    expect(codesOf('/things/{thing_id}/copies', 'post').sort()).toEqual(
      [
        ...always,
        'not_found',
        'account_in_use',
        'already_exists',
        'idempotency_in_flight',
        'payload_too_large',
        'unsupported_media_type',
      ].sort(),
    );
    expect(codesOf('/things/by-name/{name}', 'get').sort()).toEqual(
      ['rate_limit_exceeded', 'internal_error', 'service_unavailable'].sort(),
    );
  });

  it('has an example built from its fields if its schema has none', () => {
    const { content } = fieldsOf(fieldsOf(operation('/things/{thing_id}', 'get').responses)['200']);
    expect(fieldsOf(fieldsOf(content)['application/json']).example).toEqual({ name: 'text', size: 3 });
  });
});
