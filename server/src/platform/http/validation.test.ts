import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWholeApi } from '../../../../tools/api-documents.ts';
import { startTestServer, type TestServer } from '../../../test/harness/http-server.ts';

const id = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Detail {
  loc: (string | number)[];
  msg: string;
  type: string;
}

async function problems(path: string, body?: unknown): Promise<Record<string, string>> {
  const response = await fetch(`${server.url}${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect(response.status).toBe(422);
  const { detail } = (await response.json()) as { detail: Detail[] };
  return Object.fromEntries(detail.map((entry) => [JSON.stringify(entry.loc), entry.type]));
}

describe('bodies', () => {
  it('lists every problem of path, query and body at once', async () => {
    const found = await problems(`/things/nope?limit=0&async=maybe&price=x&limit=2`, {
      name: 'x',
      count: 'one',
      ok: 'yes',
      note: 'long',
      kind: 'c',
      color: 'green',
      at: '2026-02-30T00:00:00Z',
      code: 'abc',
      tags: [],
      meta: { 'line\nbreak': 1, 7: true },
      items: [{ id: 'x', n: 0 }, 5, { id, n: 1, more: 1 }],
      nmae: 1,
    });
    expect(found).toEqual({
      '["path","id"]': 'uuid_parsing',
      '["query","limit"]': 'value_error',
      '["query","async"]': 'bool_parsing',
      '["query","price"]': 'value_error',
      '["body","name"]': 'string_too_short',
      '["body","count"]': 'int_type',
      '["body","ok"]': 'bool_parsing',
      '["body","note"]': 'string_too_long',
      '["body","kind"]': 'enum',
      '["body","color"]': 'enum',
      '["body","at"]': 'datetime_parsing',
      '["body","code"]': 'string_pattern_mismatch',
      '["body","tags"]': 'too_short',
      '["body","meta","line\\nbreak"]': 'string_type',
      '["body","meta","7"]': 'string_type',
      '["body","items",0,"id"]': 'uuid_parsing',
      '["body","items",0,"n"]': 'greater_than_equal',
      '["body","items",1]': 'dict_type',
      '["body","items",2,"more"]': 'extra_forbidden',
      '["body","nmae"]': 'extra_forbidden',
    });
  });

  it('names wrong types, limits and missing fields', async () => {
    expect(await problems(`/things/${id}`, { name: 5, count: 101, note: 5, tags: 'a', meta: [], items: {} })).toEqual({
      '["body","name"]': 'string_type',
      '["body","count"]': 'less_than_equal',
      '["body","note"]': 'string_type',
      '["body","tags"]': 'list_type',
      '["body","meta"]': 'dict_type',
      '["body","items"]': 'list_type',
    });
    expect(await problems(`/things/${id}`, { tags: ['a', 'b', 'c'], name: 'toolong', items: [{}] })).toEqual({
      '["body","name"]': 'string_too_long',
      '["body","tags"]': 'too_long',
      '["body","items",0,"id"]': 'missing',
      '["body","items",0,"n"]': 'missing',
    });
    expect(await problems(`/things/${id}`, {})).toEqual({ '["body","name"]': 'missing' });
    expect(await problems(`/things/${id}`, [])).toEqual({ '["body"]': 'dict_type' });
    expect(await problems(`/things/${id}`, null)).toEqual({ '["body"]': 'dict_type' });
  });

  it('reports a missing body once', async () => {
    const response = await fetch(`${server.url}/things/${id}`, { method: 'POST' });
    expect(await response.json()).toEqual({
      detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }],
      retryable: false,
      next_step: 'Fix every field listed in detail, then send the request again.',
      docs: 'http://errand.example/docs/errors/invalid_request',
    });
  });

  it('uses plain words', async () => {
    const response = await fetch(`${server.url}/things/${id}?limit=x`, {
      method: 'POST',
      body: JSON.stringify({ name: 'toolong', kind: 'c', tags: [] }),
      headers: { 'content-type': 'application/json' },
    });
    const { detail } = (await response.json()) as { detail: Detail[] };
    expect(detail.map((entry) => entry.msg)).toEqual([
      'Input should be a valid integer, unable to parse string as an integer',
      'String should have at most 5 characters',
      "Input should be 'a' or 'b'",
      'List should have at least 1 item',
    ]);
  });

  it('bounds integers to those that a number holds exactly', async () => {
    expect(await problems(`/things/${id}`, { name: 'abc', big: 1e300 })).toEqual({
      '["body","big"]': 'less_than_equal',
    });
    expect(await problems(`/things/${id}`, { name: 'abc', big: -1e300 })).toEqual({
      '["body","big"]': 'greater_than_equal',
    });
    expect(await problems(`/things/${id}`, { name: 'abc', big: 1.5 })).toEqual({ '["body","big"]': 'int_type' });
  });

  it('fills in defaults and changes nothing else', async () => {
    const response = await fetch(`${server.url}/things/${id}`, {
      method: 'POST',
      body: JSON.stringify({ name: 'abc', note: null }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.json()).toEqual({
      id,
      query: { limit: 50, async: false },
      body: { name: 'abc', note: null, count: 1 },
    });
  });

  it('lets an optional body be absent, but not wrong', async () => {
    expect(await (await fetch(`${server.url}/maybe`, { method: 'POST' })).json()).toEqual({ present: false });
    expect(await problems('/maybe', { name: 1 })).toEqual({ '["body","name"]': 'string_type' });
    expect(await problems('/maybe', { nam: 'x' })).toEqual({ '["body","nam"]': 'extra_forbidden' });
  });

  it('answers a body full of errors with a bounded list', async () => {
    const items = Array.from({ length: 20_000 }, () => 1);
    expect(Object.keys(await problems(`/things/${id}`, { name: 'abc', items }))).toHaveLength(1000);
  });
});

describe('queries', () => {
  it('are converted to the declared types', async () => {
    const get = async (query: string) => (await fetch(`${server.url}/list?${query}`)).json();
    expect(await get('limit=7&price=1.5&async=1&status=a&term=a+b%20c')).toEqual({
      limit: 7,
      price: 1.5,
      async: true,
      status: ['a'],
      term: 'a b c',
    });
    expect(await get('status=a&status=b&async=FALSE')).toEqual({ limit: 50, async: false, status: ['a', 'b'] });
  });

  it('reject undeclared parameters: a misspelled filter must not return everything', async () => {
    expect(await problems('/list?utm_source=x&__proto__=1')).toEqual({
      '["query","utm_source"]': 'extra_forbidden',
      '["query","__proto__"]': 'extra_forbidden',
    });
    expect(await problems('/strict?b=1')).toEqual({ '["query","b"]': 'extra_forbidden' });
  });

  it('refuse what cannot be read, with the name of the parameter', async () => {
    expect(await problems('/list?limit=&async=2&term=')).toEqual({
      '["query","limit"]': 'int_parsing',
      '["query","async"]': 'bool_parsing',
      '["query","term"]': 'string_too_short',
    });
    expect(await problems('/list?limit=1e3')).toEqual({ '["query","limit"]': 'int_parsing' });
    expect(await problems('/list?limit=99999999999999999999')).toEqual({ '["query","limit"]': 'less_than_equal' });
    expect(await problems('/list?term=%zz')).toEqual({ '["query","term"]': 'value_error' });
    expect(await problems('/list?term=a%00b')).toEqual({ '["query","term"]': 'value_error' });
    expect(await problems('/list?term=%ED%A0%80')).toEqual({ '["query","term"]': 'value_error' });
    expect(await problems('/list?%ff=1')).toEqual({ '["query"]': 'value_error' });
    // Also if the route declares no query.
    expect(await problems('/hello?x=%00')).toEqual({ '["query","x"]': 'value_error' });
  });
});

describe('paths', () => {
  it('take IDs of any length to validation', async () => {
    expect(await problems(`/ids/${'x'.repeat(255)}`)).toEqual({ '["path","id"]': 'uuid_parsing' });
    expect(await problems(`/ids/${'x'.repeat(8000)}`)).toEqual({ '["path","id"]': 'uuid_parsing' });
    expect(await problems('/ids/%00')).toEqual({ '["path","id"]': 'uuid_parsing' });
    expect(await problems('/any/a%00b')).toEqual({ '["path","name"]': 'value_error' });
  });

  it('that are not percent-encoded UTF-8 are bad requests', async () => {
    for (const path of ['/any/%zz', '/any/%ff', '/any/%ED%A0%80', '/%', '/v1/%ff']) {
      const response = await fetch(`${server.url}${path}`);
      expect(response.status).toBe(400);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const body = await response.json();
      expect(body).toMatchObject(
        path.startsWith('/v1')
          ? { _type: 'error', code: 'invalid_request', data: {} }
          : { error: { code: 'bad_request', details: {} } },
      );
    }
  });
});

describe('the schemas of the whole interface', () => {
  interface Described {
    parameters?: { name: string; schema: object }[];
    requestBody?: { content: Record<string, { schema?: object }> };
  }

  // The service compiles schemas without this check: see createAjv.
  it('keep to the rules for schemas', () => {
    const { paths, components } = readWholeApi();
    const operations: Described[] = Object.values(paths as Record<string, Record<string, Described>>).flatMap((each) =>
      Object.values(each),
    );
    const schemas: object[] = operations.flatMap(({ parameters = [], requestBody }) => [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema = {} }) => schema),
    ]);
    const ajv = new Ajv2020({ strict: false });
    const wrong = [...schemas, ...Object.values<object>(components.schemas)].filter(
      (each) => !ajv.validateSchema(each),
    );
    expect(schemas.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
    expect(ajv.validateSchema({ type: 'string', maxLength: 'long' })).toBe(false);
  });
});
