import swagger from '@fastify/swagger';
import type { Static, TSchema } from 'typebox';
import { assertDefined } from '../../kit/assert-defined.ts';
import { fieldsOf, listOf } from '../../kit/fields.ts';
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
    transform: ({ schema, url }) => ({ schema: describeRequest(schema) as never, url }),
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

function describeRequest(schema: unknown): unknown {
  if (schema === undefined) return schema;
  const { body, querystring, ...rest } = fieldsOf(schema);
  return {
    ...rest,
    ...(querystring === undefined ? {} : { querystring: withoutDefaulted(querystring) }),
    ...(body === undefined ? {} : { body: withoutDefaulted(body) }),
    ...(body !== undefined && isOptionalBody(fieldsOf(body)) ? { [optionalBodyMark]: true } : {}),
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
  const { required, properties } = shown;
  if (Array.isArray(required) && properties !== undefined) {
    const sent = required.filter((name) => fieldsOf(fieldsOf(properties)[name]).default === undefined);
    if (sent.length === 0) delete shown.required;
    else shown.required = sent;
  }
  return shown;
}

/** The document in an order that does not depend on when a route was registered, for the check against the committed one. */
export function exportOpenapi(app: App): Json {
  const {
    description: { tags },
    spaceOf,
  } = assertDefined(describedByApp.get(app.server));
  const document = fieldsOf(structuredClone(app.swagger()));
  const described = fieldsOf(document.paths);
  const paths: Record<string, Record<string, Json>> = {};
  const naming = createNaming();
  for (const path of Object.keys(described).sort()) {
    const operations = fieldsOf(described[path]);
    const nameOf = (method: string): Json =>
      fieldsOf(naming.name(finishOperation(spaceOf(path), fieldsOf(operations[method]))));
    paths[path] = Object.fromEntries(
      Object.keys(operations)
        .sort()
        .map((method) => [method, nameOf(method)]),
    );
  }
  const { examples, ...components } = fieldsOf(document.components);
  const used = JSON.stringify(paths);
  const isUsed = ([name]: [string, unknown]) => used.includes(`"#/components/examples/${name}"`);
  const known = new Set(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap((operation) => listOf(operation.tags).map(String)),
  );
  return {
    ...document,
    tags: [...new Set([...Object.keys(tags), ...[...known].sort()])]
      .filter((name) => known.has(name))
      .map((name) => ({ name, description: tags[name] ?? name })),
    paths,
    components: {
      ...components,
      examples: Object.fromEntries(Object.entries(fieldsOf(examples)).filter(isUsed)),
      headers: commonHeaders,
      schemas: { ...fieldsOf(components.schemas), ...naming.schemas() },
    },
  };
}

function finishOperation(
  { everyResponse }: AddressSpace,
  { [optionalBodyMark]: isOptional, ...operation }: Json,
): Json {
  if (isOptional === true) operation.requestBody = { ...fieldsOf(operation.requestBody), required: false };
  const responses: Json = { ...everyResponse, ...fieldsOf(operation.responses) };
  for (const [status, response] of Object.entries(responses)) {
    const { headers } = fieldsOf(response);
    responses[status] = { ...fieldsOf(response), headers: { ...headersOf(status), ...fieldsOf(headers) } };
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
  for (const [path, operations] of Object.entries(fieldsOf(document.paths))) {
    for (const [method, described] of Object.entries(fieldsOf(operations))) {
      const operation = fieldsOf(described);
      const missing = ['operationId', 'tags', 'summary', 'security'].filter((field) => operation[field] === undefined);
      const responses = Object.keys(fieldsOf(operation.responses));
      if (!responses.some((status) => status.startsWith('2') || status.startsWith('3')))
        missing.push('a success response');
      if (!responses.some((status) => Number(status) >= 400 && status !== '422')) missing.push('its errors');
      if (missing.length > 0) gaps.push(`${method.toUpperCase()} ${path} lacks ${missing.join(', ')}`);
    }
  }
  return gaps;
}
