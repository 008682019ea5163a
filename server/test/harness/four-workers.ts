import { sql } from 'kysely';
import { expect } from 'vitest';
import { ledgerProblems } from './checks.ts';
import { operatorEnv } from './operator.ts';
import { startSystem, type TestSystem } from './system.ts';

export interface EndedOrder {
  id: string;
  status: string;
  /** Why it failed, with its attempts. */
  why: unknown;
  endedAt: number;
}

/** Limits that leave only the store's own rate limit in the way. */
export const wideLimits = { per_minute: 60_000, at_once: 16 };

/**
 * Places these orders with four workers until each has ended. Errand waits minutes after a fault and half an hour for a lost order;
 * here such a wait ends at once, unless it is shorter than `turnMs`: then the order waits for its turn at the store.
 */
export async function buyWithFourWorkers(
  system: TestSystem,
  key: string,
  bodies: readonly Record<string, unknown>[],
  turnMs: number,
): Promise<EndedOrder[]> {
  const env = { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' };
  const others = await Promise.all(
    [1, 2, 3].map(() => startSystem({ withWorker: true, databaseUrl: system.databaseUrl, env })),
  );
  const { db } = system.database;
  const ids: string[] = [];
  for (const body of bodies) {
    const made = await system.post('/orders', key, body);
    expect(made.status, made.text).toBe(201);
    ids.push(made.body.id);
  }
  const stopAt = Date.now() + (process.env.TEST_WHOLE === '1' ? 1_650_000 : 180_000);
  for (;;) {
    await sql`
      update jobs set run_at = now()
      where kind = 'orders.place' and run_at > now() + ${turnMs} * interval '1 ms'`.execute(db);
    await sql`update store_health set failures = 0, closed_until = null`.execute(db);
    await sql`
      update orders set submitted_at = now() - interval '35 minutes'
      where phase = 'submitting' and submitted_at > now() - interval '30 minutes'`.execute(db);
    const { rows } = await sql<{ id: string; status: string; why: unknown; ended_at: Date | null }>`
      select id, status, case status when 'order_failed' then jsonb_build_array(job_result, failed_attempts) end as why,
        ended_at from orders where id = any(${ids}::uuid[])`.execute(db);
    const ended = rows.flatMap(({ ended_at: at, ...row }) => (at ? [{ ...row, endedAt: at.getTime() }] : []));
    if (ended.length === ids.length) {
      for (const other of others) await other.stop();
      expect(await ledgerProblems(db)).toEqual([]);
      return ids.map((id) => ended.find((order) => order.id === id)!);
    }
    if (Date.now() > stopAt) throw new Error(`Only ${ended.length} of ${ids.length} orders ended.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
