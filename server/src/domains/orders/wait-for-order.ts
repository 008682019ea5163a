import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { lastWritten } from './store.ts';

/** How often one look is taken for everybody who waits in this process; a crowd is looked after twice a second. */
const lookEveryMs = 200;
const lookMsEach = 0.5;

export interface OrderWaiter {
  /** Resolves when the order is newer than `since`, when the time is over, or when the service stops. */
  wait(id: string, since: Date, waitMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

interface Waiting {
  id: string;
  since: Date;
  resolve(): void;
}

/**
 * Waits for orders to change without holding a connection: one statement, at most five times a second, asks about all of
 * them, however many wait. It works wherever the change was made, and code that writes an order need not know of it.
 */
export function createOrderWaiter({ database, logger }: { database: Database; logger: Logger }): OrderWaiter {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const plan = () => {
    timer ??= setTimeout(() => void look(), Math.max(lookEveryMs, waiting.size * lookMsEach));
  };

  async function look(): Promise<void> {
    try {
      const asked = [...waiting];
      const updatedById = await lastWritten(database, asked);
      for (const one of asked) {
        const at = updatedById.get(one.id);
        if (at && at > one.since) one.resolve();
      }
    } catch (error) {
      // The waiting request waits a little longer, and reads the order itself at the end.
      logger.warn({ err: error }, 'waiting orders could not be looked at');
    } finally {
      timer = null;
      if (waiting.size > 0 && !isClosed) plan();
    }
  }

  return {
    wait(id, since, waitMs, signal) {
      return new Promise((resolve) => {
        if (isClosed || signal.aborted) return resolve();
        const end = () => {
          clearTimeout(late);
          signal.removeEventListener('abort', end);
          waiting.delete(one);
          resolve();
        };
        const one: Waiting = { id, since, resolve: end };
        const late = setTimeout(end, waitMs);
        signal.addEventListener('abort', end, { once: true });
        waiting.add(one);
        plan();
      });
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const one of [...waiting]) one.resolve();
    },
  };
}
