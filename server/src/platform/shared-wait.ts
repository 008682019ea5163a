import type { Logger } from './logger.ts';

/** How often one query checks for all waiting requests of this process; twice a second for large numbers. */
const pollMs = 200;
const pollMsPerWaiter = 0.5;

interface SharedWaitOptions<Of> {
  /** Returns those that need not wait any longer, with one statement for all. */
  check(asked: readonly Of[]): Promise<Iterable<Of>>;
  logger: Pick<Logger, 'warn'>;
  /** What is waited for, for the log. */
  name: string;
}

export interface SharedWait<Of> {
  /** Resolves when a check finds it, on timeout, when the caller disconnects, or when the service stops. */
  wait(one: Of, waitMs: number, signal: AbortSignal): Promise<void>;
  readonly isClosed: boolean;
  close(): void;
}

/**
 * Waits for a change in the database without holding a connection. One query, at most five times a second, serves all
 * waiting requests. It detects changes from any process, and writers need not know about it.
 */
export function createSharedWait<Of extends object>({ check, logger, name }: SharedWaitOptions<Of>): SharedWait<Of> {
  const endOf = new Map<Of, () => void>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const plan = () => {
    timer ??= setTimeout(() => void checkAll(), Math.max(pollMs, endOf.size * pollMsPerWaiter));
  };

  async function checkAll(): Promise<void> {
    try {
      for (const one of await check([...endOf.keys()])) endOf.get(one)?.();
    } catch (error) {
      // The request waits longer and reads the result itself at the end.
      logger.warn({ err: error, name }, 'long-poll check failed');
    } finally {
      timer = null;
      if (endOf.size > 0 && !isClosed) plan();
    }
  }

  return {
    wait(one, waitMs, signal) {
      return new Promise((resolve) => {
        if (isClosed || signal.aborted) return resolve();
        const end = () => {
          clearTimeout(late);
          signal.removeEventListener('abort', end);
          endOf.delete(one);
          resolve();
        };
        const late = setTimeout(end, waitMs);
        signal.addEventListener('abort', end, { once: true });
        endOf.set(one, end);
        plan();
      });
    },
    get isClosed() {
      return isClosed;
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const end of [...endOf.values()]) end();
    },
  };
}
