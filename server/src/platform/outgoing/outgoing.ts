import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { secondMs } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { isVisibleUrl } from '../../kit/visible-url.ts';
import {
  createLookup,
  createResolve,
  publicAddresses,
  RefusedDestination,
  type Resolve,
  refusedPort,
  UnresolvedName,
} from './names.ts';
import { isWebPort, portOfUrl } from './ports.ts';
import { basicAuthorization, withoutUserInfo } from './user-info.ts';

/** `isUnresolved`: the only problem is that the name has no address right now. */
export type Check = { ok: true } | { ok: false; reason: string; isUnresolved: boolean };

/** The result of a call. Reasons are for the client that named the URL and contain no credentials. */
export type Answer =
  | { kind: 'answered'; status: number; text: string; location: string | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'timed_out'; reason: string }
  | { kind: 'unreachable'; reason: string };

interface Post {
  headers: Record<string, string>;
  body: string | Buffer;
  /** From DNS resolution to the last byte of the response. */
  timeoutMs?: number;
}

/** Any request. The response is read up to the size of a catalog page; its headers are in lower case. */
interface Send {
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  timeoutMs: number;
}

/** `wasSent: false`: the request provably never left, so it had no effect. */
export type SendAnswer =
  | { kind: 'answered'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'refused' | 'timed_out' | 'unreachable'; reason: string; wasSent: boolean };

/** The whole file, or null if it is too long. */
export type FileAnswer =
  | { kind: 'answered'; status: number; bytes: Buffer | null; location: string | null }
  | Exclude<Answer, { kind: 'answered' }>;

interface Get {
  headers: Record<string, string>;
  /** Bytes beyond this are not read. */
  bytesMax: number;
  timeoutMs?: number;
}

export interface Outgoing {
  /** Whether a URL may be called, as far as known now; `post` checks again when it connects. */
  checkUrl(url: string): Promise<Check>;
  /** Credentials in the URL are sent as Basic authentication. Redirects are returned, not followed. */
  post(url: string, call: Post): Promise<Answer>;
  /** Like `post`, but returns more of the response. Throws only if the caller's signal aborts. */
  send(url: string, call: Send): Promise<SendAnswer>;
  /** Like `post`, with GET. */
  get(url: string, call: Get): Promise<Answer>;
  /** Like `get`, for files. */
  getFile(url: string, call: Get): Promise<FileAnswer>;
  close(): Promise<void>;
}

interface Needs {
  /** For development: allows internal addresses. */
  allowPrivate: boolean;
  resolve?: Resolve;
}

const unseenCharacters = 'The URL must not contain spaces, line breaks or other characters that cannot be seen.';
const timeoutMsDefault = 15 * secondMs;
const answerBytesMax = 16 * 1024;
const pageBytesMax = 8 * 1024 * 1024;
const connectOptions = { allowH2: false, timeout: timeoutMsDefault };

export function createOutgoing({ allowPrivate, resolve = createResolve() }: Needs): Outgoing {
  const agent = new Agent({ connect: allowPrivate ? connectOptions : guardedConnector(resolve) });

  async function ensureAllowed(text: string): Promise<URL> {
    const url = webUrl(text);
    if (!allowPrivate) await publicAddresses(url.hostname, resolve);
    return url;
  }

  return {
    async checkUrl(text) {
      try {
        if (!isVisibleUrl(text)) throw new RefusedDestination(unseenCharacters);
        await ensureAllowed(text);
        return { ok: true };
      } catch (error) {
        if (error instanceof RefusedDestination) {
          return { ok: false, reason: error.message, isUnresolved: error instanceof UnresolvedName };
        }
        throw error;
      }
    },
    async send(text, { timeoutMs, signal: asked, ...call }) {
      asked.throwIfAborted();
      const late = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([asked, late]);
      try {
        return await unlessAborted(signal, exchangeFully(agent, webUrl(text), call, signal));
      } catch (error) {
        asked.throwIfAborted();
        return { ...failed(error, late.aborted, timeoutMs), wasSent: !isNeverSent(error) };
      }
    },
    post: (text, { timeoutMs = timeoutMsDefault, ...call }) =>
      within(timeoutMs, (signal) => exchange(agent, webUrl(text), { ...call, method: 'POST' }, signal)),
    get: (text, { timeoutMs = timeoutMsDefault, ...call }) =>
      within(timeoutMs, (signal) => exchange(agent, webUrl(text), { ...call, method: 'GET', body: null }, signal)),
    getFile: (text, { timeoutMs = timeoutMsDefault, ...call }) =>
      within<FileAnswer>(timeoutMs, (signal) => downloadFile(agent, webUrl(text), call, signal)),
    close: () => agent.destroy(),
  };
}

