import { setTimeout as pause } from 'node:timers/promises';
import { between, oneOf, type Random } from '../kills/random.ts';
import { address, scenarios } from '../kills/shopper.ts';

/** What clients saw during the failover. */
export interface Load {
  /** What the service acknowledged: the order's id by the idempotency key it was asked with. */
  idsByKey: Map<string, string>;
  /** When each order was accepted, and when the try that succeeded had begun; milliseconds since 1970. */
  accepted: { begunAt: number; at: number }[];
  tries: number;
  /** How many requests needed so many tries. */
  triesNeeded: Map<number, number>;
  /** By their status, or why there was none. */
  failures: Record<string, number>;
  problems: string[];
}

interface LoadNeeds {
  url: string;
  clients: number;
  /** Of all clients together. */
  ordersPerSecond: number;
  random: Random;
  /** Ends the load and waits for requests in progress. */
  until: AbortSignal;
}

const answerWithinMs = 5_000;

/** Orders steadily, with idempotency keys, and again whenever there was no good answer. */
export async function orderSteadily({ url, clients, ordersPerSecond, random, until }: LoadNeeds): Promise<Load> {
  const load: Load = {
    idsByKey: new Map(),
    accepted: [],
    tries: 0,
    triesNeeded: new Map(),
    failures: {},
    problems: [],
  };
  const restMs = (1000 * clients) / ordersPerSecond;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const apiKey = (await untilAnswered(load, `${url}/sandbox/keys`, {})).api_key;
      for (let n = 0; !until.aborted; n += 1) {
        await pause(between(random, 0, 2 * restMs), null, { signal: until }).catch(() => {});
        const key = `steady-${client}-${n}`;
        const body = {
          products: [{ url: `${url}/shop/products/test-${oneOf(random, scenarios)}`, quantity: 1 }],
          max_price: 2500,
          shipping_address: address,
          idempotency_key: key,
        };
        const order = await untilAnswered(load, `${url}/orders`, { authorization: `Bearer ${apiKey}` }, body);
        load.idsByKey.set(key, String(order.id));
      }
    }),
  );
  return load;
}

async function untilAnswered(
  load: Load,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Record<string, string>> {
  for (let tries = 1; ; tries += 1) {
    const begunAt = Date.now();
    load.tries += 1;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const text = await answer.text();
      if (answer.status === 201) {
        load.triesNeeded.set(tries, (load.triesNeeded.get(tries) ?? 0) + 1);
        if (body !== undefined) load.accepted.push({ begunAt, at: Date.now() });
        return JSON.parse(text);
      }
      count(load, String(answer.status));
      // A 409 means that the first attempt is still running.
      if (answer.status < 503 && answer.status !== 409) load.problems.push(`${url}: ${answer.status} ${text}`);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      count(load, cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : String(cause));
    }
    await pause(200);
  }
}

function count(load: Load, why: string): void {
  load.failures[why] = (load.failures[why] ?? 0) + 1;
}
