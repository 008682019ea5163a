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
  /** Aborts when the client disconnects. */
  signal?: AbortSignal;
}

export interface ApiReply {
  status: number;
  body: unknown;
}

/** Calls one of our operations as the caller: with their key, address and request id. */
export type Call = (callContext: CallContext, question: ApiRequest) => Promise<ApiReply>;

/** All checks of the operation apply: key, scopes, rate limits, schema, idempotency. */
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

/** A tool's error, with the fields of an API error. */
export interface ToolError {
  code: string;
  message: string;
  retryable: boolean;
  next_step: string;
  /** Docs page of this code. */
  docs?: string;
  details?: Json;
}

/** A tool's outcome. `result.ts` turns it into a small result with store text marked. */
export type Outcome = ({ body: Json; error?: never } | { error: ToolError; body?: never }) & {
  /** Fields of the result besides its content, such as those of a task. */
  more?: Json;
};

/** The API returns 200 for a search that failed; for a tool, that is an error. */
export function succeed(body: unknown): Outcome {
  const { status, code, message } = fieldsOf(body);
  if (status !== 'failed' || typeof code !== 'string') return { body: fieldsOf(body) };
  const isPassing = code === 'retailer_unavailable';
  const nextStep = isPassing ? 'Try again in a moment.' : 'Follow the instructions in the message.';
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
      next_step: 'Fix the arguments listed in the message, then call the tool again.',
      ...(typeof page === 'string' ? { docs: page } : {}),
    };
  }
  const { code, message, retryable, next_step: nextStep, docs, details } = fieldsOf(error);
  return {
    code: textOf(code) ?? 'internal_error',
    message: textOf(message) ?? 'Something went wrong on our side.',
    retryable: retryable !== false,
    next_step: textOf(nextStep) ?? 'Follow the instructions in the message, then call the tool again.',
    ...(typeof docs === 'string' ? { docs } : {}),
    ...(Object.keys(fieldsOf(details)).length > 0 ? { details: fieldsOf(details) } : {}),
  };
}
