import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import { fieldsOf } from '../../../kit/fields.ts';
import {
  type AnswerOf,
  type AnyRoute,
  type App,
  addRoute,
  idsIn,
  type RequestOf,
  type Responses,
  type RouteShape,
  type SchemaOrNone,
} from '../../../platform/http/index.ts';
import {
  type ErrorCode,
  errorResponses,
  everyBody,
  everyIdempotentRoute,
  everyOpenRoute,
  everyRoute,
} from '../../../wire/index.ts';
import { callerOf, type Guard, type LiveMoneyCheck, personOf } from './guard.ts';
import { type IdempotentRequest, idempotentRequestFrom } from './idempotency/index.ts';
import type { Caller, Person } from './model.ts';

const byKey = [{ bearer: [] }];
const bySession = [{ session: [] }];

/** The `security` of each check in the API document. */
const securityOf = {
  key: byKey,
  read: byKey,
  manage: byKey,
  policies: byKey,
  orderKey: byKey,
  person: bySession,
  operator: bySession,
  anyone: [],
  none: [],
};

/**
 * A check of the guard by name, `guard.operatorMoney(…)`, or `none` for a route with its own limits and no identity.
 */
type Auth = keyof typeof securityOf | LiveMoneyCheck;

/** The identity that the check set. */
type IdentityOf<Who extends Auth> = Who extends 'anyone' | 'none'
  ? { caller: Caller | null; person: Person | null }
  : Who extends 'person' | 'operator' | LiveMoneyCheck
    ? { caller: Caller; person: Person }
    : { caller: Caller; person: Person | null };

interface RouteAccess<Who> {
  auth: Who;
  /** Overrides the `security` of `auth` in the document. */
  security?: readonly { [scheme: string]: readonly string[] }[];
  /**
   * Creates something, and stores its response under the Idempotency-Key in the same transaction (`onceOf`,
   * `runIdempotent`).
   */
  isIdempotent?: true;
  /**
   * Errors besides those derived from the rest: authentication, rate limits, an invalid body, a used idempotency key,
   * and an unknown id in the path.
   */
  errors?: readonly ErrorCode[];
  /** Responses that are neither a success nor an error of the catalog. */
  otherResponses?: Record<number, TSchema>;
}

interface Route<
  Path extends string,
  Who extends Auth,
  Params extends SchemaOrNone,
  Query extends SchemaOrNone,
  Body extends SchemaOrNone,
  Response extends Responses,
> extends RouteAccess<Who>,
    RouteShape<Params, Query, Body, Response> {
  handler(
    request: RequestOf<Path, Params, Query, Body> & IdentityOf<Who>,
    reply: FastifyReply,
  ): AnswerOf<Response> | Promise<AnswerOf<Response>>;
}

type AddRoute = <
  const Path extends string,
  const Who extends Auth,
  Response extends Responses,
  Params extends SchemaOrNone = undefined,
  Query extends SchemaOrNone = undefined,
  Body extends SchemaOrNone = undefined,
>(
  path: Path,
  route: Route<Path, Who, Params, Query, Body, Response>,
) => void;

/** Adds the routes of one group of the API document. */
export interface Router {
  get: AddRoute;
  post: AddRoute;
  put: AddRoute;
  patch: AddRoute;
  delete: AddRoute;
}

export function createRouter(app: App, guard: Guard, tag: string): Router {
  const add =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'): AddRoute =>
    (path, route) =>
      addGuarded(app, guard, tag, { method, path, route });
  return { get: add('GET'), post: add('POST'), put: add('PUT'), patch: add('PATCH'), delete: add('DELETE') };
}

interface Added {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  route: AnyRoute & RouteAccess<Auth>;
}

function addGuarded(app: App, guard: Guard, tag: string, { method, path, route }: Added): void {
  const { auth, security, isIdempotent, errors: _errors, otherResponses, handler, ...shape } = route;
  const name = typeof auth === 'string' ? auth : 'operator';
  const setting = {
    tag,
    security: security ?? securityOf[name],
    ...hooksOf(guard, auth),
    errors: { ...errorResponses(...errorsOf(path, route, name)), ...otherResponses },
  };
  const checked: AnyRoute = {
    ...shape,
    ...(isIdempotent && { headers: withIdempotencyKey(shape.headers) }),
    handler(request, reply) {
      requireIdentity(request, name);
      return handler(request, reply);
    },
  };
  addRoute(app, method, path, checked, setting);
}

function hooksOf(guard: Guard, auth: Auth) {
  if (typeof auth !== 'string') return auth;
  return auth === 'none' ? {} : { onRequest: guard[auth] };
}

const isOpen = (auth: keyof typeof securityOf): boolean => auth === 'anyone' || auth === 'none';

function errorsOf(path: string, route: Added['route'], auth: keyof typeof securityOf): ErrorCode[] {
  return [
    ...(isOpen(auth) ? everyOpenRoute : everyRoute),
    ...(route.params === undefined && idsIn(path).length > 0 ? (['not_found'] as const) : []),
    ...(route.errors ?? []),
    ...(route.isIdempotent ? everyIdempotentRoute : []),
    ...(route.body === undefined ? [] : everyBody),
  ];
}

const withIdempotencyKey = (headers: TObject = Type.Object({})): TObject =>
  Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })), ...headers.properties });

function requireIdentity(request: FastifyRequest, auth: keyof typeof securityOf): void {
  if (isOpen(auth)) return;
  callerOf(request);
  if (securityOf[auth] === bySession) personOf(request);
}

/** The request of a route with `isIdempotent`. `body` is what is compared, if that is not the whole body. */
export function onceOf(request: FastifyRequest, body: unknown = request.body): IdempotentRequest {
  return idempotentRequestFrom({
    caller: callerOf(request),
    operation: operationOf(request),
    header: request.headers['idempotency-key'],
    body,
  });
}

/** Method and path, with ids in their stored form. */
function operationOf({ method, routeOptions: { url = '' }, params }: FastifyRequest): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => String(fieldsOf(params)[name]).toLowerCase());
  return `${method} ${path}`;
}
