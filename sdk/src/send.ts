import { ApiError, ConnectionError, errorOf } from './errors.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

/** One attempt and its response, for logs and metrics. */
export interface Attempt {
  method: string;
  /** Path with parameter names, such as /orders/{order_id}. */
  route: string;
  /** 1 for the first attempt. */
  number: number;
  /** Null if there was no response. */
  status: number | null;
  requestId: string | null;
  ms: number;
}

export interface ClientOptions {
  /** Where the service runs, such as https://errand.example.com. */
  baseUrl: string;
  /** svc_live_… or svc_test_…. A few calls work without one. */
  apiKey?: string | undefined;
  /** How many times a call is retried if that is safe. 4 by default. */
  retries?: number | undefined;
  /** If the service asks for a longer wait than this, the call fails instead. 30 by default. */
  waitSecondsMost?: number | undefined;
  /** How long each attempt may take. 60 by default. The call's own `wait_seconds` is added to it. */
  timeoutSeconds?: number | undefined;
  /** Headers for every request. */
  headers?: Record<string, string> | undefined;
  /** Called after each attempt. */
  onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Replaces the built-in fetch. */
  fetch?: typeof fetch | undefined;
}

/** Options for a single call. They override those of the client. */
export interface CallOptions {
  /** Makes a call that creates something safe to repeat, even from another process. Random by default. */
  idempotencyKey?: string | undefined;
  /** How long each attempt may take. */
  timeoutSeconds?: number | undefined;
  /** How many times the call is retried if that is safe. */
  retries?: number | undefined;
  /** Additional headers. They override those of the client. */
  headers?: Record<string, string> | undefined;
  /** A key to use instead of the client's. */
  apiKey?: string | undefined;
  /** Stops the call, and its retries. */
  signal?: AbortSignal | undefined;
}

/** The result of a call with details of its response. */
export interface Answer<Data> {
  data: Data;
  status: number;
  headers: Headers;
  /** ID of the request, as in the request log. */
  requestId: string | null;
}

/** How one operation is called; see generated/operations.ts. */
export interface Operation {
  /** Namespace and method, such as orders.create. */
  name: string;
  method: string;
  path: string;
  query: readonly string[];
  isRepeatable: boolean;
  takesKey: boolean;
  takesBody?: boolean;
  /** The legacy API takes the key as a user name. */
  isEarlier?: boolean;
  isFile?: boolean;
  list?: string;
  /** The list ends with `has_more` and `next_cursor`. */
  isCursor?: boolean;
  /** The field of the last entry that is sent as `after`. */
  cursor?: string;
  /** The role that a person with a session needs. Without it, any role is enough. */
  leastRole?: 'buyer' | 'owner';
}

export type Values = Record<string, unknown>;
/** What the call returns is known from the operation's entry in generated/operations.ts. */
export type Call = <Data>(
  operation: Operation,
  input: Values,
  options: CallOptions,
  as?: 'value' | 'stream',
) => Promise<Answer<Data>>;

interface Request {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string };
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export function createCall(client: ClientOptions): Call {
  const { waitSecondsMost = 30 } = client;
  return async <Data>(operation: Operation, input: Values, options: CallOptions, as: 'value' | 'stream' = 'value') => {
    const retries = options.retries ?? client.retries ?? 4;
    const request = requestFor(client, operation, input, options);
    for (let attempt = 0; ; attempt += 1) {
      const startedAt = Date.now();
      const report = (status: number | null, requestId: string | null) => {
        const { method, path: route } = operation;
        client.onAttempt?.({ method, route, number: attempt + 1, status, requestId, ms: Date.now() - startedAt });
      };
      try {
        const answer = await send<Data>(client, request, as);
        report(answer.status, answer.requestId);
        return answer;
      } catch (error) {
        report(error instanceof ApiError ? error.status : null, error instanceof ApiError ? error.requestId : null);
        const waitMs = attempt < retries ? waitBeforeRetry(operation, error, attempt, waitSecondsMost) : null;
        if (waitMs === null) throw error;
        await pause(waitMs, options.signal);
      }
    }
  };
}

