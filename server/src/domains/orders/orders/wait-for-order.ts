import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createSharedWait, type SharedWait } from '../../../platform/shared-wait.ts';
import { readLastWritten } from './sql.ts';

interface Waiting {
  id: string;
  /** What the reader has seen of it. */
  since: Date;
}

export type OrderWaiter = SharedWait<Waiting>;

/** Waits until orders are newer than their readers know. */
export function createOrderWaiter({ database, logger }: { database: Database; logger: Logger }): OrderWaiter {
  return createSharedWait<Waiting>({
    name: 'orders',
    logger,
    async check(asked) {
      const updatedById = await readLastWritten(database, asked);
      return asked.filter(({ id, since }) => (updatedById.get(id) ?? since) > since);
    },
  });
}
