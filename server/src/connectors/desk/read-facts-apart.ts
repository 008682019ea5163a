import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createThreadPool } from '../../platform/thread-pool.ts';
import type { PageFacts } from './page-facts.ts';
import type { StorePage } from './page-facts-worker.ts';

export type FactsAnswer =
  | { kind: 'facts'; facts: PageFacts }
  | { kind: 'missing'; message: string }
  | { kind: 'unreachable'; message: string };

export type ReadFactsApart = (text: string, url: URL) => Promise<FactsAnswer>;

/** A page of 3 MiB, the most that is fetched, takes one to three seconds; one that takes longer was made to. */
const deadlineMs = 5000;

/** Reads pages of stores on other threads. A page that takes too long or too much memory is one that cannot be read. */
export function createFactsReader(limits: { deadlineMs: number } = { deadlineMs }): ReadFactsApart {
  const pool = createThreadPool<StorePage, PageFacts>({
    start: () =>
      new Worker(new URL('./page-facts-worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      }),
    // One core is left to requests.
    threadsMax: Math.max(1, Math.min(4, availableParallelism() - 1)),
    deadlineMs: limits.deadlineMs,
    waitingMax: 50,
  });
  return async (text, url) => {
    const outcome = await pool.run({ text, url: url.href });
    if (outcome.kind === 'done') return { kind: 'facts', facts: outcome.value };
    return outcome.reason === 'busy'
      ? { kind: 'unreachable', message: 'Too many pages are being read. Try again in a few seconds.' }
      : { kind: 'missing', message: 'The page cannot be read.' };
  };
}
