import { type Html, html } from '../../platform/http/index.ts';
import { inlineCode } from '../../wire/index.ts';
import { codeBlock, codeTabs } from './code-blocks.ts';
import { renderMarkdown, slugOf } from './render-markdown.ts';
import { curlSample, pythonSample, type Sampled, typescriptSample } from './samples.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  examples?: unknown[];
  items?: Schema;
  anyOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown; $ref?: string }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response>;
}

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

export interface OpenapiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

export interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

export const operationsOf = ({ paths }: OpenapiDocument): Listed[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

export const operationAddress = ({ operation }: Listed): string =>
  `/docs/reference/${slugOf(operation.tags[0] ?? '')}#${operation.operationId}`;

/** All operations of a group, with samples and a form to try them. */
export function referencePage(document: OpenapiDocument, tag: string, publicUrl: string): Html {
  const listed = operationsOf(document).filter(({ operation }) => operation.tags[0] === tag);
  const about = document.tags.find(({ name }) => name === tag)?.description ?? '';
  return html`<h1 id="${slugOf(tag)}">${tag}</h1><p class="lead">${about}</p>
<ul class="operations">${listed.map(
    (one) =>
      html`<li><a href="#${one.operation.operationId}"><code class="method">${one.method}</code> ${one.operation.summary}</a></li>`,
  )}</ul>
${listed.map((one) => operationSection(document, one, publicUrl))}`;
}

function operationSection(document: OpenapiDocument, listed: Listed, publicUrl: string): Html {
  const { method, path, operation } = listed;
  const media = operation.requestBody?.content['application/json'];
  return html`<section class="operation" aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}"><a class="anchor" href="#${operation.operationId}">${operation.summary}</a></h2>
<p class="call"><code class="method">${method}</code> <code>${path}</code></p>
${renderMarkdown(operation.description ?? '', 'docs/reference')}
<p class="quiet">${authText(operation)}</p>
${parametersTable(document, operation)}
${media?.schema ? html`${subheading(operation, 'Request body')}${fields(document, media.schema)}` : null}
${samples(listed, publicUrl)}
${answer(document, operation)}
${tryIt(listed, media)}
</section>`;
}

function subheading({ operationId }: Operation, title: string): Html {
  const id = `${operationId}-${slugOf(title)}`;
  return html`<h3 id="${id}"><a class="anchor" href="#${id}">${title}</a></h3>`;
}

const authOf = ({ security }: Operation): string => Object.keys(security[0] ?? {})[0] ?? 'none';

const authTexts: Record<string, string> = {
  bearer: 'Send an API key: Authorization: Bearer.',
  basic: 'Send the API key as the HTTP Basic username, with an empty password.',
  session: 'For people who are signed in to the dashboard.',
  payment: 'Paid per request: complete a challenge from the 402 response.',
  none: 'No key needed.',
};
const authText = (operation: Operation): string => authTexts[authOf(operation)] ?? '';

function resolved(document: OpenapiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? schema);
}

function typeText(document: OpenapiDocument, schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((one) => typeText(document, one)).join(' | ');
  if (schema.items) return `array of ${typeText(document, schema.items)}`;
  return [schema.type].flat().join(' | ') + (schema.format ? ` (${schema.format})` : '');
}

function parametersTable(document: OpenapiDocument, operation: Operation): Html | null {
  const { parameters = [] } = operation;
  if (parameters.length === 0) return null;
  return html`${subheading(operation, 'Parameters')}<div class="table" tabindex="0"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Description</th></tr></thead><tbody>${parameters.map(
    ({ name, in: place, required, schema = {}, description }) =>
      html`<tr><td><code>${name}</code>${required ? html` <span class="needed">required</span>` : null}</td><td>${place}</td><td>${typeText(document, schema)}</td><td>${inlineCode(description ?? schema.description ?? '')}${schema.default === undefined ? '' : ` Default ${JSON.stringify(schema.default)}.`}</td></tr>`,
  )}</tbody></table></div>`;
}

/** The description of a field, or of the named schema it refers to. */
function aboutField(document: OpenapiDocument, field: Schema): string {
  const choice = field.anyOf?.find((one) => one.$ref) ?? field;
  return field.description ?? resolved(document, choice).description ?? '';
}