async function within<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Exclude<Answer, { kind: 'answered' }>> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await unlessAborted(signal, work(signal));
  } catch (error) {
    return failed(error, signal.aborted, timeoutMs);
  }
}

interface Exchange {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | Buffer | null;
  bytesMax?: number;
}

async function exchange(agent: Agent, url: URL, call: Exchange, signal: AbortSignal): Promise<Answer> {
  const answer = await request(withoutUserInfo(url), {
    dispatcher: agent,
    method: call.method,
    headers: { ...call.headers, ...basicAuthorization(url) },
    body: call.body,
    signal,
    // The signal is the only time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const location = [answer.headers.location ?? null].flat()[0] ?? null;
  return {
    kind: 'answered',
    status: answer.statusCode,
    text: await readCapped(answer.body, call.bytesMax ?? answerBytesMax),
    location,
  };
}

async function downloadFile(agent: Agent, url: URL, call: Omit<Get, 'timeoutMs'>, signal: AbortSignal) {
  const { statusCode, headers, body } = await request(withoutUserInfo(url), {
    dispatcher: agent,
    method: 'GET',
    headers: { ...call.headers, ...basicAuthorization(url) },
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const bytes = await readBytes(body, call.bytesMax + 1);
  return {
    kind: 'answered' as const,
    status: statusCode,
    bytes: bytes.length > call.bytesMax ? null : bytes,
    location: [headers.location ?? null].flat()[0] ?? null,
  };
}

async function exchangeFully(
  agent: Agent,
  url: URL,
  call: Omit<Send, 'signal' | 'timeoutMs'>,
  signal: AbortSignal,
): Promise<SendAnswer> {
  const answer = await request(withoutUserInfo(url), {
    dispatcher: agent,
    method: call.method,
    headers: { ...call.headers, ...basicAuthorization(url) },
    ...(call.body === undefined ? {} : { body: call.body }),
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('\n') : (value ?? ''),
    ]),
  );
  const text = await readCapped(answer.body, pageBytesMax);
  return { kind: 'answered', status: answer.statusCode, headers, text };
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** No connection was made, so no byte of the request can have arrived. */
export function isNeverSent(error: unknown): boolean {
  if (error instanceof RefusedDestination) return true;
  const { code, syscall } = fieldsOf(error);
  // An open connection whose route is gone fails with the same codes.
  const isOpen = syscall === 'read' || syscall === 'write';
  return typeof code === 'string' && neverSent.has(code) && !isOpen;
}

/** The HTTP client checks the signal only once connected; DNS or a handshake may take longer. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function webUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new RefusedDestination('The URL must start with http:// or https://.');
  }
  const port = portOfUrl(url);
  if (!isWebPort(port)) throw refusedPort(port);
  return url;
}

/** Resolves, checks and connects only to the checked addresses: DNS cannot change in between. */
function guardedConnector(resolve: Resolve): buildConnector.connector {
  return (options, callback) => {
    publicAddresses(options.hostname, resolve).then(
      (addresses) => buildConnector({ ...connectOptions, lookup: createLookup(addresses) })(options, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/** The start of the response as text without NUL characters, which the database cannot store. */
async function readCapped(body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<string> {
  return (await readBytes(body, bytesMax)).toString().replaceAll('\0', '\uFFFD');
}

async function readBytes(body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection, so an endless response is not read further.
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

function failed(error: unknown, isTimedOut: boolean, timeoutMs: number): Exclude<Answer, { kind: 'answered' }> {
  if (error instanceof RefusedDestination) return { kind: 'refused', reason: error.message };
  if (isTimedOut) {
    return { kind: 'timed_out', reason: `No complete response within ${timeoutMs / secondMs} seconds.` };
  }
  const { code } = fieldsOf(error);
  const detail = typeof code === 'string' ? code : 'no response';
  return { kind: 'unreachable', reason: `The connection failed (${detail}).` };
}
