import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams JSON text. The caller must produce the shape that the route declares. */
export const sendInPieces = (reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(pieces));
