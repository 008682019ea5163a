import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, openTestDatabase } from '../../../test/harness/postgres.ts';
import { systemClock } from '../../kit/clock.ts';
import type { Database } from '../database/index.ts';
import { createMemoryRelay, type MemoryRelay } from './memory-relay.ts';

async function startRelay(database: Database, delayMs: number): Promise<MemoryRelay> {
  const serviceSecret = async () => {
    await sleep(delayMs);
    return Buffer.alloc(32, 1);
  };
  const relay = createMemoryRelay({ database, clock: systemClock, serviceSecret });
  onTestFinished(await relay.start());
  return relay;
}

it('waits for a process that is too busy to reply at once', async () => {
  const one = await createTestDatabase();
  const other = openTestDatabase(one.url);
  onTestFinished(async () => {
    await other.drop();
    await one.drop();
  });
  const busy = await startRelay(one.database, 3_000);
  const asking = await startRelay(other.database, 0);
  busy.keep('order', '123');
  expect(await asking.find('order')).toBe('123');
});
