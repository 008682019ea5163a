import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { Static, TSchema } from 'typebox';
import { assertDefined } from '../../kit/assert-defined.ts';
import { fieldsOf, listOf } from '../../kit/fields.ts';
import type { AddressSpace, SpaceOf } from './address-space.ts';
import type { App } from './app.ts';
import { commonHeaders, headersOf } from './described-headers.ts';
import { createNaming } from './named-schemas.ts';
import { isOptionalBody } from './schema.ts';
import { componentsUsedBy, shareResponses } from './shared-parts.ts';

/** Adds a complete example, which the compiler checks against the schema. */
export function withExample<Schema extends TSchema>(schema: Schema, example: Static<Schema>): Schema {
  return { ...schema, examples: [example] };
}

const optionalBodyMark = 'x-optional-body';

/** Who an API document is for. */
export const audiences = ['public', 'operator'] as const;
export type Audience = (typeof audiences)[number];
const addresses: Record<Audience, string> = { public: '/openapi.json', operator: '/openapi-operator.json' };

/** The parts of the documents that do not come from operations. */
export interface ApiDescription {
  info: Record<Audience, Json & { title: string; version: string }>;
  /**
   * Groups of operations with descriptions, in the order of the reference. An operation appears in its group's
   * document.
   */
  tags: Record<Audience, Record<string, string>>;
  /** Descriptions by name, for fields and parameters that have none. */
  commonFields: Record<string, string>;
  securitySchemes: Json;
  schemas: Json;
  examples: Json;
  webhooks?: Json;
}

interface Described {
  description: ApiDescription;
  spaceOf: SpaceOf;
  documents?: Record<Audience | 'everyone', Json>;
}

const describedByApp = new WeakMap<object, Described>();

export async function installOpenapi(app: App, publicUrl: string, described: Described): Promise<void> {
  const { info, securitySchemes, schemas, examples, webhooks = {} } = described.description;
  describedByApp.set(app.server, described);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: info.public,
      servers: [{ url: '/', description: 'This server' }],
      webhooks: webhooks as never,
      components: { securitySchemes, schemas, examples } as never,
    },
    transform: ({ schema, url }) => ({ schema: describeRequest(schema) as never, url }),
  });
  for (const audience of audiences) {
    let text: string | null = null;
    app.get(addresses[audience], { schema: { hide: true } }, (_request, reply) => {
      text ??= JSON.stringify({ ...exportOpenapi(app, audience), servers: [{ url: publicUrl }] });
      return reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8').send(text);
    });
  }
}

/** Call after the last route. Compiles everything, so a schema error stops the start instead of a request. */
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

/**
 * TypeBox lists a field with a default as required, because it is always present after parsing. Clients may omit it.
 */
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

/**
 * A document in an order that does not depend on route registration, to compare with the committed file. `everyone` has
 * the operations of both.
 */
export function exportOpenapi(app: App, audience: Audience | 'everyone'): Json {
  const described = assertDefined(describedByApp.get(app.server));
  described.documents ??= createDocuments(app, described);
  return described.documents[audience];
}

function createDocuments(app: App, { description, spaceOf }: Described): Record<Audience | 'everyone', Json> {
  const swaggered = fieldsOf(structuredClone(app.swagger()));
  const { commonFields } = description;
  const naming = createNaming(commonFields);
  const operationsByPath = fieldsOf(swaggered.paths);
  const named: Paths = {};
  for (const path of Object.keys(operationsByPath).sort()) {
    const operations = fieldsOf(operationsByPath[path]);
    const nameOf = (method: string): Json =>
      fieldsOf(naming.name(finishOperation(spaceOf(path), fieldsOf(operations[method]), commonFields)));
    named[path] = Object.fromEntries(
      Object.keys(operations)
        .sort()
        .map((method) => [method, nameOf(method)]),
    );
  }
  const { paths, responses } = shareResponses(named);
  const { examples, schemas, securitySchemes } = fieldsOf(swaggered.components);
  const whole = {
    ...swaggered,
    paths,
    components: {
      securitySchemes: fieldsOf(securitySchemes),
      examples: fieldsOf(examples),
      headers: commonHeaders,
      responses,
      schemas: { ...fieldsOf(schemas), ...naming.schemas() },
    },
  };
  const { info, tags } = description;
  return {
    public: partOf(whole, {
      info: info.public,
      tags: tags.public,
      isHere: (tag) => !Object.hasOwn(tags.operator, tag),
    }),
    operator: partOf(
      { ...whole, webhooks: {} },
      { info: info.operator, tags: tags.operator, isHere: (tag) => Object.hasOwn(tags.operator, tag) },
    ),
    everyone: partOf(whole, { info: info.public, tags: { ...tags.public, ...tags.operator }, isHere: () => true }),
  };
}

type Paths = Record<string, Record<string, Json>>;

interface Part {
  info: Json;
  tags: Record<string, string>;
  isHere(tag: string): boolean;
}

/** The operations of some tags, with only the components they use. */
function partOf(whole: Json & { paths: Paths; components: Record<string, Json> }, { info, tags, isHere }: Part): Json {
  const paths: Paths = {};
  for (const [path, operations] of Object.entries(whole.paths)) {
    const kept = Object.entries(operations).filter(([, { tags: own }]) => isHere(String(listOf(own)[0])));
    if (kept.length > 0) paths[path] = Object.fromEntries(kept);
  }
  const operations = Object.values(paths).flatMap((one) => Object.values(one));
  const known = new Set(operations.flatMap((operation) => listOf(operation.tags).map(String)));
  const security = JSON.stringify(operations.map((operation) => operation.security));
  const { securitySchemes = {}, ...components } = whole.components;
  return {
    ...whole,
    info,
    tags: [...new Set([...Object.keys(tags), ...[...known].sort()])]
      .filter((name) => known.has(name))
      .map((name) => ({ name, description: tags[name] ?? name })),
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([name]) => security.includes(`"${name}":`)),
      ),
      ...componentsUsedBy([paths, whole.webhooks], components),
    },
  };
}

function finishOperation(
  { everyResponse }: AddressSpace,
  { [optionalBodyMark]: isOptional, parameters, ...operation }: Json,
  commonFields: Record<string, string>,
): Json {
  if (isOptional === true) operation.requestBody = { ...fieldsOf(operation.requestBody), required: false };
  const responses: Json = { ...everyResponse, ...fieldsOf(operation.responses) };
  for (const [status, response] of Object.entries(responses)) {
    const { headers, description, ...rest } = fieldsOf(response);
    responses[status] = {
      description: description === 'Default Response' ? (STATUS_CODES[status] ?? '') : description,
      ...rest,
      headers: { ...headersOf(status), ...fieldsOf(headers) },
    };
  }
  const described = listOf(parameters)
    .map(fieldsOf)
    .map((one) => {
      const description = commonFields[String(one.name)];
      return description === undefined ? one : { description, ...one };
    });
  return {
    ...operation,
    ...(parameters === undefined ? {} : { parameters: described }),
    // Some readers show only the description.
    description: operation.description ?? `${String(operation.summary ?? '')}.`,
    responses,
  };
}

/** Required texts that operations lack; empty if the document is complete. */
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
