import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin of a foreign page that may read this answer, as the caller's key allows it. */
    readableBy: string | null;
  }
}

/** What a page may send. Not X-Errand-World: with it a browser would act for the person who is signed in on our own pages. */
const requestHeaders =
  'accept, accept-payment, authorization, content-type, idempotency-key, if-none-match, prefer, x-request-id';
const responseHeaders =
  'etag, idempotent-replayed, link, location, payment-receipt, retry-after, www-authenticate, x-api-key, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id';
const preflightCacheSeconds = 600;

/** Pages of other origins may read an answer only where the key that they sent says so. Cookies are never accepted from them. */
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

/** The origin that a browser asks for before it sends the request itself; null for any other OPTIONS. */
export function preflightOrigin({ method, headers }: FastifyRequest): string | null {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return null;
  return headers.origin ?? null;
}

/** A preflight carries no key: it is granted to origins that some key allows, and the key itself decides about the answer. */
export function grantPreflight(reply: FastifyReply, origin: string, allow: string): void {
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-methods', allow)
    .header('access-control-allow-headers', requestHeaders)
    .header('access-control-max-age', preflightCacheSeconds)
    .header('vary', 'origin');
}
