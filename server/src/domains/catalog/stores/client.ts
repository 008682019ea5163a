import {
  isFromCache,
  retryAfterMsOf,
  type StoreClient,
  type StoreQuota,
  type StoreReply,
  type StoreRequest,
} from '../../../connectors/store-client.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, secondMs } from '../../../kit/clock.ts';
import type { Limiter } from '../../../platform/limiter.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';
import type { TurnQueue } from '../../../platform/turn-queue.ts';
import type { StoreLimits } from './configured-store.ts';

/** Also the name for robots.txt rules. */
const userAgent = 'Errand/1.0 (self-hosted ordering service)';

interface Needs {
  outgoing: Outgoing;
  limiter: Pick<Limiter, 'take'>;
  /** Absent while probing. */
  turns?: TurnQueue;
  clock: Clock;
}

/** Calls to skip after a 429 without Retry-After. */
const callsToPause = 10;

/** HTTP client of one store, within its limits. */
export function createStoreClient(needs: Needs, name: string, limits: StoreLimits): StoreClient {
  const timeoutMs = limits.timeoutSeconds * secondMs;
  const rate = { perSecond: limits.perMinute / 60, burst: limits.perMinute };
  const queue = (): TurnQueue => assertDefined(needs.turns);

  /** Waits for the rate limit. Returns the remaining time if that exceeds the timeout. */
  async function waitForTurn(signal: AbortSignal): Promise<number | null> {
    const patientUntil = needs.clock.now().getTime() + timeoutMs;
    for (;;) {
      signal.throwIfAborted();
      const verdict = await needs.limiter.take(`store ${name}`, rate);
      if (verdict.isAllowed) return null;
      const waitMs = Math.max(secondMs / 10, verdict.resetAt.getTime() - needs.clock.now().getTime());
      if (needs.clock.now().getTime() + waitMs > patientUntil) return waitMs;
      await needs.clock.sleep(waitMs, signal);
    }
  }

  /** Waits in the store's own queue. Returns the remaining time if that exceeds the limit. */
  async function waitInQueue(quota: StoreQuota, signal: AbortSignal): Promise<number | null> {
    const patienceMs = quota.patienceMs ?? timeoutMs;
    const patientUntil = needs.clock.now().getTime() + patienceMs;
    for (;;) {
      signal.throwIfAborted();
      const waitMs = await queue().take(quota, patienceMs, quota.holder);
      if (waitMs > patienceMs) return waitMs;
      if (waitMs === 0) return null;
      const dueAt = needs.clock.now().getTime() + waitMs;
      await needs.clock.sleep(waitMs, signal);
      const now = needs.clock.now().getTime();
      // A process that stood still has missed its turns: calls that all come late would be a crowd. A holder keeps its turn.
      if (quota.holder !== undefined || now - dueAt <= quota.slackMs) return null;
      if (now > patientUntil) return secondMs;
    }
  }

  async function obeyLimits(quota: StoreQuota, reply: StoreReply): Promise<void> {
    if (reply.kind !== 'answered') return;
    const rate = Number(quota.rateHeader === undefined ? undefined : reply.headers[quota.rateHeader]);
    if (Number.isFinite(rate)) await queue().setRate(quota, rate);
    if (reply.status !== 429) return;
    const untilMs = retryAfterMsOf(reply.headers, needs.clock.now()) ?? (callsToPause / quota.perSecond) * secondMs;
    await queue().pause(quota, untilMs);
  }

  return {
    async send(request, { signal }) {
      const { quota } = request;
      // The turn comes last: it is only good for a moment.
      const waitMs = (await waitForTurn(signal)) ?? (quota ? await waitInQueue(quota, signal) : null);
      if (waitMs !== null) {
        const message = 'The request limit for this store was reached.';
        return { kind: 'unreachable', message, wasSent: false, retryAfterMs: waitMs };
      }
      // The system's clock may be set while the store responds.
      const askedMs = performance.now();
      const reply = await sendRequest(needs.outgoing, request, signal, timeoutMs);
      const tookMs = performance.now() - askedMs;
      if (quota) await obeyLimits(quota, reply);
      const isOld = request.isFresh && reply.kind === 'answered' && isFromCache(reply.headers, tookMs);
      return isOld ? cachedReply(reply) : reply;
    },
    async download(url, bytesMax, { signal }) {
      signal.throwIfAborted();
      const headers = { 'user-agent': userAgent };
      const answer = await needs.outgoing.getFile(url, { headers, bytesMax, timeoutMs });
      return answer.kind === 'answered' ? answer : { kind: 'unreachable', message: answer.reason };
    },
    joinQueue: (quota, holders) => queue().join(quota, holders),
  };
}

const cachedReply = ({ status, text }: { status: number; text: string }): StoreReply => ({
  kind: 'unreachable',
  message:
    "A cache in front of the store answered, so the response may be out of date. Exclude the store's API from it.",
  wasSent: true,
  cached: { status, text },
});

async function sendRequest(
  outgoing: Outgoing,
  request: StoreRequest,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<StoreReply> {
  const isJson = request.json !== undefined;
  const answer = await outgoing.send(String(request.url), {
    method: request.method ?? (isJson || request.body !== undefined ? 'POST' : 'GET'),
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(request.isFresh ? { 'cache-control': 'no-cache' } : {}),
      ...request.headers,
    },
    ...(isJson ? { body: JSON.stringify(request.json) } : request.body === undefined ? {} : { body: request.body }),
    signal,
    timeoutMs,
  });
  if (answer.kind === 'answered') return answer;
  return { kind: 'unreachable', message: answer.reason, wasSent: answer.wasSent };
}
