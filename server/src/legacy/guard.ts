import type { FastifyRequest } from 'fastify';
import { type Guard, requireScope, scopeOfMethod } from '../domains/access/accounts/index.ts';
import { invalidClientToken } from './failures.ts';

export type LegacyGuard = (request: FastifyRequest) => Promise<void>;

/** HTTP Basic: the client token is an API key, sandbox or live, and the password is empty. */
export function createLegacyGuard(guard: Guard): LegacyGuard {
  return async (request) => {
    const caller = await guard.admit(request, clientTokenOf(request.headers.authorization), invalidClientToken);
    // The key of one paid agent order does not work here.
    if (caller.orderId !== null) throw invalidClientToken();
    requireScope(caller, scopeOfMethod(request));
    request.caller = caller;
  };
}

function clientTokenOf(header: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const [, token] = /^([^:]+):?$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return token ?? null;
}
