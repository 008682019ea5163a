import { Readable } from 'node:stream';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { fieldsOf } from '../../kit/fields.ts';
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

/** A prepared statement, cached per connection. A name always has the same text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

interface OpenOptions {
  url: string;
  poolMax?: number;
  applicationName?: string;
  /** Called when an idle connection dies; the pool replaces it. */
  onError?: (error: Error) => void;
  statementTimeoutMs?: number;
  /** Called with every new connection before it is used. Rejects to refuse it. */
  onConnect?: (client: Pick<pg.ClientBase, 'query'>) => Promise<void>;
}

type QueryClient = { query(text: string): Promise<unknown> };

/** JIT compilation takes longer (0.2 to 1 s) than any of our statements. */
async function disableJit(client: QueryClient): Promise<void> {
  await client.query('set jit = off');
}

/**
 * For connections that repeat a few statements, each served by an index. PostgreSQL caches their plans: a plan made
 * while a table was small would scan it fully until the next analyze.
 */
export async function disableSeqScan(client: QueryClient): Promise<void> {
  await client.query('set enable_seqscan = off');
}

const databasesByDb = new WeakMap<Executor, Database>();

/** The database of an executor created by openDatabase. */
export const databaseOf = (db: Executor): Database | undefined => databasesByDb.get(db);

export function openDatabase(options: OpenOptions): Database {
  const { url, poolMax = 8, applicationName = 'errand', onError = () => {}, statementTimeoutMs = 30_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    // Client-side timeout for a hung server. Slightly longer than the server's own, whose error says more.
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
  pool.on('connect', (client) => {
    // The pool listens only to idle clients. Without this handler, a server that dies would crash the process.
    client.on('error', () => {});
    readInTurns(streamOf(client));
  });
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

/** The socket of a connection, which the driver's types leave out. */
export function streamOf(client: pg.ClientBase): Readable {
  const { stream } = fieldsOf(fieldsOf(client).connection);
  if (!(stream instanceof Readable)) throw new Error('The connection has no socket.');
  return stream;
}

/** How much of a result is read before other requests get a turn. */
export const bytesPerTurn = 128 * 1024;

/** A socket is read as long as it has data, so a result of many megabytes would hold the event loop. */
function readInTurns(stream: Readable): void {
  let read = 0;
  stream.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read < bytesPerTurn) return;
    read = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}

const setTestClock = "select set_config('errand.clock', $1, false)";

/**
 * Connects for the current work. Under a test clock, tells the database, so jobs it writes wait for that clock
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

export type AnyRow = pg.QueryResultRow;

/** Runs one prepared statement directly on the pool or in the given transaction, bypassing Kysely for speed. */
export async function runNamed<Row extends AnyRow>(
  target: Database | Executor,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const { name, text } = statement;
  if (!('pool' in target)) return (await target.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  // pool.query discards the connection on every error, even a duplicate key.
  const client = await connect(target.pool);
  try {
    return (await client.query<Row>({ name, text, values })).rows;
  } finally {
    client.release();
  }
}
