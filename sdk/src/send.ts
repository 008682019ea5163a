import { ConnectionError, ErrandError, errorOf } from './errors.ts';
import { randomName } from './web-crypto.ts';

export interface ClientOptions {
  /** Where the service runs, such as https://errand.example.com. */
  baseUrl: string;
  /** svc_live_… or svc_test_…; calls that need no key work without. */
  apiKey?: string | undefined;
  /** How often a call is sent again when that is safe; 4 unless told. */
  retries?: number;
  /** A wait that is asked for and longer than this is not waited for but reported; 30 unless told. */
  waitSecondsMost?: number;
  /** How long each try may take until its answer begins; 60 unless told. What a call itself waits for comes on top. */
  timeoutSeconds?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Makes a call that creates something safe to repeat, also by another process. Chosen at random unless told. */
  idempotencyKey?: string;
  timeoutSeconds?: number;
  signal?: AbortSignal;
}

/** What a call resolves to, and what came along with it. */
export interface Answer<Data> {
  data: Data;
  status: number;
  headers: Headers;
  /** Quote it when you ask for help. */
  requestId: string | null;
}

/** How one operation is called; see operations.ts. */
export interface Operation {
  method: string;
  path: string;
  query: readonly string[];
  isRepeatable: boolean;
  takesKey: boolean;
  /** The earlier API takes the key as a user name. */
  isEarlier?: boolean;
  isFile?: boolean;
  list?: string;
  isCursor?: boolean;
  /** Of a person who calls it with a session; without one, every role will do. */
  leastRole?: 'buyer' | 'owner';
}

export type Values = Record<string, unknown>;
export type Call = (
  operation: Operation,
  input: Values,
  options: CallOptions,
  as?: 'value' | 'stream',
) => Promise<Answer<unknown>>;

interface Request {
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export function createCall(client: ClientOptions): Call {
  const { retries = 4, waitSecondsMost = 30 } = client;
  return async (operation, input, options, as = 'value') => {
    // One key for all tries: that is what makes the second harmless.
    const key = operation.takesKey ? (options.idempotencyKey ?? (await randomName())) : null;
    const request = requestFor(client, operation, input, options, key);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(client, request, as);
      } catch (error) {
        const waitMs = attempt < retries ? waitBeforeRetry(operation, error, attempt, waitSecondsMost) : null;
        if (waitMs === null) throw error;
        await pause(waitMs, options.signal);
      }
    }
  };
}

/** How long to wait before the same call may be sent again; null when it may not. */
function waitBeforeRetry(operation: Operation, error: unknown, attempt: number, mostSeconds: number): number | null {
  const backoffMs = 200 * 2 ** attempt * (0.5 + Math.random());
  // It is unknown whether the first request was carried out, so only what may happen twice is sent twice.
  if (error instanceof ConnectionError) return operation.isRepeatable ? backoffMs : null;
  if (!(error instanceof ErrandError)) return null;
  const wasNotHeeded = error.status === 429 || error.code === 'idempotency_in_flight';
  const mayPass = wasNotHeeded || (operation.isRepeatable && (error.status === 408 || error.status >= 500));
  if (!mayPass) return null;
  if (error.retryAfterSeconds === null) return backoffMs;
  return error.retryAfterSeconds > mostSeconds ? null : error.retryAfterSeconds * 1000 + Math.random() * 100;
}

/** Timers as browsers and Node both have them. */
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

function requestFor(
  client: ClientOptions,
  operation: Operation,
  input: Values,
  options: CallOptions,
  key: string | null,
): Request {
  const { body, wait_seconds: waits } = input;
  const seconds = options.timeoutSeconds ?? client.timeoutSeconds ?? 60;
  return {
    url: urlOf(client.baseUrl, operation, input),
    init: {
      method: operation.method,
      headers: {
        ...(client.apiKey ? { authorization: authorizationOf(client.apiKey, operation) } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    timeoutMs: (seconds + (typeof waits === 'number' ? waits : 0)) * 1000,
    signal: options.signal,
  };
}

const authorizationOf = (apiKey: string, { isEarlier }: Operation): string =>
  isEarlier ? `Basic ${btoa(`${apiKey}:`)}` : `Bearer ${apiKey}`;

async function send(client: ClientOptions, request: Request, as: 'value' | 'stream'): Promise<Answer<unknown>> {
  const { url, init, timeoutMs, signal } = request;
  signal?.throwIfAborted();
  const stopper = new AbortController();
  const stop = () => stopper.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(
    () => stopper.abort(new Error(`nothing came within ${timeoutMs / 1000} seconds`)),
    timeoutMs,
  );
  // A stream is read after this: who reads it may still stop it.
  let isOver = as === 'value';
  try {
    const answer = await (client.fetch ?? fetch)(url, { ...init, signal: stopper.signal });
    if (!answer.ok) throw await errorOf(answer);
    if (as === 'stream') clearTimeout(timer);
    return await answered(answer, as);
  } catch (error) {
    isOver = true;
    signal?.throwIfAborted();
    if (error instanceof ErrandError) throw error;
    throw new ConnectionError(client.baseUrl, stopper.signal.aborted ? stopper.signal.reason : error);
  } finally {
    clearTimeout(timer);
    if (isOver) signal?.removeEventListener('abort', stop);
  }
}

async function answered(answer: Response, as: 'value' | 'stream'): Promise<Answer<unknown>> {
  return {
    data: as === 'stream' ? answer.body : await read(answer),
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
