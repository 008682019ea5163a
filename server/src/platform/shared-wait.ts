import type { Logger } from './logger.ts';

/** How often one look is taken for everybody who waits in this process; a crowd is looked after twice a second. */
const pollMs = 200;
const pollMsPerWaiter = 0.5;

interface SharedWaitOptions<Of> {
  /** Those of them that need wait no longer: one statement for all, however many they are. */
  check(asked: readonly Of[]): Promise<Iterable<Of>>;
  logger: Pick<Logger, 'warn'>;
  /** What is waited for, for the log. */
  name: string;
}

export interface SharedWait<Of> {
  /** Resolves when a look finds it, when the time is over, when the caller is gone, or when the service stops. */
  wait(one: Of, waitMs: number, signal: AbortSignal): Promise<void>;
  readonly isClosed: boolean;
  close(): void;
}

/**
 * Waits for something to change in the database without holding a connection: one look, at most five times a second, is
 * taken for everybody. It works wherever the change was made, and code that makes it need not know of those who wait.
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
      // The waiting request waits a little longer, and reads for itself at the end.
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
