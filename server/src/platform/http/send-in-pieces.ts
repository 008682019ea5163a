import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends JSON text that is written piece by piece, in the very shape that its route declares. */
export const sendInPieces = (reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(pieces));
