import type { Failure, Invalid } from '../../../kit/failure.ts';
import { fieldsOf, listOf, textOf } from '../../../kit/fields.ts';
import type { App } from '../../../platform/http/index.ts';
import { renderCurrent } from '../../../wire/index.ts';
import type { CallContext } from './call-context.ts';

export type Json = Record<string, unknown>;

export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  query?: Json;
  body?: Json;
  headers?: Record<string, string>;
  /** Gives up when the client goes away. */
  signal?: AbortSignal;
}

export interface ApiReply {
  status: number;
  body: unknown;
}

/** Calls one of our own operations as the visitor: with their key, their address and the same request id. */
export type Call = (callContext: CallContext, question: ApiRequest) => Promise<ApiReply>;

/** Every check of the operation is made, because it is the operation: key, scopes, rates, schema, idempotency. */
export function createApiCall(app: App): Call {
  return async (callContext, { method, path, query = {}, body, headers = {}, signal }) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const answer = await app.inject({
      method,
      url: search === '' ? path : `${path}?${search}`,
      remoteAddress: callContext.address,
      headers: {
        accept: 'application/json',
        'x-request-id': callContext.requestId,
        ...(callContext.authorization === null ? {} : { authorization: callContext.authorization }),
        ...(callContext.forwardedFor === null ? {} : { 'x-forwarded-for': callContext.forwardedFor }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? null : JSON.parse(answer.body) };
  };
}

export const isSuccess = ({ status }: ApiReply): boolean => status < 300;

/** What a tool could not do, for a machine: the same fields as an error of the API. */
export interface ToolError {
  code: string;
  message: string;
  retryable: boolean;
  next_step: string;
  /** The page about this code. */
  docs?: string;
  details?: Json;
}

/** What a tool came to. `result.ts` makes a result of it: small, and with the text of stores marked. */
export type Outcome = ({ body: Json; error?: never } | { error: ToolError; body?: never }) & {
  /** Fields of the result beside its content, such as those of a task. */
  more?: Json;
};

/** A search or a look-up that failed is a 200 of the API; for a tool it is an error. */
export function succeed(body: unknown): Outcome {
  const { status, code, message } = fieldsOf(body);
  if (status !== 'failed' || typeof code !== 'string') return { body: fieldsOf(body) };
  const isPassing = code === 'retailer_unavailable';
  const nextStep = isPassing ? 'Try again in a moment.' : 'Follow the message.';
  return { error: { code, message: textOf(message) ?? code, retryable: isPassing, next_step: nextStep } };
}

export const outcomeOf = (reply: ApiReply): Outcome =>
  isSuccess(reply) ? succeed(reply.body) : { error: errorIn(reply) };

export const failureOutcome = (error: Failure | Invalid, publicUrl: string): Outcome => ({
  error: errorIn(renderCurrent(error, publicUrl)),
});

export function errorIn({ body }: ApiReply): ToolError {
  const { error, detail, docs: page } = fieldsOf(body);
  if (detail) {
    const problems = listOf(detail)
      .map(fieldsOf)
      .map(({ loc, msg }) => `${listOf(loc).slice(1).join('.')}: ${msg}`);
    return {
      code: 'invalid_request',
      message: problems.join('; '),
      retryable: false,
      next_step: 'Fix the arguments that the message names, then call the tool again.',
      ...(typeof page === 'string' ? { docs: page } : {}),
    };
  }
  const { code, message, retryable, next_step: nextStep, docs, details } = fieldsOf(error);
  return {
    code: textOf(code) ?? 'internal_error',
    message: textOf(message) ?? 'Something went wrong on our side.',
    retryable: retryable !== false,
    next_step: textOf(nextStep) ?? 'Follow the message, then call the tool again.',
    ...(typeof docs === 'string' ? { docs } : {}),
    ...(Object.keys(fieldsOf(details)).length > 0 ? { details: fieldsOf(details) } : {}),
  };
}
