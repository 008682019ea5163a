import type { FastifyReply } from 'fastify';
import type { Answer } from './run-idempotent.ts';

/** Sends a stored response byte for byte. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(answer.text);
}
