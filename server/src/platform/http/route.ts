import type { FastifyContextConfig, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { App } from './app.ts';
import { withOwnExample } from './example.ts';
import { uuid } from './schema.ts';

/** What a route accepts and returns. A path with ids (`:order_id`, `:id`) needs no `params`: each is a UUID. */
export interface RouteShape<Params, Query, Body, Response> {
  /** The operation's name in the API document and the SDK. */
  operationId: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  headers?: TObject;
  /** Response schemas by status. With one status, the handler does not need to set it. */
  response: Response;
  bodyLimit?: number;
  config?: FastifyContextConfig;
  [extension: `x-${string}`]: unknown;
}

export type SchemaOrNone = TSchema | undefined;
export type Responses = Partial<Record<200 | 201 | 202 | 204, TSchema>>;

type IdName = 'id' | `${string}_id`;
type IdsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Id in Extract<Name, IdName>]: string } & IdsIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [Id in Extract<Name, IdName>]: string }
    : unknown;

/** A request typed by the route's schemas. */
export type RequestOf<Path extends string, Params, Query, Body> = FastifyRequest<{
  Params: Params extends TSchema ? Static<Params> : IdsIn<Path>;
  Querystring: Query extends TSchema ? Static<Query> : unknown;
  Body: Body extends TSchema ? Static<Body> : unknown;
}>;

/**
 * What a handler may return: a response of the declared shape, or the reply it already sent. The result of a 204 is
 * ignored.
 */
export type AnswerOf<Response> =
  | {
      [Status in keyof Response]: Status extends 204 ? unknown : Static<Extract<Response[Status], TSchema>>;
    }[keyof Response]
  | FastifyReply;

type Hook = (request: FastifyRequest) => Promise<void>;

export interface AnyRoute extends RouteShape<SchemaOrNone, SchemaOrNone, SchemaOrNone, Responses> {
  handler(request: FastifyRequest, reply: FastifyReply): unknown;
}

/** Set by the caller of addRoute: the route's group, its auth, and its errors by status. */
interface RouteSetting {
  tag: string;
  security: readonly { [scheme: string]: readonly string[] }[];
  onRequest?: Hook;
  preHandler?: Hook;
  errors: Record<number, unknown>;
}

export function addRoute(app: App, method: HTTPMethods, path: string, route: AnyRoute, setting: RouteSetting): void {
  const { handler, query, params = idParams(path), response, bodyLimit, config, ...described } = route;
  const { tag, security, onRequest, preHandler, errors } = setting;
  app.route({
    method,
    url: path,
    ...(onRequest && { onRequest }),
    ...(preHandler && { preHandler }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(config && { config }),
    schema: {
      ...described,
      tags: [tag],
      security,
      ...(params && { params }),
      ...(query && { querystring: query }),
      response: { ...withExamples(response), ...errors },
    },
    handler: withStatus(response, (request, reply) => handler(request, reply)),
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

function withStatus(response: Responses, handler: Handler): Handler {
  const [status, ...others] = Object.keys(response).map(Number);
  if (status === undefined || status === 200 || others.length > 0) return handler;
  if (status !== 204) return (request, reply) => handler(request, reply.code(status));
  return async (request, reply) => {
    await handler(request, reply.code(status));
    return null;
  };
}

/** Adds an example built from its fields to each response that has none. Files and empty responses get none. */
function withExamples(response: Responses): Responses {
  const shown: Responses = {};
  for (const status of [200, 201, 202, 204] as const) {
    const schema = response[status];
    if (schema === undefined) continue;
    const isComplete = 'examples' in schema || 'content' in schema || status === 204;
    shown[status] = isComplete ? schema : withOwnExample(schema);
  }
  return shown;
}

const namesIn = (path: string): string[] => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
const isIdName = (name: string): boolean => name === 'id' || name.endsWith('_id');

export const idsIn = (path: string): string[] => namesIn(path).filter(isIdName);

/** The schema of the ids in a path: "UUID of the order." for `:order_id`. */
function idParams(path: string): TObject | undefined {
  const names = namesIn(path);
  if (names.length === 0) return undefined;
  if (!names.every(isIdName)) throw new Error(`${path} has a parameter that is not an id: declare its params.`);
  return Type.Object(Object.fromEntries(names.map((name) => [name, uuid(describeId(name))])));
}

function describeId(name: string): { description?: string } {
  return name === 'id' ? {} : { description: `UUID of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.` };
}

export const noContent = (description: string) => Type.Null({ description });
