import { type Clock, secondMs, utcDay } from '../../../../kit/clock.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { newestPerAccount, type TimedCall, type UsageCall } from './model.ts';
import { addCounts, type CountRow, insertCalls } from './sql.ts';

const flushEveryMs = secondMs;
/** While the database is down, details of old calls are dropped first beyond this, then new counters. */
const callsMax = 20_000;
const countersMax = 100_000;

export interface UsageRecorder {
  /** Counts a call in memory, so that no call waits. */
  record(call: UsageCall): void;
  /** Writes the counters. After a failure, they are kept for the next time. */
  flush(): Promise<void>;
  /** Flushes every second, so a crash loses at most that. */
  start(): void;
  /** Stops after a last flush. */
  stop(): Promise<void>;
}

interface Needs {
  db: Db;
  clock: Clock;
  logger: { warn(details: object, message: string): void };
}

export function createUsageRecorder({ db, clock, logger }: Needs): UsageRecorder {
  let counters = new Map<string, CountRow>();
  let calls: TimedCall[] = [];
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function add(count: CountRow): void {
    const key = `${count.accountId} ${count.world} ${count.endpoint} ${count.day}`;
    const known = counters.get(key);
    if (known) known.total += count.total;
    else if (counters.size < countersMax) counters.set(key, count);
  }

  function keepNewest(): void {
    if (calls.length > callsMax) calls = newestPerAccount(calls).slice(-callsMax / 2);
  }

  async function write(): Promise<void> {
    if (counters.size === 0) return;
    const dueCounts = [...counters.values()];
    const dueCalls = newestPerAccount(calls);
    counters = new Map();
    calls = [];
    try {
      await inTransaction(db, async (tx) => {
        await addCounts(tx, dueCounts);
        await insertCalls(tx, dueCalls);
      });
    } catch (error) {
      for (const count of dueCounts) add(count);
      calls = [...dueCalls, ...calls];
      keepNewest();
      throw error;
    }
  }

  async function flush(): Promise<void> {
    // Calls recorded during an earlier flush are not part of it.
    while (running) await running.catch(() => {});
    running = write().finally(() => {
      running = null;
    });
    await running;
  }

  const flushOrWarn = (): Promise<void> =>
    flush().catch((error: unknown) => logger.warn({ err: error }, 'usage write failed, will retry'));

  return {
    flush,
    record(call) {
      const at = clock.now();
      add({ accountId: call.accountId, world: call.world, endpoint: call.endpoint, day: utcDay(at), total: 1 });
      calls.push({ ...call, at });
      keepNewest();
    },
    start() {
      timer ??= setInterval(() => void flushOrWarn(), flushEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await flushOrWarn();
    },
  };
}
