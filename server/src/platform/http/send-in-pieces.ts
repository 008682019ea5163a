import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { waitWithoutCounting } from './in-flight.ts';

/** How an expensive request uses the rate limit of its caller. */
export interface Pacing {
  /** Counts the request as this many in total. Throws if that exceeds the rate limit. */
  countAs(requests: number): Promise<void>;
  /** Throws if the caller has too many responses in pieces. Returns a function to call at the end. */
  begin(): () => void;
  /** Counts as one more request. Waits if the rate limit is used up. */
  next(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    pacing: Pacing | null;
  }
}

/** Each further part of this length counts as one more request, so a few large responses cannot take all the CPU. */
const charsPerRequest = 64 * 1024;

async function* paced(request: FastifyRequest, pacing: Pacing, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let left = charsPerRequest;
  for await (const piece of pieces) {
    yield piece;
    left -= piece.length;
    for (; left <= 0; left += charsPerRequest) await waitWithoutCounting(request, () => pacing.next());
  }
}

/** Streams a text, at the pace that the caller's rate limit allows. */
export function streamInPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  const { request } = reply;
  const { pacing } = request;
  if (!pacing) return reply.send(Readable.from(pieces));
  reply.raw.once('close', pacing.begin());
  return reply.send(Readable.from(paced(request, pacing, pieces)));
}

/** Streams JSON text. The caller must produce the shape that the route declares. */
export const sendInPieces = (reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply =>
  streamInPieces(reply.type('application/json; charset=utf-8'), pieces);
