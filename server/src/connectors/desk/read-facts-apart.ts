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

/** A page of 3 MiB, the maximum, takes one to three seconds. One that takes longer is hostile. */
const deadlineMs = 5000;

/** Parses store pages on other threads. A page that takes too much time or memory can't be read. */
export function createFactsReader(limits: { deadlineMs: number } = { deadlineMs }): ReadFactsApart {
  const pool = createThreadPool<StorePage, PageFacts>({
    start: () =>
      new Worker(new URL('./page-facts-worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      }),
    // Leave one core to requests.
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
