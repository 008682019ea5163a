import { createHash } from 'node:crypto';
import { assertDefined } from '../../kit/assert-defined.ts';
import { type Clock, secondMs } from '../../kit/clock.ts';
import { fieldsOf, jsonIn, listOf, textOf } from '../../kit/fields.ts';
import type { Quota } from '../../platform/turn-queue.ts';
import type { Blocked, Call } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import type { RenewedToken, Store, StoreNeeds } from '../store.ts';
import { blockedBy, type StoreFile, type StoreReply, type StoreRequest } from '../store-client.ts';
import { optionsOf } from './settings.ts';

/** Amazon's data, its refusal with error codes, or why the call failed. */
export type AmazonReply =
  | { kind: 'data'; data: Record<string, unknown> }
  | { kind: 'error'; status: number; codes: string[]; message: string }
  /** `mayHaveWorked`: Amazon may have executed the call. */
  | { kind: 'failed'; problem: StoreProblem; mayHaveWorked: boolean };

export interface AmazonRequest {
  operation: Operation;
  method?: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  /** The turn in the queue that this call uses. */
  holder?: string;
  patienceMs?: number;
}

export interface AmazonApi {
  ask(request: AmazonRequest, call: Call): Promise<AmazonReply>;
  /** Reserves turns for calls of one operation. Returns milliseconds until the first. */
  joinQueue(operation: Operation, holders: readonly string[]): Promise<number>;
  /** Reads a file that Amazon links to. The link has its own credentials. */
  download(url: string, bytesMax: number, call: Call): Promise<StoreFile>;
}

type Operation =
  | 'order'
  | 'details'
  | 'products'
  | 'tracking'
  | 'reports'
  | 'shipments'
  | 'invoices'
  | 'createReport'
  | 'getReport'
  | 'getReportDocument';

/** What Amazon allows in a second where it isn't the usual rate. It doesn't publish a rate for `getReport`. */
const slowPerSecond: Partial<Record<Operation, number>> = {
  createReport: 1 / 60,
  getReport: 1 / 45,
  getReportDocument: 1 / 60,
};

/**
 * Every operation has a bucket of 10. Some tokens stay unused, because requests can arrive closer together than they were
 * planned: a busy process sends late. The burst and what may come late (7 orders, whose turns are kept for them, or 3
 * other calls) together stay below the bucket.
 */
const paceOf = (operation: Operation, perSecond: number): Omit<Quota, 'name'> =>
  operation === 'order'
    ? { perSecond, burst: 2, graceMs: (7 / perSecond) * secondMs, slackMs: 0 }
    : { perSecond, burst: 6, graceMs: 0, slackMs: (3 / perSecond) * secondMs };
const perSecondDefault = 0.5;

const rateHeader = 'x-amzn-ratelimit-limit';

type Needs = Pick<StoreNeeds, 'client' | 'credentials' | 'token' | 'reportBroken'> & { clock: Clock };

export function createAmazonApi(store: Pick<Store, 'name' | 'settings' | 'apiUrl' | 'url'>, needs: Needs): AmazonApi {
  const options = optionsOf(store);
  const token = assertDefined(needs.token);
  let party: Promise<string> | null = null;
  /** Amazon counts by app and business account; two stores with the same account share its buckets. */
  const partyOf = (): Promise<string> => {
    party ??= needs
      .credentials()
      .then(({ client_id: id = '', refresh_token: grant = '' }) =>
        createHash('sha256').update(`${options.host} ${id} ${grant}`).digest('base64url').slice(0, 22),
      );
    return party;
  };
  const quotaOf = async (operation: Operation) => ({
    ...paceOf(operation, slowPerSecond[operation] ?? options.requests_per_second ?? perSecondDefault),
    name: `amazon-business ${await partyOf()} ${operation}`,
  });

  async function renew(call: Call): Promise<RenewedToken> {
    const { client_id: id = '', client_secret: secret = '', refresh_token: grant = '' } = await needs.credentials();
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: grant,
      client_id: id,
      client_secret: secret,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await needs.client.send(
      { method: 'POST', url: options.tokenUrl, headers, body: body.toString() },
      call,
    );
    return tokenIn(reply, needs.clock.now());
  }

  async function send(
    request: AmazonRequest,
    call: Call,
  ): Promise<{ reply: StoreReply; token: string } | StoreProblem> {
    const access = await token.use(() => renew(call), call);
    if (access.kind !== 'token') return access;
    const reply = await needs.client.send(await toStoreRequest(request, access.token), call);
    return { reply, token: access.token };
  }

  async function toStoreRequest(request: AmazonRequest, accessToken: string): Promise<StoreRequest> {
    const { holder, patienceMs } = request;
    return {
      method: request.method ?? 'GET',
      isFresh: (request.method ?? 'GET') === 'GET' && request.operation !== 'products',
      url: urlOf(options.host, request),
      headers: {
        'x-amz-access-token': accessToken,
        'x-amz-date': `${needs.clock
          .now()
          .toISOString()
          .replaceAll(/[-:]|\.\d+/g, '')}`,
        'x-amz-user-email': options.buyer_email,
        'user-agent': 'Errand/1.0 (Language=TypeScript)',
      },
      ...(request.json === undefined ? {} : { json: request.json }),
      quota: {
        ...(await quotaOf(request.operation)),
        rateHeader,
        ...(holder === undefined ? {} : { holder }),
        ...(patienceMs === undefined ? {} : { patienceMs }),
      },
    };
  }

  return {
    async ask(request, call) {
      const first = await send(request, call);
      if (!('reply' in first)) return { kind: 'failed', problem: first, mayHaveWorked: false };
      if (!canRetry(first.reply, request)) return readReply(first.reply, request, needs.clock.now());
      await token.discard(first.token);
      const second = await send(request, call);
      if (!('reply' in second)) return { kind: 'failed', problem: second, mayHaveWorked: false };
      return readReply(second.reply, request, needs.clock.now());
    },
    download: (url, bytesMax, call) => download(needs.client, options.host, url, bytesMax, call),
    joinQueue: async (operation, holders) => (await needs.client.joinQueue?.(await quotaOf(operation), holders)) ?? 0,
  };
}

