import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { existing } from '../../kit/existing.ts';
import type { AddressSpace, SpaceOf } from './address-space.ts';
import type { App } from './app.ts';
import { commonHeaders, headersOf } from './described-headers.ts';
import { createNaming } from './named-schemas.ts';
import { isOptionalBody } from './schema.ts';

/** A schema with a complete example, which the type checker holds against it. */
export function withExample<Schema extends TSchema>(schema: Schema, example: Static<Schema>): Schema {
  return { ...schema, examples: [example] };
}

const optionalBodyMark = 'x-optional-body';

/** What the document says that is not of one operation. */
export interface ApiDescription {
  info: Json & { title: string; version: string };
  /** What it says of each group of operations, in the order in which they are shown. */
  tags: Record<string, string>;
  securitySchemes: Json;
  schemas: Json;
  examples: Json;
  webhooks?: Json;
}

interface Described {
  description: ApiDescription;
  spaceOf: SpaceOf;
}

const describedByApp = new WeakMap<object, Described>();

export async function installOpenapi(app: App, publicUrl: string, described: Described): Promise<void> {
  const { info, securitySchemes, schemas, examples, webhooks = {} } = described.description;
  describedByApp.set(app.server, described);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/', description: 'This server' }],
      webhooks: webhooks as never,
      components: { securitySchemes, schemas, examples } as never,
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
  const {
    description: { tags },
    spaceOf,
  } = existing(describedByApp.get(app.server));
  const document = structuredClone(app.swagger()) as unknown as Json & { paths: Record<string, Record<string, Json>> };
  const paths: Json = {};
  const naming = createNaming();
  for (const path of Object.keys(document.paths).sort()) {
    const operations = existing(document.paths[path]);
    paths[path] = Object.fromEntries(
      Object.keys(operations)
        .sort()
        .map((method) => [method, naming.name(finishOperation(spaceOf(path), existing(operations[method])))]),
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

function finishOperation(
  { everyResponse }: AddressSpace,
  { [optionalBodyMark]: isOptional, ...operation }: Json,
): Json {
  if (isOptional === true) operation.requestBody = { ...(operation.requestBody as Json), required: false };
  const responses = { ...everyResponse, ...(operation.responses as Record<string, Json>) };
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
