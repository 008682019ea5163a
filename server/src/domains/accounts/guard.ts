import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import { addressBucket, clientAddress } from '../../platform/http/index.ts';
import type { Limiter, Rate } from '../../platform/limiter.ts';
import type { Authenticator } from './authenticate.ts';
import { keyIsForOneOrder, tooManyRequests, unauthorized } from './failures.ts';
import type { Caller } from './model.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export interface GuardNeeds {
  authenticator: Authenticator;
  limiter: Limiter;
  clock: Clock;
  ratePerKey: Rate;
  ratePerAddress: Rate;
  trustedProxies: string[];
}

type Hook = (request: FastifyRequest) => Promise<void>;

/** The checks at the door: each route names the one it wants as its `onRequest`. */
export interface Guard {
  /** A key of either world. */
  key: Hook;
  /** A key of either world, or the order-scoped key of the order in the path (`:order_id`). */
  orderKey: Hook;
  /** No key is needed; one that is sent and good is noticed. */
  anyone: Hook;
  /** For doors with another form of log-in: who holds this key, within the rates. Throws `refused()` otherwise. */
  admit(request: FastifyRequest, key: string | null, refused: () => Error): Promise<Caller>;
}

export function createGuard(needs: GuardNeeds): Guard {
  async function limit(bucket: string, rate: Rate): Promise<void> {
    const verdict = await needs.limiter.take(bucket, rate);
    if (!verdict.isAllowed) throw tooManyRequests(rate.burst, verdict.retryAfterSeconds, verdict.resetAt);
  }

  const limitAddress = (request: FastifyRequest) =>
    limit(`address:${addressBucket(clientAddress(request, needs.trustedProxies))}`, needs.ratePerAddress);

  async function admit(request: FastifyRequest, key: string | null, refused: () => Error): Promise<Caller> {
    const caller = key === null ? null : await needs.authenticator.authenticate(key);
    if (!caller) {
      await limitAddress(request);
      throw refused();
    }
    await limit(`key:${caller.keyId}`, needs.ratePerKey);
    return caller;
  }

  return {
    admit,
    async key(request) {
      const caller = await admit(request, bearerOf(request), unauthorized);
      if (caller.orderId !== null) throw keyIsForOneOrder();
      request.caller = caller;
    },
    async orderKey(request) {
      const caller = await admit(request, bearerOf(request), unauthorized);
      const { order_id: orderId } = request.params as { order_id?: string };
      if (caller.orderId !== null && caller.orderId !== orderId?.toLowerCase()) throw notFound();
      request.caller = caller;
    },
    async anyone(request) {
      const key = bearerOf(request);
      request.caller = key === null ? null : await needs.authenticator.authenticate(key);
      await (request.caller ? limit(`key:${request.caller.keyId}`, needs.ratePerKey) : limitAddress(request));
    },
  };
}

/** Whoever a guarded route let in. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized();
  return request.caller;
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