async function download(
  client: Needs['client'],
  host: string,
  url: string,
  bytesMax: number,
  call: Call,
): Promise<StoreFile> {
  // The API itself is only without TLS on a test machine.
  const isAllowed = url.startsWith('https://') || !host.startsWith('https://');
  if (!isAllowed || !client.download) return { kind: 'unreachable', message: 'Amazon returned no download link.' };
  return client.download(url, bytesMax, call);
}

function urlOf(host: string, { path, query }: AmazonRequest): URL {
  const url = new URL(`${host}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Amazon rejected the token before it did anything. An order needs Amazon's own error as proof. */
function canRetry(reply: StoreReply, { operation }: AmazonRequest): boolean {
  const isDenied = reply.kind === 'answered' && (reply.status === 401 || reply.status === 403);
  return isDenied && (operation !== 'order' || codesIn(reply).length > 0);
}

/** The codes of Amazon's errors. */
function codesIn(reply: StoreReply): string[] {
  const body = reply.kind === 'answered' ? jsonIn(reply.text) : null;
  const errors = (Array.isArray(body) ? body : listOf(fieldsOf(body).errors)).map(fieldsOf);
  return errors.flatMap(({ code }) => textOf(code) ?? []);
}

/** How long to pause after a 429 without Retry-After. */
const pauseMs = 20_000;

const broken = (message: string): Blocked => ({
  kind: 'blocked',
  reason: 'retailer_unavailable',
  message,
  isBroken: true,
});

function tokenIn(reply: StoreReply, now: Date): RenewedToken {
  const blocked = blockedBy(reply, now);
  if (blocked) return blocked;
  const {
    access_token: token,
    expires_in: seconds,
    error,
  } = fieldsOf(reply.kind === 'answered' ? jsonIn(reply.text) : null);
  if (typeof token === 'string' && token !== '') {
    return { kind: 'token', token, expiresInSeconds: typeof seconds === 'number' && seconds > 0 ? seconds : 3600 };
  }
  const code = textOf(error) ?? 'no reason given';
  return broken(
    `Amazon rejected the credentials (${code}). Renew the client secret (it expires after 180 days) or authorize the app again, then enter the credentials.`,
  );
}

/** Statuses that mean Amazon executed nothing. */
const nothingDone: ReadonlySet<number> = new Set([400, 404, 413, 415]);

function readReply(reply: StoreReply, { operation }: AmazonRequest, now: Date): AmazonReply {
  const doneStatus = operation === 'createReport' ? 202 : 200;
  const blocked = blockedBy(reply, now);
  if (blocked) {
    const isLimited = reply.kind === 'answered' && reply.status === 429;
    const mayHaveWorked = reply.kind === 'answered' ? !isLimited : reply.wasSent;
    return { kind: 'failed', problem: isLimited ? { retryAfterMs: pauseMs, ...blocked } : blocked, mayHaveWorked };
  }
  if (reply.kind !== 'answered') throw new Error('Expected a response.');
  const body = jsonIn(reply.text);
  if (reply.status === doneStatus && typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return { kind: 'data', data: fieldsOf(body) };
  }
  const id = reply.headers['x-amzn-requestid'];
  const request = id === undefined ? '' : ` (request ${id})`;
  if (reply.status === 401 || reply.status === 403) {
    const problem = broken(
      `Amazon denied access${request}. Check the app's roles, and that the buyer is allowed to use the buying group.`,
    );
    // Without an error code, the response isn't Amazon's.
    return { kind: 'failed', problem, mayHaveWorked: codesIn(reply).length === 0 };
  }
  if (!nothingDone.has(reply.status)) {
    const message = `Amazon returned an unexpected response (${reply.status})${request}.`;
    return {
      kind: 'failed',
      problem: { kind: 'blocked', reason: 'retailer_unavailable', message },
      mayHaveWorked: true,
    };
  }
  const codes = codesIn(reply);
  const message = `Amazon returned ${reply.status} ${codes.join(', ') || 'without a reason'}${request}.`;
  return { kind: 'error', status: reply.status, codes, message };
}
