// Writes sdk/generated from the API documents in server/. With --check it only compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { readApi } from '../tools/api-documents.ts';
import { type Described, type Document, describe } from './generate/describe.ts';
import { capital, comment, indent, lowerFirst, type Schema, typeNameOf, typeOf } from './generate/schema-types.ts';

/** A field without a description of its own has that of its component. */
function read(file: Parameters<typeof readApi>[0]): Document {
  const text = JSON.stringify(readApi(file));
  const document = JSON.parse(text);
  const componentOf = ({ $ref, anyOf = [] }: Schema): Schema | undefined => {
    const [, ...path] = ($ref ?? anyOf.find((each) => each.$ref)?.$ref ?? '').split('/');
    return path.length === 0 ? undefined : path.reduce((node, part) => node[part], document);
  };
  const describeField = (field: Schema): Schema => {
    const description = field.description ?? componentOf(field)?.description;
    return description === undefined ? field : { ...field, description };
  };
  return JSON.parse(text, (name, value) =>
    name === 'properties'
      ? Object.fromEntries(Object.entries<Schema>(value).map(([field, schema]) => [field, describeField(schema)]))
      : value,
  );
}
const customers = read('openapi.json');
const operators = read('openapi-operator.json');
const note = '// Generated from the API documents in server/ by sdk/generate.ts: change the routes, not this file.';

const byName = <Value>([one]: [string, Value], [other]: [string, Value]): number => (one < other ? -1 : 1);

/** Messages of payment providers to Errand are no calls. */
const operationsOf = (document: Document): Described[] =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => operation.tags?.[0] !== 'Provider events')
    .map(({ path, method, operation }) => describe(document, path, method, operation))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

const modelsOf = (schemas: [string, Schema][]): string[] =>
  schemas.map(
    ([name, schema]) =>
      `${schema.description ? comment(schema.description) : ''}export type ${typeNameOf(name)} = ${typeOf(schema)};`,
  );

const textsOf = (schemas: [string, Schema][]): string[] =>
  schemas.flatMap(([name, { 'x-values': values }]) =>
    values
      ? [
          `${comment(`The texts of each ${name}.`)}export const ${lowerFirst(name)}s = ${JSON.stringify(values, null, 2)} as const;`,
        ]
      : [],
  );

/** The messages of webhooks by type, and their union. */
function webhooksText({ webhooks = {} }: Document): string[] {
  const entries = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post.requestBody?.content?.['application/json']?.schema ?? {};
    return `${comment(`${post.summary}.`)}'${type}': ${typeOf(schema)};`;
  });
  return [
    `${comment('The messages that endpoints receive, by type.')}export interface WebhookMessages {\n  ${indent(entries.join('\n'))}\n}`,
    `${comment('A message that an endpoint receives. Check `type` to know what `data` is.')}export type WebhookMessage = WebhookMessages[keyof WebhookMessages];`,
  ];
}

function tableText(described: Described[], type: string, about: string): string[] {
  const list = (part: 'signature' | 'entry') => indent(described.map((each) => each[part]).join('\n'));
  return [
    ...described.map(({ types }) => types),
    `${comment(about)}export interface ${type} {\n  ${list('signature')}\n}`,
    `${comment('How each operation is called.')}export const ${lowerFirst(type)} = {\n  ${list('entry')}\n} as const;`,
    '',
  ];
}

function customersText(): string {
  const codes = customers.components.schemas.Error?.properties?.error?.properties?.code?.enum ?? [];
  const schemas = Object.entries(customers.components.schemas).sort(byName);
  const all = ['invalid_request', ...codes].map((code) => `'${code}'`).join(' | ');
  return [
    note,
    `${comment('Every error code in the current API.')}export type ErrorCode = ${all};`,
    ...modelsOf(schemas),
    ...textsOf(schemas),
    ...webhooksText(customers),
    ...tableText(operationsOf(customers), 'Operations', 'Every operation for customers, by its operationId.'),
  ].join('\n\n');
}

