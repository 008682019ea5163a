// One operation of an API document: its types, its entry in the table of operations, and its method in a namespace.
import { type SdkName, sdkNameOf } from '../../server/src/wire/sdk-names.ts';
import { capital, comment, type Field, record, type Schema, typeOf } from './schema-types.ts';

interface Content {
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  /** The least role of a person who calls it with a session. */
  'x-least-role'?: string;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  webhooks?: Record<string, { post: Operation }>;
}

export interface Described {
  id: string;
  name: SdkName;
  types: string;
  signature: string;
  entry: string;
  method: string;
}

const aboutOf = ({ description, schema }: Parameter): string | undefined => description ?? schema.description;

function inputOf({ parameters = [], requestBody }: Operation): Field[] {
  const fields: Field[] = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => ({
      name: parameter.name,
      type: typeOf(parameter.schema),
      isOptional: !parameter.required,
      description: aboutOf(parameter),
    }));
  const body = requestBody?.content?.['application/json']?.schema;
  if (body) {
    const description = body.description ?? 'The request body.';
    fields.push({ name: 'body', type: typeOf(body), isOptional: requestBody?.required === false, description });
  }
  return fields;
}

const bodyOf = ({ requestBody }: Operation): Schema | undefined => requestBody?.content?.['application/json']?.schema;

/** What a call resolves to: JSON as its type, text as a string, other files as bytes, nothing as undefined. */
function outputOf({ responses }: Operation): { type: string; schema: Schema | null; description: string | undefined } {
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? '200';
  const description = responses[status]?.description;
  const [media, content] = Object.entries(responses[status]?.content ?? {})[0] ?? [];
  if (media === undefined) return { type: 'undefined', schema: null, description };
  if (media === 'application/json')
    return { type: typeOf(content?.schema ?? {}), schema: content?.schema ?? null, description };
  return { type: media.startsWith('text/') ? 'string' : 'Uint8Array', schema: null, description };
}

const isFile = (operation: Operation): boolean => ['string', 'Uint8Array'].includes(outputOf(operation).type);

/** The field that holds the entries of a list that is read page by page. */
function listFieldOf(operation: Operation, { components }: Document): string | null {
  const names = (operation.parameters ?? []).map((parameter) => parameter.name);
  const given = outputOf(operation).schema;
  const schema = given?.$ref ? components.schemas[given.$ref.split('/').at(-1) ?? ''] : given;
  const isPaged = names.includes('offset') && schema?.properties?.total !== undefined;
  const isCursor = names.includes('after') && schema?.properties?.has_more !== undefined;
  if (!names.includes('limit') || !(isPaged || isCursor) || !schema?.properties) return null;
  return Object.entries(schema.properties).find(([, property]) => property.type === 'array')?.[0] ?? null;
}

const sentencesOf = ({ summary, description = '' }: Operation): string[] =>
  [summary, description].filter((text) => text !== '').map((text) => (text.endsWith('.') ? text : `${text}.`));

