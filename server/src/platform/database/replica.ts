import { sql } from 'kysely';
import { isUnavailable } from './errors.ts';
import { type Database, type Db, openDatabase } from './open.ts';

/** Reads that may be slightly stale: from a standby that is configured and up to date, otherwise from the primary. */
export interface StaleReads {
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Reads a page of a list, newest first. The first page shows recent writes and comes from the primary; later pages
   * are older.
   */
  readPage<T>(page: RequestedPage, work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface RequestedPage {
  offset: number;
  /** The last item of the previous page. */
  after?: string | undefined;
}

interface Needs {
  primary: Database;
  /** Null: no standby. */
  url: string | null;
  poolMax: number;
  logger: { warn(details: object, message: string): void };
}

const checkEveryMs = 1000;
const checkTimeoutMs = 2000;
/** A standby that lags further behind is skipped. */
const lagSecondsMax = 5;

export function createStaleReads({ primary, url, poolMax, logger }: Needs): StaleReads {
  if (url === null) {
    return {
      read: (work) => work(primary.db),
      readPage: (_page, work) => work(primary.db),
      close: async () => {},
    };
  }
  const replica = openDatabase({ url, poolMax, onError: () => {} });
  let isGood = false;

  async function checkReplica(): Promise<void> {
    const trouble = await findReplicaProblem(replica);
    if (isGood && trouble !== null) logger.warn({ reason: trouble }, 'replica not used: reads go to the primary');
    isGood = trouble === null;
  }

  let looking = checkReplica();
  const timer = setInterval(() => {
    looking = looking.then(checkReplica);
  }, checkEveryMs);
  timer.unref();

  async function read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (!isGood) return work(primary.db);
    try {
      return await work(replica.db);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      isGood = false;
      return work(primary.db);
    }
  }

  return {
    read,
    readPage: ({ offset, after }, work) => (offset === 0 && after === undefined ? work(primary.db) : read(work)),
    async close() {
      clearInterval(timer);
      await looking;
      await replica.close();
    },
  };
}

/**
 * Measures lag by the pulse that every process writes to the primary twice a second. A standby whose stream is cut
 * believes it is up to date, but its pulses are old. Null if it may be used.
 */
async function findReplicaProblem(replica: Database): Promise<string | null> {
  const asked = sql<{ behind: number | null }>`
    select extract(epoch from clock_timestamp() - max(beaten_at))::float8 as behind from pulses`.execute(replica.db);
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), checkTimeoutMs).unref());
  try {
    const answer = await Promise.race([asked, late]);
    if (answer === 'late') {
      asked.catch(() => {});
      return 'it does not respond in time';
    }
    const behind = answer.rows[0]?.behind ?? null;
    if (behind === null) return 'it has not replicated yet';
    return behind > lagSecondsMax ? `it is ${Math.round(behind)} seconds behind` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
