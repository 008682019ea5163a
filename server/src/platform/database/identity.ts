import { sql } from 'kysely';
import type { QueryResultRow } from 'pg';
import { newId } from '../../kit/ids.ts';
import { openDatabase, type Tx } from './open.ts';
import { inTransaction } from './transaction.ts';

/** The last known state of a database: kept in memory, and in a file if there is a data folder. */
export interface SeenDatabase {
  id: string;
  systemIdentifier: string;
  timeline: string;
  /** The flushed WAL position in bytes. On one timeline it never goes back. */
  flushed: number;
}

interface DatabaseState extends SeenDatabase {
  isKnown: boolean;
  knownSystem: string;
  knownTimeline: string;
}

export interface QueryClient {
  query<Row extends QueryResultRow>(text: string): Promise<{ rows: Row[] }>;
}

const databaseStateText = `
  select known.id, system.system_identifier::text as "systemIdentifier", current_timeline() as timeline,
    pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as flushed, is_known_database() as "isKnown",
    known.system_identifier as "knownSystem", known.timeline as "knownTimeline"
  from pg_control_system() system left join database_identity known on true`;

/** Null if unknown: a read-only standby, or a database without our tables. */
async function readDatabaseState(client: QueryClient): Promise<DatabaseState | null> {
  // A copy of an earlier version is checked after it is migrated; until then none of its jobs are claimed.
  const ready = `select not pg_is_in_recovery() and to_regclass('database_identity') is not null
    and to_regclass('restores') is not null as "isReady"`;
  const [first] = (await client.query<{ isReady: boolean }>(ready)).rows;
  if (!first?.isReady) return null;
  const [state] = (await client.query<DatabaseState>(databaseStateText)).rows;
  return state ?? null;
}

/** Returns why this is not the database that was seen before, or null if it is. */
export function findIdentityChange(state: DatabaseState, seen: SeenDatabase | null): string | null {
  if (state.knownSystem !== state.systemIdentifier) return 'its data was written by another server';
  if (state.knownTimeline !== state.timeline) {
    return `its WAL moved from timeline ${state.knownTimeline} to ${state.timeline}: a standby was promoted, or a backup was recovered`;
  }
  if (!state.isKnown) return 'its data was copied, or restored from a dump';
  if (seen === null || seen.systemIdentifier !== state.systemIdentifier) return null;
  if (seen.id !== state.id) return 'it is a different database';
  if (Number.parseInt(state.timeline, 16) < Number.parseInt(seen.timeline, 16)) {
    return `its WAL moved back from timeline ${seen.timeline} to ${state.timeline}`;
  }
  if (state.timeline === seen.timeline && state.flushed < seen.flushed) {
    return 'it is older than before: an earlier copy of its files was restored';
  }
  return null;
}

interface WatchOptions {
  url: string;
  /** What an earlier process saw, if it was stored. */
  seen: SeenDatabase | null;
  /** Marks all open orders as needing review, in the transaction that records the new identity. Returns how many. */
  onRestored(tx: Tx): Promise<number>;
  onSeen?(seen: SeenDatabase): void;
  logger: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

export interface IdentityWatch {
  /** Checks a new connection before it is used. */
  check(client: QueryClient): Promise<void>;
}

/** Detects that the database changed: a restored backup, a promoted standby, or older files. */
export function createIdentityWatch({ url, onRestored, onSeen, logger, ...options }: WatchOptions): IdentityWatch {
  let { seen } = options;
  let adopting: Promise<void> | null = null;
  let adoptions = 0;

  async function adopt(reason: string): Promise<void> {
    // A separate connection: those of the pool wait for this to finish.
    const database = openDatabase({ url, poolMax: 1, applicationName: 'errand restored' });
    try {
      const orders = await inTransaction(database.db, (tx) => recordRestore(tx, reason, onRestored));
      logger.error(
        { reason, orders_in_doubt: orders },
        'database identity changed (restore or failover): every open order is looked up at its store before it is placed; list purchases without an order with "npm run admin -- stores reconcile"',
      );
    } finally {
      await database.close();
    }
  }

  async function check(client: QueryClient): Promise<void> {
    await adopting;
    // Compare with the state from before the query: another connection may update it meanwhile.
    const before = seen;
    const adoptionsBefore = adoptions;
    const state = await readDatabaseState(client);
    if (!state) return;
    if (state.id === null) {
      if (seen) logger.warn({ was: seen.id }, 'database is empty, but another one was used before');
      await client.query(insertIdentityText());
      return check(client);
    }
    const reason = findIdentityChange(state, before);
    if (reason !== null) {
      // The state may predate an adoption by another connection. Report each change once.
      if (adoptions !== adoptionsBefore) return check(client);
      adopting ??= adopt(reason)
        .then(() => {
          adoptions += 1;
        })
        .finally(() => {
          adopting = null;
        });
      // The previous state is obsolete. If adoption fails, the next connection retries it.
      await adopting;
      seen = null;
      return check(client);
    }
    const { id, systemIdentifier, timeline, flushed } = state;
    const isNewer = seen === null || seen.timeline !== timeline || seen.id !== id || seen.flushed < flushed;
    if (isNewer) seen = { id, systemIdentifier, timeline, flushed };
    if (isNewer && seen) onSeen?.(seen);
  }

  return { check };
}

const currentIdentityText = `(select system_identifier::text from pg_control_system()), current_timeline(),
  (select oid from pg_database where datname = current_database()), pg_current_xact_id(), now()`;

/** Makes this database the known one without any review: for a complete copy of a database that nobody writes to. */
export const adoptIdentityText = `
  update database_identity
  set (system_identifier, timeline, database_oid, written_by, noted_at) = (select ${currentIdentityText})`;

const insertIdentityText = (): string => `
  insert into database_identity (id, system_identifier, timeline, database_oid, written_by, noted_at)
  select '${newId()}', ${currentIdentityText} on conflict do nothing`;

/**
 * Records this database as the known one and marks everything open as needing review, in one transaction. Nothing can
 * be bought in between: no job is claimed while the database is unknown, see is_known_database().
 */
export async function recordRestore(tx: Tx, reason: string, onRestored: (tx: Tx) => Promise<number>): Promise<number> {
  await sql`select from database_identity for update`.execute(tx);
  const orders = await onRestored(tx);
  await sql.raw(adoptIdentityText).execute(tx);
  await sql`
    insert into database_changes (reason, orders_in_doubt, noticed_at) values (${reason}, ${orders}, now())`.execute(
    tx,
  );
  return orders;
}