export function describe(document: Document, path: string, method: string, operation: Operation): Described {
  const id = operation.operationId;
  const name = sdkNameOf({ path, tag: operation.tags?.[0] ?? '', operationId: id });
  const fields = inputOf(operation);
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const hasKey = (operation.parameters ?? []).some((parameter) => parameter.name.toLowerCase() === 'idempotency-key');
  const list = listFieldOf(operation, document);
  const types = [
    ...(fields.length > 0 ? [`export type ${capital(id)}Input = ${record(fields)};`] : []),
    `export type ${capital(id)}Output = ${outputOf(operation).type};`,
  ];
  const input = fields.length > 0 ? `${capital(id)}Input` : 'Record<never, never>';
  const entry = [
    `name: '${name.namespace}.${name.method}'`,
    `method: '${method.toUpperCase()}'`,
    `path: '${path}'`,
    `query: [${query.map((each) => `'${each.name}'`).join(', ')}]`,
    `isRepeatable: ${method !== 'post' || hasKey}`,
    `takesKey: ${hasKey}`,
    ...(bodyOf(operation) ? ['takesBody: true'] : []),
    ...(operation.security.length > 0 && operation.security.every((way) => 'basic' in way) ? ['isEarlier: true'] : []),
    ...(isFile(operation) ? ['isFile: true'] : []),
    ...(operation['x-least-role'] ? [`leastRole: '${operation['x-least-role']}'`] : []),
    ...(list === null ? [] : [`list: '${list}'`]),
    ...(list !== null && !query.some((each) => each.name === 'offset') ? ['isCursor: true'] : []),
    ...query.flatMap(({ schema }) => (list !== null && schema['x-cursor'] ? [`cursor: '${schema['x-cursor']}'`] : [])),
  ];
  return {
    id,
    name,
    types: types.join('\n\n'),
    signature: `${comment(sentencesOf(operation).join(' '))}${id}: { input: ${input}; output: ${capital(id)}Output };`,
    entry: `${id}: { ${entry.join(', ')} },`,
    method: methodText(name.method, `${method.toUpperCase()} ${path}`, operation, list),
  };
}

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `create(body: NewOrder, options?: CallOptions): ApiCall<Order>;` with its documentation. */
function methodText(name: string, route: string, operation: Operation, list: string | null): string {
  const type = capital(operation.operationId);
  const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
  const params = paramsOf(
    operation,
    inPath.map((parameter) => parameter.name),
  );
  const output = outputOf(operation);
  const result =
    list !== null
      ? `ListCall<${type}Output, ${type}Output['${list}'][number]>`
      : `${isFile(operation) ? 'FileCall' : 'ApiCall'}<${type}Output>`;
  const args = [
    ...inPath.map((parameter) => `${camelCase(parameter.name)}: ${typeOf(parameter.schema)}`),
    ...(params ? [`${params.name}${params.isOptional ? '?' : ''}: ${params.type}`] : []),
    'options?: CallOptions',
  ];
  const lines = [
    ...sentencesOf(operation),
    '',
    `\`${route}\``,
    ...inPath.map((parameter) => `@param ${camelCase(parameter.name)} - ${aboutOf(parameter) ?? 'In the path.'}`),
    ...(params ? [`@param ${params.name} - ${params.about}`] : []),
    '@param options - Headers, timeout, retries and idempotency key of this call.',
    ...(output.description && output.description !== 'OK' && output.type !== 'undefined'
      ? [`@returns ${output.description}`]
      : []),
  ];
  return `${comment(...lines)}${name}(${args.join(', ')}): ${result};`;
}

/** The argument that holds the body, the query, or both. */
function paramsOf(operation: Operation, inPath: string[]) {
  const type = `${capital(operation.operationId)}Input`;
  const body = bodyOf(operation);
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const ofQuery = body
    ? `Pick<${type}, ${query.map((each) => `'${each.name}'`).join(' | ')}>`
    : inPath.length === 0
      ? type
      : `Omit<${type}, ${inPath.map((each) => `'${each}'`).join(' | ')}>`;
  const about = (kind: string) => `${kind}: ${query.map((each) => `\`${each.name}\``).join(', ')}.`;
  if (body) {
    const ofBody = body.$ref ? typeOf(body) : `NonNullable<${type}['body']>`;
    const isOptional = operation.requestBody?.required === false;
    const text = body.description ?? 'The request body.';
    if (query.length === 0) return { name: 'body', type: ofBody, isOptional, about: text };
    return { name: 'params', type: `${ofBody} & ${ofQuery}`, isOptional, about: `${text} ${about('Also')}` };
  }
  if (query.length === 0) return null;
  return {
    name: 'query',
    type: ofQuery,
    isOptional: query.every((each) => !each.required),
    about: about('Filters and options'),
  };
}
