import type { StoreClient, StoreReply, StoreRequest } from '../../../connectors/store-client.ts';
import { type Clock, secondMs } from '../../../kit/clock.ts';
import type { Limiter } from '../../../platform/limiter.ts';
import type { Outgoing } from '../../../platform/outgoing/index.ts';
import type { StoreLimits } from './configured-store.ts';

/** Stores may know who asks; `Errand` is also what their robots rules can call us. */
const userAgent = 'Errand/1.0 (self-hosted ordering service)';

interface Needs {
  outgoing: Outgoing;
  limiter: Pick<Limiter, 'take'>;
  clock: Clock;
}

/** The way to one store's API, within its limits. */
export function createStoreClient(needs: Needs, name: string, limits: StoreLimits): StoreClient {
  const timeoutMs = limits.timeoutSeconds * secondMs;
  const rate = { perSecond: limits.perMinute / 60, burst: limits.perMinute };

  /** Waits for its turn; how long it still takes when that is longer than an answer may. */
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

  return {
    async send(request, { signal }) {
      const waitMs = await waitForTurn(signal);
      if (waitMs !== null) {
        const message = 'The request limit for this store was reached.';
        return { kind: 'unreachable', message, wasSent: false, retryAfterMs: waitMs };
      }
      return sendRequest(needs.outgoing, request, signal, timeoutMs);
    },
  };
}

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
      ...request.headers,
    },
    ...(isJson ? { body: JSON.stringify(request.json) } : request.body === undefined ? {} : { body: request.body }),
    signal,
    timeoutMs,
  });
  if (answer.kind === 'answered') return answer;
  return { kind: 'unreachable', message: answer.reason, wasSent: answer.wasSent };
}
