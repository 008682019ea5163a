import { createHash } from 'node:crypto';
import { type Clock, secondMs } from '../../kit/clock.ts';
import { fieldsOf, jsonIn, listOf, textOf } from '../../kit/fields.ts';
import type { Blocked, Call } from '../contract.ts';
import type { StoreNeeds } from '../store.ts';
import { blockedBy } from '../store-client.ts';
import type { MouserOptions } from './settings.ts';

export interface MouserError {
  code: string;
  message: string;
}

/** Mouser's response with the errors of all levels, or why the call failed. */
export type MouserReply =
  | { kind: 'data'; data: Record<string, unknown>; errors: MouserError[] }
  /** `mayHaveWorked`: Mouser may have executed the call. */
  | { kind: 'failed'; problem: Blocked; mayHaveWorked: boolean };

export interface MouserRequest {
  key: 'search_key' | 'order_key';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
}

export interface MouserApi {
  ask(request: MouserRequest, call: Call): Promise<MouserReply>;
}

type Needs = Pick<StoreNeeds, 'client' | 'credentials'> & {
  clock: Clock;
  options: Pick<MouserOptions, 'host' | 'requestsPerMinute'>;
};

/** Statuses that mean Mouser executed nothing. After any other, also 429, a submitted order may exist. */
const nothingDone: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 415]);

/** The burst, a minute of steady calls and what comes late together stay within what Mouser allows in a minute. */
export const paceOf = (requestsPerMinute: number) => ({
  perSecond: (0.75 * requestsPerMinute) / 60,
  burst: Math.max(1, Math.floor(0.2 * requestsPerMinute)),
  graceMs: 0,
  slackMs: 4 * secondMs,
});

export function createMouserApi({ client, credentials, clock, options }: Needs): MouserApi {
  const { host } = options;
  const pace = paceOf(options.requestsPerMinute);
  return {
    async ask({ key, path, query, json }, call) {
      const apiKey = (await credentials())[key] ?? '';
      // Mouser accepts the key only in the URL. Store URLs aren't logged.
      const url = new URL(`${host}/api/v1${path}`);
      for (const [name, value] of Object.entries({ ...query, apiKey })) url.searchParams.set(name, value);
      const party = createHash('sha256').update(`${host} ${apiKey}`).digest('base64url').slice(0, 22);
      const reply = await client.send(
        {
          method: json === undefined ? 'GET' : 'POST',
          url,
          ...(json === undefined ? { isFresh: true } : { json }),
          quota: { ...pace, name: `mouser ${party}` },
        },
        call,
      );
      const blocked = blockedBy(reply, clock.now());
      if (blocked) {
        return { kind: 'failed', problem: blocked, mayHaveWorked: reply.kind === 'answered' || reply.wasSent };
      }
      if (reply.kind !== 'answered') throw new Error('Expected a response.');
      const data = jsonIn(reply.text);
      if (reply.status === 200 && typeof data === 'object' && data !== null && !Array.isArray(data)) {
        return { kind: 'data', data: fieldsOf(data), errors: errorsIn(data) };
      }
      const isDenied = reply.status >= 400 && reply.status < 500;
      const message = isDenied
        ? `Mouser returned ${reply.status}. Check the API keys: one is for search, one for orders.`
        : `Mouser returned an unexpected response (${reply.status}).`;
      const problem: Blocked = { kind: 'blocked', reason: 'retailer_unavailable', message };
      return {
        kind: 'failed',
        problem: isDenied ? { ...problem, isBroken: true } : problem,
        mayHaveWorked: !nothingDone.has(reply.status),
      };
    },
  };
}

/** Collects errors from every level: the root, the order, its parts and its lines. */
function errorsIn(value: unknown): MouserError[] {
  if (Array.isArray(value)) return value.flatMap(errorsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'Errors'
      ? listOf(part).map((entry) => {
          const { Code, Message } = fieldsOf(entry);
          return { code: textOf(Code) ?? '', message: textOf(Message) ?? '' };
        })
      : errorsIn(part),
  );
}
