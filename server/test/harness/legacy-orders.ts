import { sql } from 'kysely';
import { expect } from 'vitest';
import type { FakeClock } from './fake-clock.ts';
import { dashed, type LegacyClient, legacyClient } from './legacy.ts';
import { startSystem, type TestSystem } from './system.ts';

/** A system with a fee, and a /v1 client with money. */
export async function legacySystem(clock: FakeClock) {
  const system = await startSystem({ clock, env: { ORDER_FEE_CENTS: '30' } });
  const { key } = await system.account('test', 1_000_000_000);
  return { system, key, client: legacyClient(system, key) };
}

/** What becomes of a /v1 order: refused, or in the store's records. */
export function legacyOrders(world: () => { system: TestSystem; client: LegacyClient }) {
  const countOrders = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from orders`.execute(world().system.database.db);
    return rows[0]!.n;
  };

  /** Refused: nothing is written. */
  async function refused(body: unknown) {
    const before = await countOrders();
    const answer = await world().client.post('/v1/orders', body);
    expect(answer.status).toBe(400);
    expect(answer.body._type).toBe('error');
    expect(await countOrders()).toBe(before);
    return answer.body;
  }

  const refusedPaths = async (body: unknown): Promise<string[]> => {
    const answer = await refused(body);
    expect(answer.code).toBe('invalid_request');
    return answer.data.validator_errors.map((error: { path: string }) => error.path);
  };

  async function settled(body: unknown) {
    const answer = await world().client.orderAndSettle(body);
    const [purchase] = await world().system.simulator.purchases(dashed(answer.requestId));
    return { order: answer.body, requestId: answer.requestId, bought: purchase?.contents ?? null, purchase };
  }

  return { refused, refusedPaths, settled };
}
