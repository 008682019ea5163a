import { ConnectionError, ErrandError, errorOf } from './errors.ts';
import { type Operations, operations } from './operations.ts';

export interface ClientOptions {
  /** Where the service runs, such as https://errand.example.com. */
  baseUrl: string;
  /** svc_live_… or svc_test_…; calls that need no key work without. */
  apiKey?: string | undefined;
  /** How often a call is sent again when that is safe; 4 unless told. */
  retries?: number;
  /** A wait that is asked for and longer than this is not waited for but reported; 30 unless told. */
  waitSecondsMost?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Makes a call that creates something safe to repeat, also by another process. Chosen at random unless told. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Name = keyof Operations;
type Input<N extends Name> = Operations[N]['input'];
type Output<N extends Name> = Operations[N]['output'];

/** Operations without any required input may be called without one. */
type Method<N extends Name> =
  Record<never, never> extends Input<N>
    ? (input?: Input<N>, options?: CallOptions) => Promise<Output<N>>
    : (input: Input<N>, options?: CallOptions) => Promise<Output<N>>;

type Table = typeof operations;
type ListName = { [N in Name]: Table[N] extends { list: string } ? N : never }[Name];
type Entry<N extends ListName> = Table[N] extends { list: infer Field extends keyof Output<N> }
  ? Output<N>[Field] extends (infer Item)[]
    ? Item
    : never
  : never;

export type Client = { [N in Name]: Method<N> } & {
  /** Every entry of a list, read page by page as you go. */
  each: {
    [N in ListName]: (input?: Omit<Input<N>, 'offset'>, options?: CallOptions) => AsyncGenerator<Entry<N>, void>;
  };
};

/** How one operation is called; see operations.ts. */
interface Operation {
  method: string;
  path: string;
  query: readonly string[];
  isRepeatable: boolean;
  takesKey: boolean;
  list?: string;
}

type Values = Record<string, unknown>;

export function createClient(options: ClientOptions): Client {
  const call = createCall(options);
  const methods: Values = {};
  const each: Values = {};
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    methods[name] = (input: Values = {}, more: CallOptions = {}) => call(operation, input, more);
    if (operation.list !== undefined) {
      each[name] = (input: Values = {}, more: CallOptions = {}) => eachEntry(call, operation, input, more);
    }
  }
  return { ...methods, each } as unknown as Client;
}

type Call = (operation: Operation, input: Values, options: CallOptions) => Promise<unknown>;

function createCall(client: ClientOptions): Call {
  const { retries = 4, waitSecondsMost = 30 } = client;
  return async (operation, input, options) => {
    // One key for all tries: that is what makes the second harmless.
    const key = operation.takesKey ? (options.idempotencyKey ?? newIdempotencyKey()) : null;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(client, operation, input, key, options.signal);
      } catch (error) {
        const waitMs = attempt < retries ? waitBeforeRetry(operation, error, attempt, waitSecondsMost) : null;
        if (waitMs === null) throw error;
        await pause(waitMs, options.signal);
      }
    }
  };
}

/** Random enough to be nobody else's. Browsers have randomUUID on secure origins only, and this everywhere. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
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

/** How long to wait before the same call may be sent again; null when it may not. */
function waitBeforeRetry(operation: Operation, error: unknown, attempt: number, mostSeconds: number): number | null {
  const backoffMs = 200 * 2 ** attempt * (0.5 + Math.random());
  // Whether the first one was heeded nobody knows, so only what may happen twice is sent twice.
  if (error instanceof ConnectionError) return operation.isRepeatable ? backoffMs : null;
  if (!(error instanceof ErrandError)) return null;
  const isTransient = error.status === 429 || error.status === 503 || error.code === 'idempotency_in_flight';
  if (!isTransient || error.retryAfterSeconds === null || error.retryAfterSeconds > mostSeconds) return null;
  return error.retryAfterSeconds * 1000 + Math.random() * 100;
}

async function send(
  client: ClientOptions,
  operation: Operation,
  input: Values,
  key: string | null,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const url = urlOf(client.baseUrl, operation, input);
  const response = await (client.fetch ?? fetch)(url, {
    method: operation.method,
    headers: {
      ...(client.apiKey ? { authorization: `Bearer ${client.apiKey}` } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(signal ? { signal } : {}),
  })
    .then(async (answer) => (answer.ok ? { value: await read(answer) } : { error: await errorOf(answer) }))
    .catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new ConnectionError(client.baseUrl, error);
    });
  if ('error' in response) throw response.error;
  return response.value;
}

function urlOf(baseUrl: string, operation: Operation, input: Values): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams();
  for (const name of operation.query) {
    if (input[name] !== undefined) query.set(name, String(input[name]));
  }
  return `${baseUrl.replace(/\/+$/, '')}${path}${query.size > 0 ? `?${query}` : ''}`;
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204) return undefined;
  if (type.includes('json')) return response.json();
  return type.startsWith('text/') ? response.text() : new Uint8Array(await response.arrayBuffer());
}

const pageSize = 100;

async function* eachEntry(call: Call, operation: Operation, input: Values, options: CallOptions) {
  const limit = typeof input.limit === 'number' ? input.limit : pageSize;
  const seen = new Set<unknown>();
  for (let offset = 0; ; offset += limit) {
    const page = (await call(operation, { ...input, limit, offset }, options)) as Values & { total: number };
    const entries = page[operation.list!] as { id?: unknown }[];
    for (const entry of entries) {
      // Lists are newest first: what is new since the last page pushes older entries onto this one a second time.
      if (entry.id !== undefined && seen.has(entry.id)) continue;
      if (entry.id !== undefined) seen.add(entry.id);
      yield entry;
    }
    if (entries.length === 0 || offset + entries.length >= page.total) return;
  }
}
