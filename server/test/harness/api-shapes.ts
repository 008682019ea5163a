import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

// Reads the committed API documents, to compare them with what the interface promises.

/** The part of a JSON schema that tests read. */
export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: unknown;
  [limit: string]: unknown;
}

export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Schema & { content?: Record<string, { schema: Schema }> }>;
  security?: object[];
  description?: string;
  summary?: string;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const own = read('openapi.json');
const documents = [own, read('openapi-operator.json')];

export const resolve = <T extends Schema>(value: T): T =>
  value.$ref
    ? resolve(
        value.$ref
          .split('/')
          .slice(1)
          .reduce((part, name) => part[name], own),
      )
    : value;

/** The schema without null; of a union, the member that has the field. */
function unwrap(given: Schema, field?: string): Schema {
  const schema = resolve(given);
  if (!schema.anyOf) return schema;
  const members = schema.anyOf.map((member) => unwrap(member)).filter(({ type }) => type !== 'null');
  return members.find(({ properties }) => field !== undefined && properties?.[field]) ?? members[0] ?? {};
}

export function operationOf(name: string): Operation {
  const [method = '', path = ''] = name.split(' ');
  const operation = documents.map(({ paths }) => paths[path]?.[method.toLowerCase()]).find(Boolean);
  expect(operation, name).toBeDefined();
  return operation;
}

/** The body of a request, or of the response with this status. */
export function bodyOf(name: string): Schema {
  const [, , part = ''] = name.split(' ');
  const { requestBody, responses } = operationOf(name);
  const content = part === 'body' ? requestBody?.content : resolve(responses[part] ?? {}).content;
  return content?.['application/json']?.schema ?? {};
}

/** The schema at a path of field names. Lists are entered. */
export function enter(schema: Schema, path: string): Schema {
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce((parent, name) => {
      const found = unwrap(parent, name).properties?.[name];
      expect(found, `${path}: ${name}`).toBeDefined();
      return itemsOf(found ?? {});
    }, itemsOf(schema));
}

const itemsOf = (schema: Schema): Schema => {
  const { items } = unwrap(schema);
  return items ? itemsOf(items) : schema;
};

function typeOf(given: Schema): string {
  const schema = unwrap(given);
  if (schema.items) return `${typeOf(schema.items)}[]`;
  if (schema.format === 'uuid' || schema.format === 'date-time' || schema.format === 'date') return schema.format;
  if (schema.enum || schema.const !== undefined) return typeof (schema.const ?? schema.enum?.[0]);
  return schema.properties ? 'object' : String(schema.type);
}

const isFitting = (wanted: string, found: string): boolean =>
  wanted === found || (wanted === 'number' && found === 'integer') || (wanted === 'array' && found.endsWith('[]'));

/** Checks "name:type" pairs. "!" marks a required field, "?" one that may be null. */
export function checkFields(schema: Schema, fields: string, place: string): void {
  for (const pair of fields.split(/\s+/)) {
    const [, name = '', type = '', mark = ''] = /^([\w-]+):([\w[\]-]+)([!?]?)$/.exec(pair) ?? [];
    const parent = unwrap(schema, name);
    const field = parent.properties?.[name];
    expect(field, `${place}: ${pair}`).toBeDefined();
    const found = typeOf(field ?? {});
    expect(isFitting(type, found), `${place}: ${pair} is ${found}`).toBe(true);
    if (mark === '!') expect(parent.required, `${place}: ${pair}`).toContain(name);
    const isNullable = (resolve(field ?? {}).anyOf ?? []).some((member) => resolve(member).type === 'null');
    if (mark === '?') expect(isNullable, `${place}: ${pair}`).toBe(true);
  }
}

/** The values of an enum, at a path of field names. */
export const valuesAt = (body: string, path: string): unknown[] => unwrap(enter(bodyOf(body), path)).enum ?? [];

/** A query or path parameter, or a field of the body. */
export function inputOf(name: string, input: string): Schema {
  const parameter = operationOf(name).parameters?.find((each) => each.name === input);
  if (parameter) return unwrap(parameter.schema);
  const { requestBody } = operationOf(name);
  const body = requestBody?.content['application/json']?.schema ?? {};
  const path = input.split('.');
  const last = path.pop() ?? '';
  return unwrap(unwrap(enter(body, path.join('.')), last).properties?.[last] ?? {});
}
