import { sql } from 'kysely';
import { isUnavailable } from './errors.ts';
import { type Database, type Db, openDatabase } from './open.ts';

/** Reads that may be a little old: from a standby where one is configured and up to date, from the primary otherwise. */
export interface StaleReads {
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A page of a list, newest first. The first one shows what was written a moment ago and is the primary's; what comes after is older. */
  readPage<T>(page: RequestedPage, work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface RequestedPage {
  offset: number;
  /** The last of the former page. */
  after?: string | undefined;
}

interface Needs {
  primary: Database;
  /** Null: there is none. */
  url: string | null;
  poolMax: number;
  logger: { warn(details: object, message: string): void };
}

const checkEveryMs = 1000;
const checkTimeoutMs = 2000;
/** A standby that is further behind is not asked. */
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
 * How far it is behind is read from the pulse that every process writes to the primary twice a second: a standby whose stream is cut
 * believes itself up to date, but its pulses stand still. Null when it may be asked.
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
