import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { addressBucket, clientAddress, waitWithoutCounting } from '../../../platform/http/index.ts';
import type { Caller } from '../../access/accounts/index.ts';

/** Who calls a tool, and what our own operations need to know about them. */
export interface CallContext {
  caller: Caller | null;
  /** As it came; null without a key. */
  authorization: string | null;
  requestId: string;
  address: string;
  forwardedFor: string | null;
  /** The network that limits count anonymous callers by. */
  addressBucket: string;
  /** Whether the call asks for a task, as clients of 2025 do. */
  wantsTask: boolean;
  /** Waits without counting among the requests that are under way. */
  rest<Result>(wait: () => Promise<Result>): Promise<Result>;
}

export function callContextOf(request: FastifyRequest, trustedProxies: readonly string[]): CallContext {
  const forwarded = request.headers['x-forwarded-for'];
  return {
    caller: request.caller,
    authorization: request.caller === null ? null : (request.headers.authorization ?? null),
    requestId: request.id,
    address: request.socket.remoteAddress ?? '127.0.0.1',
    forwardedFor: typeof forwarded === 'string' ? forwarded : null,
    addressBucket: addressBucket(clientAddress(request, trustedProxies)),
    wantsTask: asksForTask(request.body),
    rest: (wait) => waitWithoutCounting(request, wait),
  };
}

function asksForTask(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('params' in body)) return false;
  const { params } = body;
  return typeof params === 'object' && params !== null && 'task' in params && typeof params.task === 'object';
}

/** The visit travels through the protocol's packages in the place that they keep for it. */
export function authInfoOf(callContext: CallContext): AuthInfo {
  const { caller } = callContext;
  return {
    token: '',
    clientId: caller?.keyId ?? '',
    scopes: [...(caller?.scopes ?? [])],
    extra: { visit: callContext },
  };
}

export function callContextIn(context: ServerContext): CallContext {
  const visit = context.http?.authInfo?.extra?.visit;
  if (!visit) throw new Error('A tool was called outside of a request.');
  return visit as CallContext;
}
