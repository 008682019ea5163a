import { randomBytes } from 'node:crypto';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { findWebKeyRows, insertWebKey } from './sql.ts';

/** A person acts under these, so that limits, spending and usage have a key to count by. Their secrets are not kept, so they cannot be sent. */
export type WebKeyIds = Record<World, string>;

export async function ensureWebKeys(executor: Executor, accountId: string, now: Date): Promise<void> {
  for (const world of ['test', 'live'] as const) {
    // No key has this hash: it was not made of one.
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
