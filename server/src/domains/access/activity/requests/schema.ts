import { Type } from 'typebox';
import { nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import { bodyStates } from './masking.ts';

const nullableText = (options?: { description: string }) => nullable(Type.String(), options);

const fields = {
  request_id: Type.String({ description: 'ID of the request, as in the X-Request-Id header.' }),
  at: Type.String({ description: 'When the request arrived.', format: 'date-time' }),
  method: Type.String({ description: 'HTTP method.' }),
  route: Type.String({ description: 'Path with parameter names.' }),
  path: Type.String({ description: 'Path that was called.' }),
  query: nullableText({ description: 'Query string.' }),
  status: Type.Integer({ description: 'HTTP status of the response.' }),
  ms: Type.Number({ description: 'Duration in milliseconds.' }),
  error_code: nullableText({ description: 'Error code of the response, if it failed.' }),
  error_message: nullableText({
    description: 'Error message of the response, if it failed. For an invalid request, it lists every problem.',
  }),
  key: Type.Object(
    { id: uuid({ description: 'UUID of the key.' }), label: nullableText({ description: 'Name of the key.' }) },
    { description: 'Key used for the request.' },
  ),
  body_state: Type.Enum([...bodyStates], {
    description:
      'How much of the body was kept. `masked`: without secrets. `cut`: the first 4 KiB. `too_large`: over 64 KiB, not kept.',
  }),
  stands_for: Type.Integer({
    description: 'Number of requests that this entry represents. Under load, only some requests are logged.',
  }),
};

const example = {
  request_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  at: '2026-08-21T10:00:00.000Z',
  method: 'POST',
  route: '/orders',
  path: '/orders',
  query: null,
  status: 402,
  ms: 4.2,
  error_code: 'insufficient_funds',
  error_message: 'Insufficient funds for this order. Add funds or lower max_price.',
  key: { id: '5f0d7a34-3a6e-4a43-9a1c-3b6f3f0d9c11', label: 'Warehouse' },
  body_state: 'whole' as const,
  stands_for: 1,
};

export const RequestSummary = Type.Object(fields, {
  title: 'LoggedRequest',
  description: 'A request to the API, as logged.',
});

export const RequestList = withExample(
  Type.Object({
    requests: Type.Array(RequestSummary, { description: 'Requests, newest first.' }),
    total: Type.Integer(),
  }),
  {
    requests: [example],
    total: 1,
  },
);

export const RequestView = withExample(
  Type.Object(
    {
      ...fields,
      headers: nullable(Type.Record(Type.String(), Type.String()), {
        description:
          'The headers Content-Type, Errand-Test-Fault, Idempotency-Key, Prefer and User-Agent, as they were sent. Null for old entries.',
      }),
      body: nullableText({ description: 'The JSON that was sent, as text, without secrets.' }),
      response: nullableText({ description: 'The JSON response, as text, without secrets.' }),
      response_state: nullable(Type.Enum([...bodyStates]), {
        description:
          'How much of the response was kept. `none`: it has no JSON body. `too_large`: over 16 KiB. Null for old entries.',
      }),
    },
    { title: 'LoggedRequestDetail', description: 'A request to the API, with its body and response.' },
  ),
  {
    ...example,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'my-first-order', 'user-agent': 'node' },
    body: '{"products":[{"url":"https://www.walmart.com/ip/986325010","quantity":1}],"max_price":5000}',
    response:
      '{"error":{"code":"insufficient_funds","message":"Insufficient funds for this order. Add funds or lower max_price."}}',
    response_state: 'whole' as const,
  },
);

export const RequestQuery = Type.Object({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A request ID, or part of a path or error code.',
    }),
  ),
  method: Type.Optional(
    Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { description: 'Only requests with this HTTP method.' }),
  ),
  status: Type.Optional(
    Type.String({ pattern: '^([1-5]xx|[1-5]\\d\\d)$', description: 'A status, or a class such as `4xx`.' }),
  ),
  key_id: Type.Optional(uuid({ description: 'Only requests made with this key.' })),
  after: Type.Optional(Type.String({ description: 'Only requests after this time.', format: 'date-time' })),
  before: Type.Optional(Type.String({ description: 'Only requests before this time.', format: 'date-time' })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
});

export const RequestPath = Type.Object({
  request_id: Type.String({
    description: 'ID of the request, as in the X-Request-Id header.',
    pattern: '^[A-Za-z0-9._~:-]{1,128}$',
  }),
});
