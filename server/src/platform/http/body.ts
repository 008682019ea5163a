import { isAscii, isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { Failure, Invalid } from '../../kit/failure.ts';
import { depthMax, parseJson } from './json.ts';
import { findShapeFault } from './json-shape.ts';
import { isLegacyPath } from './shapes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keep the bytes of the body beside what was read from it, for bodyBytes. */
    keepsBytes?: boolean;
    /** How many values a body of this route may hold. */
    jsonValuesMost?: number;
    /** A form of one of our pages sends the body, and nothing else is taken. */
    takesForm?: boolean;
  }
}

/** Ten times what the largest order holds. */
const jsonValuesMost = 50_000;
/** A smaller body cannot cost much, whatever it holds. */
const smallBytes = 16 * 1024;

const bytesByRequest = new WeakMap<FastifyRequest, Buffer>();

/** The body as it came, on a route with `config: { keepsBytes: true }`; null when there was none. */
export const bodyBytes = (request: FastifyRequest): Buffer | null => bytesByRequest.get(request) ?? null;

const formType = /^application\/x-www-form-urlencoded(?:;|$)/i;
const jsonType = /^application\/(?:[\w.+-]+\+)?json$/;

/** The one body parser: an empty body is an absent one, whatever its type; all but a form has to be JSON in UTF-8. */
export function parseBody(request: FastifyRequest, body: Buffer, done: (error: null, value: unknown) => void): void {
  if (body.length > 0 && request.routeOptions.config.keepsBytes) bytesByRequest.set(request, body);
  done(null, body.length === 0 ? undefined : readBody(request, body));
}

function readBody(request: FastifyRequest, body: Buffer): unknown {
  if (request.routeOptions.config.takesForm) return readForm(request, body);
  if (!isLegacyPath(request.url) && !isJsonType(request.headers['content-type'])) throw unsupportedMediaType();
  refuseShape(body, request.routeOptions.config.jsonValuesMost ?? jsonValuesMost);
  const text = decodeUtf8(body);
  if (text === null) {
    throw new Invalid([{ loc: ['body', 0], msg: 'JSON decode error: the body is not UTF-8', type: 'json_invalid' }]);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Invalid(parsed.problems);
  return parsed.value;
}

function refuseShape(body: Buffer, valuesMost: number): void {
  const fault = body.length <= smallBytes ? null : findShapeFault(body, valuesMost);
  if (fault === null) return;
  if (fault.kind === 'too_many') {
    throw new Failure(
      'payload_too_large',
      413,
      `The body holds more than the ${valuesMost} values that this path accepts.`,
    );
  }
  const msg = `JSON decode error: nesting is limited to ${depthMax} levels`;
  throw new Invalid([{ loc: ['body', fault.position], msg, type: 'json_invalid' }]);
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

function decodeUtf8(body: Buffer): string | null {
  // One-byte strings are parsed and scanned twice as fast.
  if (isAscii(body)) return body.toString('latin1');
  if (!isUtf8(body)) return null;
  const text = body.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
