import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { currentTestClock } from '../../kit/test-clock.ts';
import { namingClient, typeParsers } from './client.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
export type Executor = Db | Tx;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

/** A statement with a name of its own: prepared once per connection. The same name always has the same text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

interface OpenOptions {
  url: string;
  poolMax?: number;
  applicationName?: string;
  /** Hears about connections that die while idle; the pool replaces them by itself. */
  onError?: (error: Error) => void;
  statementTimeoutMs?: number;
  /** Sees every new connection before it is used, and may refuse it. */
  onConnect?: (client: Pick<pg.ClientBase, 'query'>) => Promise<void>;
}

type QueryClient = { query(text: string): Promise<unknown> };

/** PostgreSQL compiles what it expects to be long, which takes longer (0.2 to 1 s) than any of our statements. */
async function disableJit(client: QueryClient): Promise<void> {
  await client.query('set jit = off');
}

/**
 * For a connection that runs the same few statements over and over, each by an index. PostgreSQL keeps their plans: one that was made while
 * a table was short would read it from end to end when it is long, until it is analysed again.
 */
export async function disableSeqScan(client: QueryClient): Promise<void> {
  await client.query('set enable_seqscan = off');
}

const databasesByDb = new WeakMap<Executor, Database>();

/** The database that an executor made by openDatabase belongs to. */
export const databaseOf = (db: Executor): Database | undefined => databasesByDb.get(db);

export function openDatabase(options: OpenOptions): Database {
  const { url, poolMax = 8, applicationName = 'errand', onError = () => {}, statementTimeoutMs = 30_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    // Ours, for a server that has stopped answering; a little later than the server's own, so that a living one can say more.
    Client: namingClient(statementTimeoutMs + 2_000),
    types: typeParsers,
    max: poolMax,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    onConnect: async (client) => {
      await disableJit(client);
      await options.onConnect?.(client);
    },
  });
  pool.on('error', onError);
  // The pool listens to idle clients only: without this, a server that dies takes the process along.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => connect(pool), end: () => pool.end(), options: pool.options },
    }),
  });
  let closing: Promise<void> | undefined;
  const database: Database = {
    db,
    pool,
    url,
    close: () => {
      closing ??= db.destroy().then(() => (pool.ended ? undefined : pool.end()));
      return closing;
    },
  };
  databasesByDb.set(db, database);
  return database;
}

const setTestClock = "select set_config('errand.clock', $1, false)";

/**
 * A connection for the current work. While that follows a test clock the database is told so: jobs that it writes wait for the clock
 * (park_job).
 */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  const clock = currentTestClock();
  if (!clock) return client;
  const release = client.release.bind(client);
  await client.query(setTestClock, [clock.id]).catch((error: Error) => {
    release(error);
    throw error;
  });
  client.release = () => {
    client.release = release;
    client.query(setTestClock, ['']).then(
      () => release(),
      (error: Error) => release(error),
    );
  };
  return client;
}

/** What the driver takes for a row. */
export type AnyRow = pg.QueryResultRow;

/** The shortest way to a row: one prepared statement, straight on the pool or in the given transaction. */
export async function runNamed<Row extends AnyRow>(
  target: Database | Executor,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const { name, text } = statement;
  if (!('pool' in target)) return (await target.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  // Not pool.query, which throws the connection away with every error, be it only a duplicate key.
  const client = await connect(target.pool);
  try {
    return (await client.query<Row>({ name, text, values })).rows;
  } finally {
    client.release();
  }
}
