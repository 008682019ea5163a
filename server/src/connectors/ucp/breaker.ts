import { type Clock, secondMs } from '../../kit/clock.ts';
import type { StoreClient, StoreReply } from '../store-client.ts';

const failuresAllowed = 5;
const firstRestMs = 30 * secondMs;
const longestRestMs = 600 * secondMs;

/**
 * A store that failed again and again is left alone for a while, longer each time; then one call tries whether it is
 * back. Such a call never left, so nothing can have been bought by it.
 */
export function createBreaker(client: StoreClient, clock: Clock): StoreClient {
  let failures = 0;
  let restUntil = 0;
  let restMs = firstRestMs;

  function note(reply: StoreReply): void {
    const isFailure = reply.kind === 'unreachable' ? reply.retryAfterMs === undefined : reply.status >= 500;
    if (!isFailure) {
      failures = 0;
      restMs = firstRestMs;
      return;
    }
    failures += 1;
    if (failures < failuresAllowed) return;
    restUntil = clock.now().getTime() + restMs;
    restMs = Math.min(restMs * 2, longestRestMs);
  }

  return {
    async send(request, call) {
      const wait = restUntil - clock.now().getTime();
      if (failures >= failuresAllowed && wait > 0) {
        const message = 'The store failed several times in a row. Requests are paused briefly.';
        return { kind: 'unreachable', message, wasSent: false, retryAfterMs: wait };
      }
      const reply = await client.send(request, call);
      note(reply);
      return reply;
    },
  };
}
