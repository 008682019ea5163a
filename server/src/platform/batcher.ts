import { currentTestClock, runOnTestClock, type TestClock } from '../kit/test-clock.ts';

interface BatcherOptions<In, Out> {
  /** Returns one result per item, in order. An Error rejects only its own item. */
  run(items: In[]): Promise<(Out | Error)[]>;
  maxBatch: number;
  maxInFlight: number;
  /** Two items with the same key never share a batch. */
  conflictKey?(item: In): string | null;
}

interface Waiting<In, Out> {
  readonly item: In;
  /** Items of different clocks never share a batch. */
  readonly clock: TestClock | null;
  readonly resolve: (value: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups single calls into batches. Calls from one turn of the event loop go together, and while `maxInFlight` batches
 * run, new calls wait for the next one. A lone call is never delayed. If a batch fails as a whole, each item is retried
 * alone, so one bad item cannot fail the others.
 */
export function createBatcher<In, Out>(options: BatcherOptions<In, Out>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let inFlight = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || inFlight >= options.maxInFlight) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      while (waiting.length > 0 && inFlight < options.maxInFlight) void send(takeBatch());
    });
  }

  function takeBatch(): Waiting<In, Out>[] {
    const batch: Waiting<In, Out>[] = [];
    const later: Waiting<In, Out>[] = [];
    const keys = new Set<string>();
    const clockId = waiting[0]?.clock?.id;
    for (const [index, entry] of waiting.entries()) {
      if (batch.length === options.maxBatch) {
        later.push(...waiting.slice(index));
        break;
      }
      const key = options.conflictKey?.(entry.item) ?? null;
      if ((key !== null && keys.has(key)) || entry.clock?.id !== clockId) {
        later.push(entry);
        continue;
      }
      if (key !== null) keys.add(key);
      batch.push(entry);
    }
    waiting = later;
    return batch;
  }

  async function send(batch: Waiting<In, Out>[]): Promise<void> {
    inFlight += 1;
    try {
      await settle(batch);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const clock = batch[0]?.clock ?? null;
      const results = await runOnTestClock(clock, () => options.run(batch.map((entry) => entry.item)));
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} returned ${results.length} results.`);
      for (const [index, result] of results.entries()) {
        if (result instanceof Error) batch[index]?.reject(result);
        else batch[index]?.resolve(result);
      }
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const entry of batch) await settle([entry]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, clock: currentTestClock(), resolve, reject });
      schedule();
    });
}
