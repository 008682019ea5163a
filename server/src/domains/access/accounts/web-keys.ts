import { randomBytes } from 'node:crypto';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { findWebKeyRows, insertWebKey } from './sql.ts';

/**
 * Sessions act under these keys, so that limits, spending and usage have a key. Their secrets do not exist, so nobody
 * can send them.
 */
export type WebKeyIds = Record<World, string>;

export async function ensureWebKeys(executor: Executor, accountId: string, now: Date): Promise<void> {
  for (const world of ['test', 'live'] as const) {
    // Random: no key has this hash.
    await insertWebKey(executor, { id: newId(), accountId, world, hash: randomBytes(32), now });
  }
}

export async function findWebKeys(executor: Executor, accountId: string): Promise<WebKeyIds | null> {
  const rows = await findWebKeyRows(executor, accountId);
  const idOf = (world: World) => rows.find((row) => row.world === world)?.id;
  const test = idOf('test');
  const live = idOf('live');
  return test && live ? { test, live } : null;
}
