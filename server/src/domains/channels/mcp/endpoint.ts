import { createMcpHandler, isInitializeRequest, type McpServer } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import { authInfoOf, callContextOf } from './call-context.ts';
import { createSessions } from './sessions.ts';

export interface EndpointNeeds {
  clock: Clock;
  logger: Logger;
  publicUrl: string;
  trustedProxies: readonly string[];
  serverFor: () => McpServer;
}

/** Both revisions of the protocol at one URL. */
export function createEndpoint({ clock, logger, publicUrl, trustedProxies, serverFor }: EndpointNeeds) {
  const onerror = (error: Error) => logger.debug({ err: error }, 'MCP request rejected');
  const stateless = createMcpHandler(serverFor, { onerror });
  const sessions = createSessions({ clock, serverFor });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    const callContext = callContextOf(request, trustedProxies);
    const web = toWebRequest(request, reply, publicUrl);
    const sessionId = request.headers['mcp-session-id'];
    if (typeof sessionId === 'string') {
      return (await sessions.go(sessionId, web, callContext, request.body)) ?? noSuchSession();
    }
    // Without a session, the client cannot show a form and gets a URL instead.
    const opened = supportsElicitation(request.body) ? await sessions.open(web, callContext, request.body) : null;
    if (opened) return opened;
    return stateless.fetch(web, {
      authInfo: authInfoOf(callContext),
      ...(request.method === 'POST' ? { parsedBody: request.body } : {}),
    });
  }

  return {
    answer,
    async close() {
      await Promise.all([stateless.close(), sessions.close()]);
    },
  };
}

/** An older client that can show forms. */
function supportsElicitation(body: unknown): boolean {
  if (!isInitializeRequest(body)) return false;
  const { elicitation, sampling, roots } = body.params.capabilities;
  return [elicitation, sampling, roots].some((capability) => capability !== undefined);
}

function noSuchSession(): Response {
  const error = { code: -32001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}

/** The body is passed separately, since it was already read. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'authorization' && value !== undefined) headers.set(name, [value].flat().join(', '));
  }
  return new Request(new URL(request.url, publicUrl), { method: request.method, headers, signal: gone.signal });
}
