import { fieldsOf, listOf, textOf } from '../../server/src/kit/fields.ts';
import {
  bodyWith,
  hostileBodies,
  hostileTexts,
  hostileValues,
  inlined,
  placesOf,
} from '../../server/test/harness/hostile.ts';
import { type Credentials, headersFor } from './credentials.ts';
import type { Draw } from './draw.ts';

export interface Hostile {
  /** For the report. */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

interface Operation {
  method: string;
  path: string;
  schemes: string[];
  query: { name: string; isRequired: boolean }[];
  /** Null: no body. */
  body: { example: unknown; places: (string | number)[][] } | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as it comes.
type Json = any;

/** Every operation, with a valid request. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method): Operation[] => {
      const operation = methods[method];
      if (!operation) return [];
      const media = operation.requestBody?.content?.['application/json'];
      const parameters = listOf(operation.parameters).map(fieldsOf);
      return [
        {
          method: method.toUpperCase(),
          path,
          schemes: listOf(operation.security).flatMap((scheme) => Object.keys(fieldsOf(scheme))),
          query: parameters
            .filter((parameter) => parameter.in === 'query')
            .map(({ name, required }) => ({ name: textOf(name) ?? '', isRequired: required === true })),
          body: media ? { example: exampleOf(media), places: placesOf(inlined(media.schema, document)) } : null,
        },
      ];
    }),
  );
}

const exampleOf = (media: Json): unknown =>
  media.example ?? Object.values<Json>(media.examples ?? {})[0]?.value ?? media.schema?.examples?.[0] ?? {};

const contentTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'multipart/form-data',
  '*',
  '',
];
const oddHeaders = [
  { 'idempotency-key': 'x'.repeat(5000) },
  { 'idempotency-key': '%00' },
  { accept: 'a/b;q=9, */*;q=x' },
  { range: 'bytes=5-2' },
  { 'if-none-match': '"'.repeat(500) },
  { 'x-forwarded-for': '999.1.1.1, ::::, a' },
  { 'x-errand-world': 'both' },
  { 'last-event-id': '-1' },
];
const ids = ['6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10', '100000001', 'svc_acct_aaaaaaaaaa'];
const goodQuery: Record<string, string> = { retailer: 'walmart', query: 'cable', q: 'cable', limit: '5' };

/** A request with one or two faults. */
export function hostileFor(operation: Operation, draw: Draw, credentials: Credentials): Hostile {
  const { method, path, query, body } = operation;
  const target = path.replaceAll(/\{\w+\}/g, () => draw.one(draw.chance(0.4) ? hostileTexts : ids));
  const search = query
    .filter(({ isRequired }) => isRequired || draw.chance(0.3))
    .map(({ name }) => `${name}=${draw.chance(0.5) ? draw.one(hostileTexts) : (goodQuery[name] ?? '1')}`);
  return {
    name: `${method} ${path}`,
    method,
    path: search.length > 0 ? `${target}?${search.join('&')}` : target,
    headers: {
      ...headersFor(operation, credentials, draw.chance(0.5)),
      ...(body ? { 'content-type': draw.chance(0.05) ? draw.one(contentTypes) : 'application/json' } : {}),
      ...(draw.chance(0.05) ? draw.one(oddHeaders) : {}),
    },
    body: body && hostileBody(body, draw),
  };
}

function hostileBody({ example, places }: NonNullable<Operation['body']>, draw: Draw): string | Buffer {
  if (places.length === 0 || draw.chance(0.15)) return draw.one(hostileBodies);
  const first = bodyWith(example, draw.one(places), draw.one(hostileValues));
  return draw.chance(0.1) ? first.slice(0, draw.below(first.length)) : first;
}
