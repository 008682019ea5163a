import type { FastifyRequest } from 'fastify';
import { Failure } from '../../kit/failure.ts';
import type { SpaceOf } from './address-space.ts';
import { markBodyChecked } from './checked-bodies.ts';
import { largeBytes, readLargeBody } from './large-body.ts';
import { readJson } from './read-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keep the raw body regardless of size, for bodyBytes. */
    keepsBytes?: boolean;
    /** How many values a body of this route may have. */
    jsonValuesMost?: number;
    /** Accept only a form from one of our pages. */
    takesForm?: boolean;
  }
}

/** Ten times what the largest order has. */
const jsonValuesMax = 50_000;

/** The request log shows bodies up to this size as sent, before defaults are filled in. */
export const loggedBytesMax = 64 * 1024;

const bytesByRequest = new WeakMap<FastifyRequest, Buffer>();

/** The raw body. Null if there was none, or if it is large and the route lacks `config: { keepsBytes: true }`. */
export const bodyBytes = (request: FastifyRequest): Buffer | null => bytesByRequest.get(request) ?? null;

const formType = /^application\/x-www-form-urlencoded(?:;|$)/i;
const jsonType = /^application\/(?:[\w.+-]+\+)?json$/;

/** Parses all bodies: an empty body counts as absent, and everything but a form must be JSON in UTF-8. */
export function createBodyParser(spaceOf: SpaceOf) {
  return async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
    const isKept = request.routeOptions.config.keepsBytes || body.length <= loggedBytesMax;
    if (body.length > 0 && isKept) bytesByRequest.set(request, body);
    return body.length === 0 ? undefined : readBody(request, body, spaceOf(request.url).takesAnything);
  };
}

function readBody(request: FastifyRequest, body: Buffer, isAnyType: boolean): unknown {
  if (request.routeOptions.config.takesForm) return readForm(request, body);
  if (!isAnyType && !isJsonType(request.headers['content-type'])) throw unsupportedMediaType();
  const valuesMax = request.routeOptions.config.jsonValuesMost ?? jsonValuesMax;
  if (body.length < largeBytes) return readJson(body, valuesMax);
  const { schema } = request.routeOptions;
  const bodySchema = schema?.body === undefined ? null : JSON.stringify(schema.body);
  markBodyChecked(request);
  const bytes = bytesByRequest.has(request) ? Buffer.from(body) : body;
  return readLargeBody({ bytes, valuesMax, schema: bodySchema });
}

function readForm(request: FastifyRequest, body: Buffer): unknown {
  if (!formType.test(request.headers['content-type'] ?? '')) {
    throw new Failure('unsupported_media_type', 415, 'Send the form as application/x-www-form-urlencoded.');
  }
  return Object.fromEntries(new URLSearchParams(body.toString()));
}

function isJsonType(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return jsonType.test(type.trim()) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

export const unsupportedMediaType = (): Failure =>
  new Failure('unsupported_media_type', 415, 'Send the body as JSON in UTF-8, with Content-Type: application/json.');
