import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The foreign origin that may read this response, as the caller's key allows. */
    readableBy: string | null;
  }
}

/** Headers a page may send. Not X-Errand-World, which would let a browser act for the person signed in on our pages. */
const requestHeaders =
  'accept, accept-payment, authorization, content-type, idempotency-key, if-none-match, prefer, x-request-id';
const responseHeaders =
  'etag, idempotent-replayed, link, location, payment-receipt, retry-after, www-authenticate, x-api-key, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id';
const preflightCacheSeconds = 600;

/** Pages of other origins may read a response only if the key they sent allows it. Their cookies are never accepted. */
export function installCors(app: App): void {
  app.decorateRequest('readableBy', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const { readableBy } = request;
    if (readableBy !== null) {
      reply.header('access-control-allow-origin', readableBy).header('access-control-expose-headers', responseHeaders);
      reply.header('vary', joined(reply.getHeader('vary'), 'origin'));
    }
    done(null, payload);
  });
}

const joined = (header: unknown, name: string): string => (header === undefined ? name : `${String(header)}, ${name}`);

/** The origin of a preflight request; null for any other OPTIONS. */
export function preflightOrigin({ method, headers }: FastifyRequest): string | null {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return null;
  return headers.origin ?? null;
}

/**
 * A preflight carries no key: it is granted to origins that any key allows, and the key then decides about the
 * response.
 */
export function grantPreflight(reply: FastifyReply, origin: string, allow: string): void {
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-methods', allow)
    .header('access-control-allow-headers', requestHeaders)
    .header('access-control-max-age', preflightCacheSeconds)
    .header('vary', 'origin');
}
