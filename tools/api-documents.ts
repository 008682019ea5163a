// The API documents in server/: openapi.json is for customers, openapi-operator.json for operators.
import { readFileSync } from 'node:fs';
import { fieldsOf } from '../server/src/kit/fields.ts';

export const apiFiles = ['openapi.json', 'openapi-operator.json'] as const;

export const readApi = (file: (typeof apiFiles)[number]): Record<string, unknown> =>
  fieldsOf(JSON.parse(readFileSync(new URL(`../server/${file}`, import.meta.url), 'utf8')));

/** Both documents merged: entries with the same name are identical. */
export function readWholeApi() {
  const [one, other] = apiFiles.map(readApi).map(({ paths, components }) => ({
    paths: fieldsOf(paths),
    components: fieldsOf(components),
  }));
  const components = Object.keys({ ...one?.components, ...other?.components }).map((kind) => [
    kind,
    { ...fieldsOf(other?.components[kind]), ...fieldsOf(one?.components[kind]) },
  ]);
  return { paths: { ...one?.paths, ...other?.paths }, components: Object.fromEntries(components) };
}

const widthMax = 120;

/** JSON that puts on one line what fits there: half the size of one value per line. */
export const formatJson = (value: unknown): string => `${format(value, '')}\n`;

function format(value: unknown, pad: string): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || pad.length + line.length <= widthMax) return line;
  const inner = `${pad} `;
  const parts = Array.isArray(value)
    ? value.map((each) => format(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${format(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${pad}${close}`;
}
