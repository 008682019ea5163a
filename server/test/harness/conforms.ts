import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { formats } from '../../src/platform/http/formats.ts';
import type { Answer, CallOptions, TestSystem } from './system.ts';

type Json = Record<string, unknown>;
type Responses = Record<string, { content?: Record<string, { schema?: Json }> }>;

export interface Operation {
  method: string;
  /** The path template, such as /orders/{order_id}. */
  path: string;
  pattern: RegExp;
  responses: Responses;
  // biome-ignore lint/suspicious/noExplicitAny: tests walk the document as it comes.
  document: any;
}

/** Statuses that every path may return. */
const commonStatuses = new Set([400, 404, 405, 408]);

function prepare(documents: Shared[]) {
  const document = written(mergeDocuments(documents));
  return { document, validatorOf: validatorsWith(document.components), operations: operationsOf(document.paths) };
}

/** The committed API documents, which a check compares with the routes. Building them for each file would be slow. */
let committed: ReturnType<typeof prepare> | null = null;
const readCommitted = () =>
  prepare(
    ['openapi.json', 'openapi-operator.json'].map((file) =>
      JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')),
    ),
  );

/** Examples have the address of this system. Without plug-ins, there are fewer operations than in the committed ones. */
const readPublished = async (system: TestSystem) =>
  prepare(
    await Promise.all(['/openapi.json', '/openapi-operator.json'].map(async (path) => (await system.get(path)).body)),
  );

/** Reads the API documents, to compare responses with. */
export async function readContract(system: TestSystem, { isPublished = Boolean(process.env.PLUGINS) } = {}) {
  if (!isPublished) committed ??= readCommitted();
  const { document, validatorOf, operations } = (!isPublished && committed) || (await readPublished(system));

  function operationFor(method: string, target: string): Operation | undefined {
    const path = target.split('?', 1)[0]!;
    const known = operations.filter((operation) => operation.method === method && operation.pattern.test(path));
    return known.find((operation) => operation.path === path) ?? known[0];
  }

  /** Differences between a response and the document. */
  function driftOf(method: string, target: string, answer: Answer): string[] {
    const operation = operationFor(method, target);
    if (!operation) return [];
    const declared = operation.responses[String(answer.status)];
    if (!declared)
      return commonStatuses.has(answer.status) ? shapeDrift(target, answer) : [`undeclared ${answer.status}`];
    const schema = declared.content?.['application/json']?.schema;
    if (answer.body === null || !schema) return [];
    const validate = validatorOf(schema);
    if (validate(answer.body)) return [];
    return validate.errors!.map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  }

  function shapeDrift(target: string, answer: Answer): string[] {
    if (target.startsWith('/v1/')) return answer.body?._type === 'error' ? [] : ['not an error of the earlier shape'];
    const validate = validatorOf({ $ref: '#/components/schemas/Error' });
    return validate(answer.body) ? [] : ['not an error of the declared shape'];
  }

  /** Calls, and fails if the response differs from the document. */
  async function call(path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await system.call(path, options);
    const method = options.method ?? 'GET';
    expect(driftOf(method, path, answer), `${method} ${path} → ${answer.status} ${answer.text.slice(0, 500)}`).toEqual(
      [],
    );
    expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._~:-]{1,128}$/);
    return answer;
  }

  return {
    document,
    operations,
    driftOf,
    call,
    get: (path: string, key?: string) => call(path, key ? { key } : {}),
    post: (path: string, key: string | undefined, body?: unknown, headers?: Record<string, string>) =>
      call(path, {
        method: 'POST',
        ...(key ? { key } : {}),
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      }),
  };
}

export type Contract = Awaited<ReturnType<typeof readContract>>;

function operationsOf(paths: Record<string, Record<string, { responses: Responses }>>): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, document]) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
      responses: document.responses,
      document,
    })),
  );
}

interface Shared {
  paths: Json;
  components: Record<string, Json>;
}

const mergeDocuments = ([own, operator]: Shared[]): Shared => ({
  ...operator!,
  ...own!,
  paths: { ...own!.paths, ...operator!.paths },
  components: Object.fromEntries(
    Object.entries(own!.components).map(([kind, each]) => [kind, { ...operator!.components[kind], ...each }]),
  ),
});

/** The document with shared responses and examples written out where they are referred to. */
// biome-ignore lint/suspicious/noExplicitAny: tests walk the document as it comes.
function written(document: Shared): any {
  const inlined = (text: string, kind: string): string =>
    text.replaceAll(new RegExp(`\\{"\\$ref":"#/components/${kind}/(\\w+)"\\}`, 'g'), (_, name) =>
      JSON.stringify(document.components[kind]![name]),
    );
  return JSON.parse(['responses', 'examples'].reduce(inlined, JSON.stringify(document)));
}

/** Times in responses are in UTC with milliseconds. Requests may have others. */
const responseFormats = { ...formats, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ };

function validatorsWith(components: unknown): (schema: Json) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: responseFormats });
  ajv.addSchema(fromComponents(components), 'components');
  const bySchema = new Map<string, ValidateFunction>();
  const met = new WeakMap<Json, ValidateFunction>();
  return (schema) => {
    const seen = met.get(schema);
    if (seen) return seen;
    const own = fromComponents(schema);
    const text = JSON.stringify(own);
    const validate = bySchema.get(text) ?? ajv.compile(own);
    bySchema.set(text, validate);
    met.set(schema, validate);
    return validate;
  };
}

/** Resolves references to named schemas. */
const fromComponents = (schema: unknown): Json =>
  JSON.parse(JSON.stringify(close(schema)).replaceAll('"#/components/', '"components#/')) as Json;

/** A response must not have undeclared fields unless the document allows them. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed: Json = {};
  for (const [key, value] of Object.entries(schema)) closed[key] = key === 'examples' ? [] : close(value);
  if (closed.properties && closed.type === 'object' && closed.additionalProperties === undefined) {
    closed.additionalProperties = false;
  }
  return closed;
}

export interface Media {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  schema?: { examples?: unknown[]; example?: unknown };
}

/** The examples of a body or response, wherever the document has them. */
export function examplesOf({ example, examples, schema }: Media): unknown[] {
  return [
    example,
    ...Object.values(examples ?? {}).map((each) => each.value),
    ...(schema?.examples ?? []),
    schema?.example,
  ].filter((each) => each !== undefined);
}
