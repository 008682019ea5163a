import { afterEach, beforeEach, vi } from 'vitest';
import { type Clock, plusMs, systemClock } from '../../src/kit/clock.ts';
import { type Database, openDatabase } from '../../src/platform/database/index.ts';
import { createQueue, type JobKind, type Queue } from '../../src/platform/queue/index.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

export let test: TestDatabase;
export let database: Database;
let queues: Queue[];
let others: Database[];

/** Creates a database per test. Queues and connections end with the test. */
export function withQueues(): void {
  beforeEach(async () => {
    test = await createTestDatabase();
    database = test.database;
    queues = [];
    others = [];
  });

  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop(2_000)));
    await Promise.all(others.map((other) => other.close()));
    await test.drop();
  });
}

export const logger = { warn: () => {}, error: vi.fn() };

export function fakeClock(start = '2020-01-01T00:00:00.000Z'): Clock & { advance(ms: number): void } {
  let now = new Date(start);
  return {
    now: () => now,
    sleep: async () => {},
    advance: (ms) => {
      now = plusMs(now, ms);
    },
  };
}

interface More {
  clock?: Clock;
  concurrency?: number;
  pollMs?: number;
  on?: Database;
}

export function queueOf(
  handlers: Record<string, JobKind>,
  { clock = systemClock, on = database, ...more }: More = {},
): Queue {
  const queue = createQueue({ database: on, clock, logger, handlers, ...more });
  queues.push(queue);
  return queue;
}

/** Another connection pool, like that of another process. */
export function anotherDatabase(): Database {
  const other = openDatabase({ url: test.url, poolMax: 3 });
  others.push(other);
  return other;
}
