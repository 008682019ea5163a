import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, secondMs } from '../../../../kit/clock.ts';
import { nextTurn } from '../../../../kit/next-turn.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { type App, bodyBytes } from '../../../../platform/http/index.ts';
import {
  createSampler,
  errorIn,
  type LoggedBody,
  maskHeaders,
  maskJson,
  maskQuery,
  responseCharsMax,
} from './masking.ts';
import { insertRequests, type RequestRow } from './sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The response until it is stored; null if it is not text or too long. */
    answerText: string | null;
  }
}

const flushEveryMs = secondMs;
/** While the database is down, the oldest entries are dropped beyond this. */
const entriesMax = 5_000;

export interface RequestRecorder {
  /** Starts to record the requests of keys. */
  install(app: App): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface Needs {
  db: Db;
  clock: Clock;
  logger: { warn(details: object, message: string): void };
  /** Days to keep requests; 0: none. */
  days: number;
}

/** Records requests in the background, with one statement a second. */
export function createRequestRecorder({ db, clock, logger, days }: Needs): RequestRecorder {
  const sample = createSampler(() => performance.now());
  let noted: (() => RequestRow)[] = [];
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function note(request: FastifyRequest, reply: FastifyReply): void {
    const { caller } = request;
    // Order-scoped keys have no owner who would look here. Of our own pages, only errors are stored.
    if (!caller || caller.orderId !== null || (request.person && isExpectedOutcome(request, reply))) return;
    // Reading the log is not logged.
    if (request.url.startsWith('/requests')) return;
    const standsFor = sample(reply.statusCode >= 400);
    if (standsFor === 0) return;
    const at = clock.now();
    const ms = reply.elapsedTime;
    if (noted.length >= entriesMax) noted = noted.slice(-entriesMax / 2);
    // Masked at the next flush, which no request waits for.
    noted.push(() => rowOf(request, reply, { at, ms, status: reply.statusCode, standsFor }));
  }

  async function write(): Promise<void> {
    if (noted.length === 0) return;
    const due = noted;
    noted = [];
    await insertRequests(db, await maskInPieces(due));
  }

  // Not retried: a lost entry is acceptable.
  const flush = (): Promise<void> => {
    running = running.then(write).catch((error: unknown) => logger.warn({ err: error }, 'request log write failed'));
    return running;
  };

  return {
    install(app) {
      if (days === 0) return;
      app.decorateRequest('answerText', null);
      app.addHook('onSend', (request, _reply, payload, done) => {
        if (typeof payload === 'string' && payload.length <= responseCharsMax) request.answerText = payload;
        done(null, payload);
      });
      app.addHook('onResponse', (request, reply, done) => {
        note(request, reply);
        done();
      });
    },
    flush,
    start() {
      if (days > 0) timer ??= setInterval(() => void flush(), flushEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
  };
}

const pieceChars = 16 * 1024;

/** A turn of the event loop after each piece: a second's bodies take tens of milliseconds to mask. */
async function maskInPieces(noted: readonly (() => RequestRow)[]): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  let chars = 0;
  for (const mask of noted) {
    const row = mask();
    rows.push(row);
    chars += (row.body?.length ?? 0) + (row.response?.length ?? 0);
    if (chars < pieceChars) continue;
    chars = 0;
    await nextTurn();
  }
  return rows;
}

/** Our pages also ask for objects that may not exist, such as an order's case. */
const isExpectedOutcome = ({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode < 400 || (method === 'GET' && statusCode === 404);

interface ObservedRequest {
  at: Date;
  ms: number;
  status: number;
  standsFor: number;
}

/** The body as sent, without defaults. */
function sentBody(request: FastifyRequest): LoggedBody {
  const bytes = bodyBytes(request);
  if (bytes !== null) return maskJson(bytes.toString(), 'request');
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return { text: null, state: Number(length ?? 0) > 0 || encoding !== undefined ? 'too_large' : 'none' };
}

function answerBody({ answerText }: FastifyRequest, reply: FastifyReply): LoggedBody {
  if (answerText !== null) return maskJson(answerText, 'response');
  const isJson = String(reply.getHeader('content-type') ?? '').includes('json');
  return { text: null, state: isJson ? 'too_large' : 'none' };
}

function rowOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { at, ms, status, standsFor }: ObservedRequest,
): RequestRow {
  const { caller, url } = request;
  if (!caller) throw new Error('Cannot log a request without a caller.');
  const body = sentBody(request);
  const response = answerBody(request, reply);
  const error = status >= 400 ? errorIn(request.answerText) : { code: null, message: null };
  return {
    account_id: caller.accountId,
    world: caller.world,
    api_key_id: caller.keyId,
    request_id: request.id,
    at,
    method: request.method,
    route: request.routeOptions.url ?? 'unmatched',
    path: (url.split('?', 1)[0] ?? url).slice(0, 500),
    query: maskQuery(url),
    status,
    ms: Math.round(ms * 100) / 100,
    error_code: error.code,
    error_message: error.message,
    headers: maskHeaders(request.headers),
    body: body.text,
    body_state: body.state,
    response: response.text,
    response_state: response.state,
    stands_for: standsFor,
  };
}
