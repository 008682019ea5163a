import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, startTestServer, type TestServer } from '../../../test/harness/http-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function post(path: string, contentType: string | null, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers: Record<string, string> = contentType === null ? {} : { 'content-type': contentType };
  // fetch adds text/plain to strings; bytes are sent without a type.
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
}

describe('bodies', () => {
  it('are JSON under any of its names', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON;charset="UTF-8"',
      'application/merge-patch+json',
    ]) {
      const response = await post('/echo', type, '{"a":"é"}');
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ body: { a: 'é' } });
    }
  });

  it('may begin with a byte order mark', async () => {
    expect(await (await post('/echo', 'application/json', '\ufeff{"a":1}')).json()).toEqual({ body: { a: 1 } });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'nonsense', null])(
    'are refused as %s',
    async (type) => {
      const response = await post('/echo', type, '{"a":1}');
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ error: { code: 'unsupported_media_type', details: {} } });
    },
  );

  it.each(['text/plain', 'nonsense', 'application/json', null])('that are empty are absent, as %s', async (type) => {
    const response = await post('/echo', type, '');
    expect(await response.json()).toEqual({ body: null });
  });

  it('that are empty in chunks are absent too', async () => {
    const answer = await exchange(
      server.port,
      'POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(answer).toContain('{"body":null}');
  });

  it.each(['text/plain', 'nonsense', 'application/x-www-form-urlencoded', null])(
    'of the legacy API are JSON whatever their type says: %s',
    async (type) => {
      expect(await (await post('/v1/echo', type, '{"a":1}')).json()).toEqual({ body: { a: 1 } });
    },
  );

  it('that are not UTF-8 or not JSON are invalid', async () => {
    for (const body of [
      new Uint8Array([0x7b, 0xff, 0x7d]),
      new Uint8Array(gzipSync('{}')),
      '{"a":1',
      '{"a":1,"a":2}',
      '\0',
    ]) {
      const response = await post('/echo', 'application/json', body);
      expect(response.status).toBe(422);
      const { detail } = (await response.json()) as { detail: { loc: unknown[]; type: string }[] };
      expect(detail).toEqual([
        { loc: ['body', expect.any(Number)], msg: expect.stringContaining('JSON decode error'), type: 'json_invalid' },
      ]);
    }
    const legacy = await post('/v1/echo', 'application/json', '{"a":1');
    expect(legacy.status).toBe(400);
    expect(await legacy.json()).toMatchObject({ _type: 'error', code: 'invalid_json', data: {} });
  });

  it('over the limit are refused before they are read', async () => {
    const answer = await exchange(
      server.port,
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1048577\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"payload_too_large"');
  });

  it('over the limit are refused while they stream in', async () => {
    const chunk = `40000\r\n${' '.repeat(0x40000)}\r\n`;
    const head =
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await exchange(server.port, head + chunk.repeat(5))).toMatch(/^HTTP\/1.1 413 /);
  });

  it('over the limit are answered readably, though the sender is not done', async () => {
    const send = (headers: Record<string, string>) =>
      new Promise<string>((resolve) => {
        const type = { 'content-type': 'application/json' };
        const sending = request(
          `${server.url}/echo`,
          { method: 'POST', headers: { ...type, ...headers } },
          (answer) => {
            let text = '';
            answer.on('data', (bytes) => {
              text += bytes;
            });
            answer.on('end', () => setTimeout(() => resolve(`${answer.statusCode} ${text}`), 50));
          },
        );
        sending.on('error', (error) => resolve(String(error)));
        for (let part = 0; part < 80; part += 1) sending.write(Buffer.alloc(250_000, 0x20));
        sending.end();
      });
    for (const headers of [{ 'content-length': '20000000' }, { 'transfer-encoding': 'chunked' }]) {
      expect(await send(headers)).toMatch(/^413 .*payload_too_large/);
    }
  });

  it('that hold too much or go too deep are refused before they are parsed', async () => {
    const many = await post('/echo', 'application/json', `[${'0,'.repeat(50_001)}0]`);
    expect([many.status, await many.json()]).toMatchObject([413, { error: { code: 'payload_too_large' } }]);
    const deep = await post('/echo', 'application/json', '['.repeat(1_000_000));
    expect([deep.status, await deep.json()]).toMatchObject([
      422,
      { detail: [{ loc: ['body', 64], type: 'json_invalid' }] },
    ]);
  });

  it('may be larger where a route says so', async () => {
    const rows = JSON.stringify(Array.from({ length: 200_000 }, () => ({ a: 'b' })));
    const response = await post('/large', 'application/json', rows);
    expect(await response.json()).toEqual({ rows: 200_000 });
  });
});

interface Answer {
  detail: { msg: string; type: string }[];
}

describe('large bodies, which another thread reads', () => {
  const rows = Array.from({ length: 6000 }, (_, index) => ({
    name: `Zoë ${index} "quoted" \\ 漢字`,
    filler: 'x'.repeat(60),
  }));
  const send = async (value: unknown) => {
    const response = await post(
      '/large-rows',
      'application/json',
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const small = { rows: rows.slice(0, 2) };
  const large = { rows };

  it('arrive as they were sent, with defaults and without nulls, as small ones do', async () => {
    expect(JSON.stringify(large).length).toBeGreaterThan(512 * 1024);
    expect(await send({ ...large, note: null })).toEqual({ status: 200, body: { rows, is_on: false } });
    expect(await send({ ...small, note: null })).toEqual({ status: 200, body: { ...small, is_on: false } });
  });

  it('stay readable as sent where a route keeps the bytes', async () => {
    const text = JSON.stringify(large);
    const { bytes } = (await (await post('/large-kept', 'application/json', text)).json()) as { bytes: string };
    expect(Buffer.from(bytes, 'base64').toString()).toBe(text);
  });

  it.each([
    ['an unknown field', { more: 1 }],
    ['a cell that is no text', { rows: [...rows, { name: 1 }] }],
    ['a field of the wrong type', { is_on: 'yes' }],
  ])('are refused for %s in the words of small ones', async (_name, change) => {
    const refused = await send({ ...large, ...change });
    expect(refused.status).toBe(422);
    const short = 'rows' in change ? { rows: change.rows.slice(-3) } : change;
    const alike = (await send({ ...small, ...short })).body.detail.map(({ msg, type }) => ({
      msg,
      type,
    }));
    expect(refused.body.detail).toMatchObject(alike);
  });

  it('are rejected if they are not JSON, too deep, or have a duplicate key', async () => {
    const text = JSON.stringify(large);
    const deep = `${'['.repeat(400_000)}`;
    const twice = `{"note":"a",${text.slice(1, -1)},"note":"b"}`;
    for (const body of [text.slice(0, -1), deep, twice]) {
      const refused = await send(body);
      expect([refused.status, refused.body.detail[0]?.type]).toEqual([422, 'json_invalid']);
    }
    expect((await send(large)).status).toBe(200);
  });
});
