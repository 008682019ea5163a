import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { addressBucket, clientAddress, waitWithoutCounting } from '../../../platform/http/index.ts';
import type { Caller } from '../../access/accounts/index.ts';

/** The caller of a tool. */
export interface CallContext {
  caller: Caller | null;
  /** The key as sent; null without one. */
  authorization: string | null;
  requestId: string;
  address: string;
  forwardedFor: string | null;
  /** Network address, for limits of anonymous callers. */
  addressBucket: string;
  /** Whether the call asks for a task (2025 clients). */
  wantsTask: boolean;
  /** Waits without counting as a running request. */
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

/** The MCP packages pass this context through in their own field. */
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
