import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { pluginNames } from '../../src/platform/config-values.ts';
import { formats } from '../../src/platform/http/formats.ts';
import type { Answer, CallOptions, TestSystem } from './system.ts';

type Json = Record<string, unknown>;
type Responses = Record<string, { content?: Record<string, { schema?: Json }> }>;

export interface Operation {
  method: string;
  /** The template of the document: /orders/{order_id}. */
  path: string;
  pattern: RegExp;
  responses: Responses;
  // biome-ignore lint/suspicious/noExplicitAny: tests walk the document as it comes.
  document: any;
}

/**
 * The service takes half a second of CPU to build its documents. `npm test` compares the committed ones with the routes, so they
 * will do where no plug-in is left out.
 */
async function readDocument(system: TestSystem, name: string): Promise<Shared> {
  if (system.config.plugins.length < pluginNames.length) return (await system.get(`/${name}`)).body;
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  return JSON.parse(text.replaceAll('http://127.0.0.1:8080', system.url));
}

/** What every path may answer, whether or not an operation of it was met. */
const commonStatuses = new Set([400, 404, 405, 408]);

/** The documents that the service publishes about itself as one, ready to be held against what it answers. */
export async function readContract(system: TestSystem) {
  const documents = await Promise.all(
    ['openapi.json', 'openapi-operator.json'].map((name) => readDocument(system, name)),
  );
  const document = written(mergeDocuments(documents));
  // Addresses in texts and examples differ from system to system, and no answer is judged by them.
  const validatorOf = validatorsWith(withoutAddress(document.components, system.url));
  const operations = operationsOf(document.paths);

  function operationFor(method: string, target: string): Operation | undefined {
    const path = target.split('?', 1)[0]!;
    const known = operations.filter((operation) => operation.method === method && operation.pattern.test(path));
    return known.find((operation) => operation.path === path) ?? known[0];
  }

  /** What an answer says that the document does not; empty when they agree. */
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

  /** A call whose answer must be what the document declares for it. */
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

const withoutAddress = (components: unknown, url: string): unknown =>
  JSON.parse(JSON.stringify(components).replaceAll(url, 'https://service.invalid'));

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

interface Compiled {
  ajv: Ajv2020;
  bySchema: Map<string, ValidateFunction>;
}
/** Compiling is most of what holding answers against the document costs, and the same schemas come again and again. */
const compiledByComponents = new Map<string, Compiled>();

function validatorsWith(components: unknown): (schema: Json) => ValidateFunction {
  const shared = fromComponents(components);
  const key = JSON.stringify(shared);
  let compiled = compiledByComponents.get(key);
  if (!compiled) {
    compiled = { ajv: new Ajv2020({ strict: false, allErrors: true, formats }), bySchema: new Map() };
    compiled.ajv.addSchema(shared, 'components');
    compiledByComponents.set(key, compiled);
  }
  const { ajv, bySchema } = compiled;
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

/** A schema that finds the named ones it refers to, wherever it stands itself. */
const fromComponents = (schema: unknown): Json =>
  JSON.parse(JSON.stringify(close(schema)).replaceAll('"#/components/', '"components#/')) as Json;

/** An answer may hold nothing that the document does not name, unless it says so itself. */
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

/** The examples of a body or an answer, wherever the document keeps them. */
export function examplesOf({ example, examples, schema }: Media): unknown[] {
  return [
    example,
    ...Object.values(examples ?? {}).map((each) => each.value),
    ...(schema?.examples ?? []),
    schema?.example,
  ].filter((each) => each !== undefined);
}
