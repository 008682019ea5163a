import { fieldsOf, listOf, textOf } from '../../server/src/kit/fields.ts';
import { bulkRow } from '../scene.ts';
import { type Known, largest, resolved } from './largest.ts';

export interface LargeRequest {
  operation: string;
  method: string;
  path: string;
  body: string | null;
}

/** Long whitespace: the slowest input for text scanners. */
export const longText = (length: number): string => ' \n"=;'.repeat(length / 5);

const bodyBytesMax = 1024 * 1024;

/** The most expensive request of every operation: every field, the longest texts and lists. */
export function requestsOf(document: unknown, known: Known): LargeRequest[] {
  return Object.entries(fieldsOf(fieldsOf(document).paths)).flatMap(([path, entry]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = fieldsOf(entry)[method];
      return operation === undefined ? [] : requestsOfOne(document, known, { path, method, operation });
    }),
  );
}

interface Operation {
  path: string;
  method: string;
  operation: unknown;
}

function requestsOfOne(document: unknown, known: Known, { path, method, operation }: Operation): LargeRequest[] {
  const parameters = listOf(fieldsOf(operation).parameters).map((entry) => resolved(document, entry));
  const valueFor = ({ schema, name }: Record<string, unknown>): string =>
    String(largest({ document, known, itemsMax: 100 }, schema, textOf(name)) ?? '');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((entry) => entry.name === name && entry.in === 'path');
    return encodeURIComponent(parameter ? valueFor(parameter) : String(known[name] ?? 'x'));
  });
  const queries = parameters.filter((entry) => entry.in === 'query');
  const all = queries.map((entry): [string, string] => [textOf(entry.name) ?? '', valueFor(entry)]);
  const base = { operation: `${method.toUpperCase()} ${path}`, method: method.toUpperCase() };
  const bodies = bodiesOf(document, known, { path, method, operation });
  const withQuery = (query: [string, string][]) =>
    query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
  // Filters exclude one another: send each alone with the longest page, and all together.
  const page = all.filter(([name]) => ['limit', 'page_size'].includes(name));
  const alone = all.filter((pair) => !page.includes(pair)).map((pair) => [...page, pair]);
  // The longest text finds nothing. A word that is in most titles finds the most.
  const found = all.filter(([name]) => ['q', 'query'].includes(name)).map(([name]) => [...page, [name, 'a']]);
  const chosen = queries.length === 0 ? [[]] : [page, all, ...alone, ...(found as [string, string][][])];
  return chosen.flatMap((query) => bodies.map((body) => ({ ...base, body, path: withQuery(query) })));
}

function bodiesOf(document: unknown, known: Known, operation: Operation): (string | null)[] {
  // A file that is refused is listed row by row in the response.
  if (operation.path.startsWith('/orders/bulk') && operation.method === 'post') return [file, invalidFile, shortFile];
  return [bodyOf(document, known, operation)];
}

function bodyOf(document: unknown, known: Known, { operation }: Operation): string | null {
  const content = fieldsOf(fieldsOf(resolved(document, fieldsOf(operation).requestBody).content)['application/json']);
  if (content.schema === undefined) return null;
  for (let itemsMax = 1000; itemsMax > 1; itemsMax = Math.floor(itemsMax / 2)) {
    const text = JSON.stringify(largest({ document, known, itemsMax }, content.schema));
    if (text.length < bodyBytesMax) return text;
  }
  return JSON.stringify(largest({ document, known, itemsMax: 1 }, content.schema));
}

/** Ten thousand rows in nearly 16 MiB. The first has a cell of the maximum length. */
function largestFile(): string {
  const notes = longText(800);
  const lines = Array.from({ length: 10_000 }, (_, place) => ({ ...bulkRow, reference: String(place), notes }));
  return JSON.stringify({ rows: [{ ...bulkRow, reference: 'long', notes: longText(100_000) }, ...lines.slice(1)] });
}

export const file = largestFile();
const invalidFile = file.replaceAll(bulkRow.zip, '-');
/** As many rows in a body that costs as little as an order. */
const shortFile = JSON.stringify({ rows: Array.from({ length: 10_000 }, () => ({})) });
