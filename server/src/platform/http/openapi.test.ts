import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness/http-server.ts';
import { exportOpenapi, openapiGaps, withExample } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Operation {
  requestBody: { required: boolean; content: Record<string, { schema: { required?: string[] } }> };
  parameters: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { description: string; content: Record<string, unknown> }>;
}

describe('the OpenAPI document', () => {
  it('is served, with this server in it', async () => {
    const response = await fetch(`${server.url}/openapi.json`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Errand', version: '2026-08-21' },
      servers: [{ url: 'http://errand.example' }],
      components: { schemas: { Error: {}, ValidationError: {} } },
    });
  });

  it('hides what is not part of the API, and lists what a client must send', () => {
    const document = exportOpenapi(server.app, 'public') as {
      paths: Record<string, { post: Operation }>;
      servers?: unknown;
    };
    expect(Object.keys(document.paths)).toEqual(['/maybe', '/things/{id}']);
    const { post } = document.paths['/things/{id}']!;
    expect(post.requestBody.content['application/json']!.schema.required).toEqual(['name']);
    expect(post.requestBody.required).toBe(true);
    expect(document.paths['/maybe']!.post.requestBody.required).toBe(false);
    expect(post.parameters.find(({ name }) => name === 'limit')?.required ?? false).toBe(false);
    expect(post.parameters.find(({ name }) => name === 'id')?.required).toBe(true);
    expect(post.responses['404']).toEqual({
      headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
      description: 'The path or ID does not exist, or belongs to another account.',
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: { not_found: { $ref: '#/components/examples/not_found' } },
        },
      },
    });
    expect(Object.keys(post.responses)).toEqual(['200', '404', '422', '500']);
  });

  it('keeps operations of operators, and the components that only they use, in a document of their own', async () => {
    const operator = exportOpenapi(server.app, 'operator') as { paths: object; info: { title: string } };
    expect([Object.keys(operator.paths), operator.info.title]).toEqual([[], 'Errand operator API']);
    const served = await (await fetch(`${server.url}/openapi-operator.json`)).json();
    expect(served).toMatchObject({ openapi: '3.1.0', paths: {}, components: { schemas: {} } });
  });

  it('tells which operations are not described in full', () => {
    expect(openapiGaps(exportOpenapi(server.app, 'public'))).toEqual([
      'POST /maybe lacks tags, summary, security, its errors',
    ]);
  });

  it('shows examples', () => {
    expect(withExample(Type.Object({ a: Type.String() }), { a: 'x' })).toMatchObject({ examples: [{ a: 'x' }] });
  });
});
