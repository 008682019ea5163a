import { createHmac } from 'node:crypto';
import { idFrom } from '../../kit/ids.ts';
import { isUniqueViolation } from '../../platform/database/index.ts';
import { isSameKeyRace, type Once } from '../idempotency/index.ts';

/**
 * The id of an order, or of a row of a batch, that came with an idempotency key. The same key makes the same id again, also on a
 * database that has lost the order: so the store can be asked for it by its reference. Without the secret it cannot be told
 * from a random one.
 */
export function keyedOrderId(secret: Buffer, once: Once, row = 0): string {
  const { accountId, world, operation, key } = once;
  return idFrom(
    createHmac('sha256', secret)
      .update(JSON.stringify([accountId, world, operation, key, row]))
      .digest(),
  );
}

/** Another request with the same key was quicker: the second look finds its answer. */
export const isKeyTaken = (error: unknown): boolean => isSameKeyRace(error) || isUniqueViolation(error, 'orders_pkey');
