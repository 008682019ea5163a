import { sdkNameOf } from '../../wire/sdk-names.ts';

export interface Sampled {
  method: string;
  path: string;
  operationId: string;
  tag: string;
  /** Path parameters and required query parameters. */
  parameters: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  auth: 'bearer' | 'basic' | 'none';
}

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);
const filled = ({ path, parameters }: Sampled): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? `{${name}}`));
const queryOf = ({ query }: Sampled): string => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
};

export function curlSample(sampled: Sampled, publicUrl: string): string {
  const { method, body, auth } = sampled;
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} '${publicUrl}${filled(sampled)}${queryOf(sampled)}'`];
  if (auth === 'bearer') lines.push(`-H "Authorization: Bearer $ERRAND_API_KEY"`);
  if (auth === 'basic') lines.push('-u "$ERRAND_API_KEY:"');
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`);
  }
  return lines.join(' \\\n  ');
}

/** Formats JSON as TypeScript. */
const literal = (value: unknown): string => JSON.stringify(value, null, 2).replace(/"([a-z_]\w*)":/gi, '$1:');

export function typescriptSample(sampled: Sampled, publicUrl: string): string {
  const { parameters, query, body, auth } = sampled;
  const { namespace, method } = sdkNameOf(sampled);
  const key = auth === 'none' ? '' : ', apiKey: process.env.ERRAND_API_KEY';
  const params = body === undefined && Object.keys(query).length === 0 ? [] : [{ ...query, ...Object(body) }];
  const args = [...Object.values(parameters), ...params].map(literal).join(', ');
  return `import { Errand } from '@errand/sdk';

const errand = new Errand({ baseUrl: '${publicUrl}'${key} });
const result = await errand.${namespace}.${method}(${args});`;
}

/** Formats JSON as Python. */
function python(value: unknown, by = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${by}    `;
  const entries = Array.isArray(value)
    ? value.map((one) => python(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${python(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return entries.length === 0 ? `${open}${close}` : `${open}\n${inner}${entries.join(`,\n${inner}`)},\n${by}${close}`;
}

export function pythonSample(sampled: Sampled, publicUrl: string): string {
  const { method, query, body, auth } = sampled;
  const lines = [
    `"${publicUrl}${filled(sampled)}",`,
    ...(auth === 'bearer' ? [`headers={"Authorization": f"Bearer {os.environ['ERRAND_API_KEY']}"},`] : []),
    ...(auth === 'basic' ? [`auth=(os.environ["ERRAND_API_KEY"], ""),`] : []),
    ...(Object.keys(query).length > 0 ? [`params=${python(query)},`] : []),
    ...(body === undefined ? [] : [`json=${python(body)},`]),
  ];
  const imports = auth === 'none' ? 'import requests' : 'import os\nimport requests';
  return `${imports}

answer = requests.${method.toLowerCase()}(
    ${lines.map((line) => indent(line, '    ')).join('\n    ')}
)
answer.raise_for_status()
print(answer.status_code, answer.text)`;
}
