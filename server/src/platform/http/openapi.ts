import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { Static, TSchema, TUnsafe } from 'typebox';
import { existing } from '../../kit/existing.ts';
import { Failure } from '../../kit/failure.ts';
import type { App } from './app.ts';
import { catalogue, type ErrorCode, type ErrorStatus, isErrorCode, statusWords } from './catalogue.ts';
import { commonHeaders, headersOf } from './described-headers.ts';
import { createNaming } from './named-schemas.ts';
import { isOptionalBody } from './schema.ts';
import { isLegacyPath, renderCurrent } from './shapes.ts';

export interface ErrorBody {
  error: {
    code: string;
    message: string;
    details: Record<string, unknown>;
    retryable: boolean;
    next_step?: string;
    docs: string;
  };
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'retryable', 'docs'],
      properties: {
        code: { type: 'string', enum: Object.keys(catalogue) },
        message: { type: 'string' },
        details: { type: 'object', additionalProperties: true },
        retryable: { type: 'boolean', description: 'Whether the same request may succeed later, unchanged.' },
        next_step: { type: 'string', description: 'What to do about it.' },
        docs: { type: 'string', format: 'uri', description: 'The page about this code; add .md for Markdown.' },
      },
    },
  },
};

const validationErrorSchema = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
          msg: { type: 'string' },
          type: { type: 'string' },
        },
      },
    },
  },
};

/** Where the service runs by default. */
const exampleUrl = 'http://127.0.0.1:8080';

/** One answer for each code, which every operation that can give it refers to. */
const errorExamples = Object.fromEntries(
  Object.keys(catalogue)
    .filter(isErrorCode)
    .map((code) => {
      const [status, message] = catalogue[code];
      return [code, { value: renderCurrent(new Failure(code, status, message), exampleUrl).body as ErrorBody }];
    }),
);

/** Response schemas, by status, for the failures that a route can answer with; `internal_error` is always among them. */
export function errors(...codes: ErrorCode[]): Record<ErrorStatus, TUnsafe<ErrorBody>> {
  const responses: Record<number, unknown> = {};
  const listed = [...new Set<ErrorCode>([...codes, 'internal_error'])];
  for (const status of new Set(listed.map((code) => catalogue[code][0]))) {
    const examples = listed
      .filter((code) => catalogue[code][0] === status)
      .map((code) => [code, { $ref: `#/components/examples/${code}` }]);
    responses[status] = {
      description: statusWords[status],
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) },
      },
    };
  }
  return responses as Record<ErrorStatus, TUnsafe<ErrorBody>>;
}

/** The response schema of a 422. */
export const validationError = {
  description: 'The path, the query or the body is not valid. All problems are listed.',
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ValidationError' },
      example: { detail: [{ loc: ['body', 'email'], msg: 'Input should be a valid string', type: 'string_type' }] },
    },
  },
} as unknown as TUnsafe<{ detail: { loc: (string | number)[]; msg: string; type: string }[] }>;

/** A schema with a complete example, which the type checker holds against it. */
export function withExample<Schema extends TSchema>(schema: Schema, example: Static<Schema>): Schema {
  return { ...schema, examples: [example] };
}

const optionalBodyMark = 'x-optional-body';

/** What the document says of each group of operations, in the order in which they are shown. */
const tags: Record<string, string> = {
  Orders: 'Buy, follow, export and call off.',
  Products: 'Search, details and offers.',
  Retailers: 'Who can be bought from.',
  Tracking: 'The public view of a parcel.',
  Returns: 'Send something back.',
  Cases: 'Talk about an order with support.',
  Bulk: 'Orders from a spreadsheet.',
  Wallet: 'Balance, money in and back.',
  Payments: 'Orders that a person pays for by a link.',
  Policies: 'What keys may spend, and who approves.',
  Webhooks: 'Events and where they are sent.',
  'Managed accounts': 'Your own accounts at retailers.',
  Agent: 'Paid per request, without an account.',
  Sandbox: 'Test keys and simulated stores.',
  Account: 'Keys, sign-in, devices.',
  Usage: 'What was called, and how it went.',
  Operations: 'Health and statistics.',
  Operator: 'For those who run the service.',
  'Legacy orders': 'The earlier API: orders.',
  'Legacy cases': 'The earlier API: cases.',
  'Legacy products': 'The earlier API: products.',
};

export async function installOpenapi(app: App, publicUrl: string, webhooks: Json = {}): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Errand',
        version: '2026-08-21',
        summary: 'One HTTP API to buy from online retailers.',
        description: 'Search, buy, track and return things from online retailers over one HTTP API.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The operator of this service', url: `${publicUrl}/docs` },
      } as never,
      servers: [{ url: '/', description: 'This server' }],
      webhooks: webhooks as never,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key: svc_live_… or svc_test_…' },
          basic: { type: 'http', scheme: 'basic', description: 'Earlier API: the key as user name, no password.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'errand.session_token',
            description: 'A person who signed in on the web. Send X-Errand-World: test or live along with the cookie.',
          },
          payment: { type: 'http', scheme: 'payment', description: 'Paid per request: answer a 402 challenge.' },
        },
        schemas: { Error: errorSchema, ValidationError: validationErrorSchema },
        examples: errorExamples,
      } as never,
    },
    transform: ({ schema, url }) => ({ schema: describeRequest(schema as FastifySchema | undefined) as never, url }),
  });
  let text: string | null = null;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify({ ...exportOpenapi(app), servers: [{ url: publicUrl }] });
    return reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8').send(text);
  });
}

