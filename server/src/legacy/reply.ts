import type { FastifyReply } from 'fastify';
import type { Answer } from '../domains/accounts/index.ts';
import { requestIdOf } from './ids.ts';

/** A remembered answer is sent as it was, byte for byte. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(answer.text);
}

/** The answer of every call that begins something: by which name to ask for it. */
export const requestIdAnswer = ({ id }: { id: string }) => ({
  status: 200,
  text: JSON.stringify({ request_id: requestIdOf(id) }),
});
