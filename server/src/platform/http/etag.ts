import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';

/**
 * Adds an ETag to every JSON response to a GET, and answers 304 if the client has that content. Weak, because a proxy
 * may compress the response.
 */
export function installEtags(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => done(null, addEtag(request, reply, payload)));
}

function addEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  if (reply.hasHeader('etag') || !String(reply.getHeader('content-type')).startsWith('application/json'))
    return payload;
  const etag = `W/"${hash('sha1', payload, 'base64url')}"`;
  reply.header('etag', etag);
  if (!isKnown(request.headers['if-none-match'], etag)) return payload;
  reply.code(304).removeHeader('content-type');
  return '';
}

/** Weak comparison (RFC 9110, section 8.8.3.2): ignores changes that a proxy made to the tag. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => plain(tag) === plain(etag));
}