/** After the last route: everything is compiled, so that a mistake in a schema stops the start and not a request. */
export async function finishRoutes(app: App): Promise<void> {
  await app.ready();
}

type Json = Record<string, unknown>;

function describeRequest(schema: FastifySchema | undefined): unknown {
  if (schema === undefined) return schema;
  const { body, querystring, ...rest } = schema as Json & { body?: Json; querystring?: Json };
  return {
    ...rest,
    ...(querystring === undefined ? {} : { querystring: withoutDefaulted(querystring) }),
    ...(body === undefined ? {} : { body: withoutDefaulted(body) }),
    ...(body !== undefined && isOptionalBody(body) ? { [optionalBodyMark]: true } : {}),
  };
}

/** TypeBox lists a field with a default as required, since it is always there once read; a client need not send it. */
function withoutDefaulted(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaulted);
  if (typeof schema !== 'object' || schema === null) return schema;
  const shown: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    shown[key] = ['default', 'enum', 'const', 'examples'].includes(key) ? value : withoutDefaulted(value);
  }
  const properties = shown.properties as Record<string, Json> | undefined;
  if (Array.isArray(shown.required) && properties !== undefined) {
    shown.required = shown.required.filter((name: string) => properties[name]?.default === undefined);
    if ((shown.required as string[]).length === 0) delete shown.required;
  }
  return shown;
}

/** The document in an order that does not depend on when a route was registered, for the check against the committed one. */
export function exportOpenapi(app: App): Json {
  const document = structuredClone(app.swagger()) as unknown as Json & { paths: Record<string, Record<string, Json>> };
  const paths: Json = {};
  const naming = createNaming();
  for (const path of Object.keys(document.paths).sort()) {
    const operations = existing(document.paths[path]);
    paths[path] = Object.fromEntries(
      Object.keys(operations)
        .sort()
        .map((method) => [method, naming.name(finishOperation(path, existing(operations[method])))]),
    );
  }
  const { examples, ...components } = document.components as Json & { schemas: Json; examples: Json };
  const used = JSON.stringify(paths);
  const isUsed = ([name]: [string, unknown]) => used.includes(`"#/components/examples/${name}"`);
  const known = new Set(
    Object.values(paths as Record<string, Record<string, { tags?: string[] }>>)
      .flatMap((operations) => Object.values(operations))
      .flatMap((operation) => operation.tags ?? []),
  );
  return {
    ...document,
    tags: [...new Set([...Object.keys(tags), ...[...known].sort()])]
      .filter((name) => known.has(name))
      .map((name) => ({ name, description: tags[name] ?? name })),
    paths,
    components: {
      ...components,
      examples: Object.fromEntries(Object.entries(examples).filter(isUsed)),
      headers: commonHeaders,
      schemas: { ...components.schemas, ...naming.schemas() },
    },
  };
}

function finishOperation(path: string, { [optionalBodyMark]: isOptional, ...operation }: Json): Json {
  if (isOptional === true) operation.requestBody = { ...(operation.requestBody as Json), required: false };
  // A query that is not UTF-8 is refused everywhere, also where no parameter is expected; the earlier API has its own shape.
  const declared = operation.responses as Record<string, Json>;
  const responses: Record<string, Json> = isLegacyPath(path)
    ? declared
    : { 422: validationError as unknown as Json, ...declared };
  for (const [status, response] of Object.entries(responses)) {
    responses[status] = { ...response, headers: { ...headersOf(status), ...(response.headers as Json | undefined) } };
  }
  return {
    ...operation,
    // Where the summary says it all, it is the description too: some readers show only one of the two.
    description: operation.description ?? `${String(operation.summary ?? '')}.`,
    responses,
  };
}

/** What operations lack of what each one owes its readers; empty when the document is complete. */
export function openapiGaps(document: Json): string[] {
  const gaps: string[] = [];
  for (const [path, operations] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(operations)) {
      const missing = ['operationId', 'tags', 'summary', 'security'].filter((field) => operation[field] === undefined);
      const responses = Object.keys(operation.responses as Json);
      if (!responses.some((status) => status.startsWith('2') || status.startsWith('3')))
        missing.push('a success response');
      if (!responses.some((status) => Number(status) >= 400 && status !== '422')) missing.push('its errors');
      if (missing.length > 0) gaps.push(`${method.toUpperCase()} ${path} lacks ${missing.join(', ')}`);
    }
  }
  return gaps;
}