function operatorsText(): string {
  const own = Object.entries(operators.components.schemas)
    .filter(([name]) => !customers.components.schemas[name])
    .sort(byName);
  const text = [
    ...modelsOf(own),
    ...textsOf(own),
    ...tableText(operationsOf(operators), 'OperatorOperations', 'Every operation for operators, by its operationId.'),
  ].join('\n\n');
  const shared = Object.keys(customers.components.schemas)
    .map(typeNameOf)
    .filter((name) => new RegExp(`(?<!['"\\w.])${name}(?!['"\\w])`).test(text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')))
    .sort();
  return `${note}\n\nimport type { ${shared.join(', ')} } from './operations.ts';\n\n${text}`;
}

/** The interfaces of the namespaces, with the documentation of every method. */
function namespacesText(document: Document, type: string, from: string): string {
  const groups: Record<string, Described[]> = {};
  const seen = new Map<string, string>();
  for (const each of operationsOf(document)) {
    const name = `${each.name.namespace}.${each.name.method}`;
    const other = seen.get(name);
    if (other) throw new Error(`${each.id} and ${other} are both ${name}: name one in server/src/wire/sdk-names.ts.`);
    seen.set(name, each.id);
    groups[each.name.namespace] = [...(groups[each.name.namespace] ?? []), each];
  }
  const prefix = type === 'Namespaces' ? '' : 'Operator';
  const sorted = Object.entries(groups).sort(byName);
  const interfaces = sorted.map(
    ([name, methods]) =>
      `export interface ${prefix}${capital(name)}Namespace {\n  ${indent(methods.map(({ method }) => method).join('\n\n'))}\n}`,
  );
  const fields = sorted.map(([name, methods]) => {
    const names = methods.map((each) => `\`${each.name.method}\``).join(', ');
    return `${comment(`Methods: ${names}.`)}${name}: ${prefix}${capital(name)}Namespace;`;
  });
  const text = [...interfaces, `export interface ${type} {\n  ${indent(fields.join('\n'))}\n}`, ''].join('\n\n');
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const used = (names: string[]) =>
    names.filter((name) => new RegExp(`(?<!['\\w])${name}(?!['\\w])`).test(code)).sort();
  const models = used(
    Object.keys({ ...customers.components.schemas, ...operators.components.schemas }).map(typeNameOf),
  );
  const own = models.filter((name) => from !== './operations.ts' && !customers.components.schemas[name]);
  const types = operationsOf(document).flatMap(({ id }) => [`${capital(id)}Input`, `${capital(id)}Output`]);
  const shared = models.filter((name) => !own.includes(name));
  const imports = [
    `import type { ${used(['ApiCall', 'FileCall', 'ListCall']).join(', ')} } from '../src/api-call.ts';`,
    ...importOf(from === './operations.ts' ? [...shared, ...used(types)] : [...own, ...used(types)], from),
    ...(from === './operations.ts' ? [] : importOf(shared, './operations.ts')),
    "import type { CallOptions } from '../src/send.ts';",
  ];
  return `${note}\n\n${imports.join('\n')}\n\n${text}`;
}

const importOf = (names: string[], from: string): string[] =>
  names.length === 0 ? [] : [`import type { ${names.join(', ')} } from '${from}';`];

const files = {
  'operations.ts': customersText(),
  'operations-operator.ts': operatorsText(),
  'namespaces.ts': namespacesText(customers, 'Namespaces', './operations.ts'),
  'namespaces-operator.ts': namespacesText(operators, 'OperatorNamespaces', './operations-operator.ts'),
};
for (const [name, text] of Object.entries(files)) {
  const target = new URL(`generated/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(
      `sdk/generated/${name} does not match the API documents: run "npm run openapi" and commit the result.`,
    );
    process.exitCode = 1;
  }
}
