import { setTimeout as pause } from 'node:timers/promises';
import { between, type Random } from './random.ts';

const answerWithinMs = 15_000;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes are looked into.
  body: any;
}

/** What the client counts and complains about. */
export interface Tally {
  requests: number;
  problems: string[];
}

interface ClientNeeds {
  url: string;
  random: Random;
  signal: AbortSignal;
  tally: Tally;
}

export type Call = (method: string, path: string, apiKey: string | null, body?: unknown) => Promise<Answer>;

/** Asks again until there is an answer, whichever process was killed meanwhile. */
export function createClient({ url, random, signal, tally }: ClientNeeds): Call {
  return async (method, path, apiKey, body) => {
    for (;;) {
      signal.throwIfAborted();
      tally.requests += 1;
      try {
        const response = await fetch(url + path, {
          method,
          headers: {
            ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
        });
        const text = await response.text();
        const isRunning = response.status === 409 && text.includes('idempotency_in_flight');
        if (response.status < 500 && !isRunning) {
          return { status: response.status, body: text ? JSON.parse(text) : null };
        }
        if (response.status === 500) tally.problems.push(`${method} ${path} was answered with 500: ${text}`);
      } catch {
        // No server is there, or the answer was cut off: whether the request was carried out is for the next try to find out.
      }
      await pause(between(random, 30, 150));
    }
  };
}
