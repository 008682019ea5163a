import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Executor } from '../../src/platform/database/index.ts';

/** Waits until one transaction waits for another. */
export async function waitForLock(executor: Executor): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(executor);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
}
