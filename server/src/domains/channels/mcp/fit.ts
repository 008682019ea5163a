import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json, Outcome } from './call.ts';
import { wrapError, wrapStoreText } from './store-text.ts';

/** Maximum size of a result in bytes, with the text and the structured content. */
export const resultBytesMax = 16_000;
/** Maximum size of a list entry in bytes, with store text marked. */
export const entryBytesMax = 400;

/** Limits for long values, from generous to strict. */
interface Level {
  text: number;
  list: number;
}
const levels: readonly Level[] = [
  { text: 2000, list: 50 },
  { text: 1000, list: 25 },
  { text: 500, list: 15 },
  { text: 300, list: 10 },
  { text: 160, list: 5 },
  { text: 80, list: 3 },
];
/** Our objects have fewer fields. More are metadata, or made up by a store. */
const fieldsMax = 24;

/**
 * The largest version of the value that fits: long texts are cut, lists and objects shortened. JSON is never cut, and
 * neither are ids and URLs: they are whole or missing. `truncated` lists the changed fields.
 */
export function fitBody(body: Json, isSmall: (body: Json) => boolean): Json {
  if (isSmall(body)) return body;
  for (const level of levels) {
    const cut = withoutUndefined(mapFields(body, (field) => shorten(field, level)));
    const fitted = withNames(cut, body);
    if (isSmall(fitted)) return fitted;
  }
  // For deeply nested values, only the plain fields remain.
  const plain = Object.entries(body).filter(([, field]) => typeof field !== 'object' || field === null);
  return withNames(shortenFields(Object.fromEntries(plain.slice(0, fieldsMax)), { text: 80, list: 0 }), body);
}

function shorten(value: unknown, level: Level): unknown {
  if (typeof value === 'string') return shortenText(value, level.text);
  if (Array.isArray(value)) {
    const kept = value.slice(0, level.list).map((item) => shorten(item, level));
    return kept.filter((item) => item !== undefined);
  }
  return typeof value === 'object' && value !== null ? shortenFields(value, level) : value;
}

const shortenFields = (value: object, level: Level): Json =>
  withoutUndefined(
    Object.fromEntries(
      Object.entries(value)
        .slice(0, fieldsMax)
        .map(([name, field]) => [name, shorten(field, level)]),
    ),
  );

/** Ids, URLs and codes have no spaces. Cutting one would make it another. */
export function shortenText(text: string, max: number): string | undefined {
  if (text.length <= max) return text;
  return /^[!-~]+$/.test(text) ? undefined : `${text.slice(0, max - 1).trimEnd()}…`.toWellFormed();
}

const mapFields = (value: Json, map: (field: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, map(field)]));

const withoutUndefined = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));

const namesMax = 20;

function withNames(cut: Json, whole: Json): Json {
  const names = Object.keys(whole).filter(
    (name) => /^\w{1,60}$/.test(name) && JSON.stringify(cut[name]) !== JSON.stringify(whole[name]),
  );
  return { ...cut, truncated: names.slice(0, namesMax) };
}

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A tool's result. The text form is for the model; `structuredContent` has store text unmarked. */
export function presentResult(schema: Json, { body, error, more = {} }: Outcome): CallToolResult {
  const left = resultBytesMax - bytesOf(more);
  if (error) {
    const present = (fields: Json): CallToolResult => ({
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ error: wrapError(fields) }) }],
    });
    const fitted = fitBody({ ...error }, (fields) => bytesOf(present(fields)) <= left);
    return { ...present(fitted), ...more };
  }
  const present = (fields: Json): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(wrapStoreText(schema, fields)) }],
    structuredContent: fields,
  });
  const fitted = fitBody(body, (fields) => bytesOf(present(fields)) <= left);
  return { ...present(fitted), ...more };
}