/** Two levels of fields; deeper ones are in the example. */
function fields(document: OpenapiDocument, given: Schema, depth = 0): Html | null {
  const schema = resolved(document, given);
  const element = schema.items ? resolved(document, schema.items) : schema;
  const choice = element.anyOf?.map((one) => resolved(document, one)).find(({ properties }) => properties) ?? element;
  const { properties, required = [] } = choice;
  if (!properties || depth > 1) return null;
  return html`<ul class="fields">${Object.entries(properties).map(
    ([name, field]) =>
      html`<li><code>${name}</code> <span class="type">${typeText(document, field)}</span>${required.includes(name) ? html` <span class="needed">required</span>` : null} ${inlineCode(aboutField(document, field))}${fields(document, field, depth + 1)}</li>`,
  )}</ul>`;
}

const exampleOf = (media: Media | undefined): unknown =>
  media?.example ?? Object.values(media?.examples ?? {})[0]?.value ?? media?.schema?.examples?.[0];

const placeholder = ({ name, schema, example }: Parameter): unknown =>
  example ??
  schema?.examples?.[0] ??
  schema?.enum?.[0] ??
  (name.endsWith('id') ? '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52' : name);

function sampledOf({ method, path, operation }: Listed): Sampled {
  const { parameters = [], operationId } = operation;
  const valuesOf = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (place === 'path' || one.required))
        .map((one) => [one.name, placeholder(one)]),
    );
  const auth = authOf(operation);
  return {
    method,
    path,
    operationId,
    tag: operation.tags[0] ?? '',
    parameters: valuesOf('path'),
    query: valuesOf('query'),
    body: exampleOf(operation.requestBody?.content['application/json']),
    auth: auth === 'basic' ? 'basic' : auth === 'bearer' ? 'bearer' : 'none',
  };
}

function samples(listed: Listed, publicUrl: string): Html {
  const sampled = sampledOf(listed);
  return html`${subheading(listed.operation, 'Sample')}${codeTabs([
    { language: 'sh', text: curlSample(sampled, publicUrl) },
    { language: 'ts', text: typescriptSample(sampled, publicUrl) },
    { language: 'python', text: pythonSample(sampled, publicUrl) },
  ])}`;
}

function answer(document: OpenapiDocument, operation: Operation): Html {
  const { responses } = operation;
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const media = good?.[1].content?.['application/json'];
  const example = exampleOf(media) ?? (media?.schema ? resolved(document, media.schema).examples?.[0] : undefined);
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return html`${subheading(operation, `Response${good ? ` ${good[0]}` : ''}`)}
${media?.schema ? fields(document, media.schema) : html`<p>${good?.[1].description ?? ''}</p>`}
${example === undefined ? null : html`<details><summary>Example</summary>${codeBlock({ language: 'json', text: JSON.stringify(example, null, 2) })}</details>`}
<p class="quiet">Errors: ${refusals.map(([status, response], index) => html`${index > 0 ? ' · ' : ''}${status} ${codesOf(document, response).map((code) => html`<a href="/docs/errors/${code}"><code>${code}</code></a> `)}`)}</p>`;
}

function codesOf({ components }: OpenapiDocument, response: Response): string[] {
  const name = response.$ref?.split('/').at(-1);
  const { content } = name === undefined ? response : (components.responses[name] ?? {});
  return Object.keys(content?.['application/json']?.examples ?? {});
}

function tryIt({ method, path, operation }: Listed, media: Media | undefined): Html | null {
  const auth = authOf(operation);
  if (auth === 'session' || auth === 'payment') return null;
  const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
  const body = exampleOf(media);
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}" data-auth="${auth}">
${auth === 'none' ? null : html`<label>API key <input name="key" type="password" autocomplete="off" placeholder="svc_test_…" data-key></label>`}
${parameters.map(
  (one) =>
    html`<label>${one.name}${one.required ? '' : ' (optional)'} <input name="${one.name}" data-in="${one.in}" value="${one.in === 'path' || one.required ? String(placeholder(one)) : ''}"></label>`,
)}
${media ? html`<label>Body <textarea name="body" rows="8" spellcheck="false">${body === undefined ? '' : JSON.stringify(body, null, 2)}</textarea></label>` : null}
<p><button>Send</button> <span class="quiet" role="status"></span></p><pre tabindex="0" hidden><code></code></pre>
</form></details>`;
}
