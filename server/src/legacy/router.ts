import type { FastifyReply } from 'fastify';
import {
  type Answer,
  type Caller,
  callerOf,
  findStoredAnswer,
  type IdempotentRequest,
  replayAnswer,
} from '../domains/access/accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import {
  type AnswerOf,
  type AnyRoute,
  type App,
  addRoute,
  type RequestOf,
  type Responses,
  type RouteShape,
  type SchemaOrNone,
} from '../platform/http/index.ts';
import type { LegacyGuard } from './guard.ts';
import { requestIdOf } from './ids.ts';
import { idempotencyHeader, legacyErrors } from './schema.ts';

interface RouteAccess {
  /** Stores its response under the Idempotency-Key. */
  isIdempotent?: true;
  /** Error statuses besides 401, 429 and 500. */
  errors: readonly (400 | 404)[];
}

interface LegacyRoute<
  Path extends string,
  Params extends SchemaOrNone,
  Query extends SchemaOrNone,
  Body extends SchemaOrNone,
  Response extends Responses,
> extends RouteAccess,
    RouteShape<Params, Query, Body, Response> {
  handler(
    request: RequestOf<Path, Params, Query, Body> & { caller: Caller },
    reply: FastifyReply,
  ): AnswerOf<Response> | Promise<AnswerOf<Response>>;
}

type AddLegacyRoute = <
  const Path extends string,
  Response extends Responses,
  Params extends SchemaOrNone = undefined,
  Query extends SchemaOrNone = undefined,
  Body extends SchemaOrNone = undefined,
>(
  path: Path,
  route: LegacyRoute<Path, Params, Query, Body, Response>,
) => void;

export interface LegacyRouter {
  get: AddLegacyRoute;
  post: AddLegacyRoute;
}

/** Adds `/v1` routes. All require an API key, sent as the user name of HTTP Basic. */
export function createLegacyRouter(app: App, guard: LegacyGuard, tag: string): LegacyRouter {
  const add = (method: 'GET' | 'POST', path: string, route: AnyRoute & RouteAccess): void => {
    const { isIdempotent, errors, handler, ...shape } = route;
    const checked: AnyRoute = {
      ...shape,
      ...(isIdempotent && { headers: idempotencyHeader }),
      handler(request, reply) {
        callerOf(request);
        return handler(request, reply);
      },
    };
    const setting = { tag, security: [{ basic: [] }], onRequest: guard, errors: legacyErrors(...errors) };
    addRoute(app, method, path, checked, setting);
  };
  return { get: (path, route) => add('GET', path, route), post: (path, route) => add('POST', path, route) };
}

/**
 * An accepted request stays accepted. If it would be refused today (expired card, unresolvable name), it still gets its
 * first response. Otherwise the client would believe that there is no order, and order twice.
 */
export async function readUnlessAnswered<Read>(
  db: Db,
  once: IdempotentRequest,
  read: () => Promise<Read>,
): Promise<Read | Answer> {
  try {
    return await read();
  } catch (refusal) {
    const row = once.key === null ? null : await findStoredAnswer(db, { ...once, key: once.key });
    if (row) return replayAnswer(once, row);
    throw refusal;
  }
}

/** The response of every call that starts something: the id to retrieve it by. */
export const requestIdAnswer = ({ id }: { id: string }) => ({
  status: 200,
  text: JSON.stringify({ request_id: requestIdOf(id) }),
});