/** How long to wait before the call is retried. Null: don't retry. */
function waitBeforeRetry(operation: Operation, error: unknown, attempt: number, mostSeconds: number): number | null {
  const backoffMs = 200 * 2 ** attempt * (0.5 + Math.random());
  // The first request may have succeeded, so only calls that are safe to repeat are retried.
  if (error instanceof ConnectionError) return operation.isRepeatable ? backoffMs : null;
  if (!(error instanceof ApiError)) return null;
  const wasNotExecuted = error.status === 429 || error.code === 'idempotency_in_flight';
  const canRetry = wasNotExecuted || (operation.isRepeatable && (error.status === 408 || error.status >= 500));
  if (!canRetry) return null;
  if (error.retryAfterSeconds === null) return backoffMs;
  return error.retryAfterSeconds > mostSeconds ? null : error.retryAfterSeconds * 1000 + Math.random() * 100;
}

/** Uses only timers that every runtime has. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function requestFor(client: ClientOptions, operation: Operation, input: Values, options: CallOptions): Request {
  const { body, wait_seconds: waits } = input;
  const seconds = options.timeoutSeconds ?? client.timeoutSeconds ?? 60;
  const apiKey = options.apiKey ?? client.apiKey;
  const headers: Record<string, string> = {};
  if (apiKey) headers.authorization = authorizationOf(apiKey, operation);
  if (body !== undefined) headers['content-type'] = 'application/json';
  // All attempts have the same key, so a retry cannot do the work twice.
  if (operation.takesKey) headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
  for (const [name, value] of Object.entries({ ...client.headers, ...options.headers }))
    headers[name.toLowerCase()] = value;
  return {
    url: urlOf(client.baseUrl, operation, input),
    init: { method: operation.method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    timeoutMs: (seconds + (typeof waits === 'number' ? waits : 0)) * 1000,
    signal: options.signal,
  };
}

const authorizationOf = (apiKey: string, { isEarlier }: Operation): string =>
  isEarlier ? `Basic ${btoa(`${apiKey}:`)}` : `Bearer ${apiKey}`;

async function send<Data>(client: ClientOptions, request: Request, as: 'value' | 'stream'): Promise<Answer<Data>> {
  const { url, init, timeoutMs, signal } = request;
  signal?.throwIfAborted();
  const stopper = new AbortController();
  const stop = () => stopper.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => stopper.abort(new Error(`timed out after ${timeoutMs / 1000} seconds`)), timeoutMs);
  // A stream is read after this returns, and can still be stopped.
  let isOver = as === 'value';
  try {
    const answer = await (client.fetch ?? fetch)(url, { ...init, signal: stopper.signal });
    if (!answer.ok) throw await errorOf(answer);
    if (as === 'stream') clearTimeout(timer);
    return await answered(answer, as);
  } catch (error) {
    isOver = true;
    signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    if (stopper.signal.aborted) throw new ConnectionError(client.baseUrl, stopper.signal.reason, 'timeout');
    throw new ConnectionError(client.baseUrl, error);
  } finally {
    clearTimeout(timer);
    if (isOver) signal?.removeEventListener('abort', stop);
  }
}

async function answered<Data>(answer: Response, as: 'value' | 'stream'): Promise<Answer<Data>> {
  return {
    data: (as === 'stream' ? answer.body : await read(answer)) as Data,
    status: answer.status,
    headers: answer.headers,
    requestId: answer.headers.get('x-request-id'),
  };
}

function urlOf(baseUrl: string, operation: Operation, input: Values): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams();
  for (const name of operation.query) {
    if (input[name] !== undefined) query.set(name, String(input[name]));
  }
  const text = query.toString();
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204) return undefined;
  if (type.includes('json')) return response.json();
  return type.startsWith('text/') ? response.text() : new Uint8Array(await response.arrayBuffer());
}
