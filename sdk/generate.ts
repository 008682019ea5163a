// Writes sdk/src/operations.ts from the documents in server/; with --check it only compares, and says what to do when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { readWholeApi } from '../tools/api-documents.ts';

interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  /** The texts of an enum's values. */
  'x-values'?: Record<string, Record<string, string>>;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  /** The least role of a person who calls it with a session. */
  'x-least-role'?: string;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const target = new URL('src/operations.ts', import.meta.url);

const document: Document = JSON.parse(JSON.stringify(readWholeApi()));

/** The client has classes of its own with these names. */
const taken = new Set(['Error', 'ValidationError']);
const typeNameOf = (name: string): string => (taken.has(name) ? `${name}Body` : name);

const isName = /^[A-Za-z_$][\w$]*$/;
const nameOf = (name: string): string => (isName.test(name) ? name : JSON.stringify(name));
const indent = (text: string): string => text.replaceAll('\n', '\n  ');

/** A JSON schema as the text of a TypeScript type. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return referenceType(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array': {
      const item = typeOf(schema.items ?? {});
      return (schema.items?.anyOf?.length ?? 0) > 1 || (item.includes(' | ') && !item.startsWith('{'))
        ? `(${item})[]`
        : `${item}[]`;
    }
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

/** `Error['error']` for #/components/schemas/Error/properties/error. */
function referenceType(reference: string): string {
  const [name = '', ...inside] = reference.replace('#/components/schemas/', '').split('/');
  const fields = inside.filter((part) => part !== 'properties').map((part) => `['${part}']`);
  return [typeNameOf(name), ...fields].join('');
}

function objectType(schema: Schema): string {
  if (!schema.properties || Object.keys(schema.properties).length === 0) {
    const rest = schema.additionalProperties;
    return `Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'unknown'}>`;
  }
  return record(
    Object.entries(schema.properties).map(([name, property]) => ({
      name,
      type: typeOf(property),
      isOptional: !schema.required?.includes(name),
      description: property.description,
    })),
  );
}

interface Field {
  name: string;
  type: string;
  isOptional: boolean;
  description?: string | undefined;
}

function record(fields: Field[]): string {
  const lines = fields.map(({ name, type, isOptional, description }) => {
    const comment = description ? `/** ${description} */\n` : '';
    return `${comment}${nameOf(name)}${isOptional ? '?' : ''}: ${type};`;
  });
  return `{\n  ${indent(lines.join('\n'))}\n}`;
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function inputOf({ parameters = [], requestBody }: Operation): Field[] {
  const fields: Field[] = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, required, schema }) => ({
      name,
      type: typeOf(schema),
      isOptional: !required,
      description: schema.description,
    }));
  const body = requestBody?.content?.['application/json']?.schema;
  if (body) fields.push({ name: 'body', type: typeOf(body), isOptional: requestBody?.required === false });
  return fields;
}

/** What a call resolves to: JSON as its type, text as a string, other files as bytes, nothing as undefined. */
function outputOf({ responses }: Operation): { type: string; schema: Schema | null } {
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? '200';
  const [media, content] = Object.entries(responses[status]?.content ?? {})[0] ?? [];
  if (media === undefined) return { type: 'undefined', schema: null };
  if (media === 'application/json') return { type: typeOf(content?.schema ?? {}), schema: content?.schema ?? null };
  return { type: media.startsWith('text/') ? 'string' : 'Uint8Array', schema: null };
}

const isFile = (operation: Operation): boolean => ['string', 'Uint8Array'].includes(outputOf(operation).type);

/** The schema that a reference means. */
function resolved(schema: Schema | null): Schema | null {
  return schema?.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? null) : schema;
}

/** The field that holds the entries of a list that is read page by page. */
function listFieldOf(operation: Operation): string | null {
  const names = (operation.parameters ?? []).map((parameter) => parameter.name);
  const schema = resolved(outputOf(operation).schema);
  const isPaged = names.includes('offset') && schema?.properties?.total !== undefined;
  const isCursor = names.includes('after') && schema?.properties?.has_more !== undefined;
  if (!names.includes('limit') || !(isPaged || isCursor) || !schema?.properties) return null;
  return Object.entries(schema.properties).find(([, property]) => property.type === 'array')?.[0] ?? null;
}

function describe(method: string, path: string, operation: Operation) {
  const id = operation.operationId;
  const fields = inputOf(operation);
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const hasKey = (operation.parameters ?? []).some((parameter) => parameter.name.toLowerCase() === 'idempotency-key');
  const list = listFieldOf(operation);
  const types = [
    ...(fields.length > 0 ? [`export type ${capital(id)}Input = ${record(fields)};`] : []),
    `export type ${capital(id)}Output = ${outputOf(operation).type};`,
  ];
  const sentences = [operation.summary, operation.description ?? ''].filter((text) => text !== '');
  const about = sentences.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
  const input = fields.length > 0 ? `${capital(id)}Input` : 'Record<never, never>';
  const entry = [
    `method: '${method.toUpperCase()}'`,
    `path: '${path}'`,
    `query: [${query.map(({ name }) => `'${name}'`).join(', ')}]`,
    `isRepeatable: ${method !== 'post' || hasKey}`,
    `takesKey: ${hasKey}`,
    ...(operation.security.length > 0 && operation.security.every((way) => 'basic' in way) ? ['isEarlier: true'] : []),
    ...(isFile(operation) ? ['isFile: true'] : []),
    ...(operation['x-least-role'] ? [`leastRole: '${operation['x-least-role']}'`] : []),
    ...(list === null ? [] : [`list: '${list}'`]),
    ...(list !== null && !query.some(({ name }) => name === 'offset') ? ['isCursor: true'] : []),
  ];
  return {
    types: types.join('\n\n'),
    signature: `/** ${about} */\n${id}: { input: ${input}; output: ${capital(id)}Output };`,
    entry: `${id}: { ${entry.join(', ')} },`,
  };
}

function generate(): string {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1))
    .map(({ path, method, operation }) => describe(method, path, operation));
  const codes = document.components.schemas.Error?.properties?.error?.properties?.code?.enum ?? [];
  const named = Object.entries(document.components.schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  const models = named.map(
    ([name, schema]) =>
      `${schema.description ? `/** ${schema.description} */\n` : ''}export type ${typeNameOf(name)} = ${typeOf(schema)};`,
  );
  const texts = named.flatMap(([name, { 'x-values': values }]) =>
    values
      ? [
          `/** The texts of each ${name}. */\nexport const ${lowerFirst(name)}s = ${JSON.stringify(values, null, 2)} as const;`,
        ]
      : [],
  );
  return [
    '// Generated from the API documents in server/ by sdk/generate.ts: change the routes, not this file.',
    `export type ErrorCode = ${codes.map((code) => `'${code}'`).join(' | ')};`,
    ...models,
    ...texts,
    ...operations.map(({ types }) => types),
    `/** Every operation of the service, by its operationId. */\nexport interface Operations {\n  ${indent(operations.map(({ signature }) => signature).join('\n'))}\n}`,
    `/** How each operation is called. */\nexport const operations = {\n  ${operations.map(({ entry }) => entry).join('\n  ')}\n} as const;`,
    '',
  ].join('\n\n');
}

const text = generate();
if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
} else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'sdk/src/operations.ts does not match the API documents in server/: run "npm run openapi" and commit the result.',
  );
  process.exitCode = 1;
}
