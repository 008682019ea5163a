import type { FastifyReply, FastifyRequest } from 'fastify';
import { Invalid } from '../../kit/failure.ts';

/** Answers a body that is not JSON as JSON-RPC wants it. Every other error is rendered as elsewhere. */
export function answerParseError(error: Error, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const syntax = error instanceof Invalid ? error.problems.find(({ type }) => type === 'json_invalid') : undefined;
  if (syntax === undefined) throw error;
  return reply
    .code(400)
    .headers({ 'cache-control': 'no-store' })
    .send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: `Parse error: ${syntax.msg}` } });
}
