import { sql } from 'kysely';
import type { Input, LiveViews } from '../../../connectors/browser/index.ts';
import { type Clock, hourMs, minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';

export interface BrowserSessionRow {
  id: string;
  store: string;
  reference: string;
  purpose: string;
  started_at: Date;
  page_url: string;
  waits_for: string | null;
  taken_by: string | null;
}

/** How long a request counts as watching. */
const watchMs = 5 * secondMs;
/** When a silent session counts as ended. */
const silentMsMax = 30 * secondMs;
/** Idle timeout of a takeover. */
export const takeOverMs = 2 * minuteMs;
/** Maximum number of queued inputs. */
const inputsMax = 500;

interface Needs {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

/** Shares this process's sessions with operators on any process. */
export function createLiveViews({ database: { db }, clock, publicUrl }: Needs): LiveViews {
  const own = new Set<string>();
  return {
    async open({ store, reference, purpose }) {
      const id = newId();
      const now = clock.now();
      own.add(id);
      await sql`
        insert into store_visits (id, store, reference, purpose, started_at, alive_at)
        values (${id}, ${store}, ${reference}, ${purpose}, ${now}, ${now})`.execute(db);
      return {
        id,
        url: `${publicUrl}/app/operator/visits/${id}`,
        poll: (waitsFor) => touchSession(db, id, waitsFor, clock.now()),
        async show(jpeg, pageUrl) {
          await sql`
            update store_visits set picture = ${jpeg}, picture_at = ${clock.now()}, page_url = ${pageUrl}
            where id = ${id}`.execute(db);
        },
        async close() {
          await sql`delete from store_visits where id = ${id}`.execute(db);
          own.delete(id);
        },
      };
    },
    async isElsewhere(reference) {
      const { rows } = await sql<{ id: string }>`
        select id from store_visits where reference = ${reference} and purpose = 'prepare'
          and alive_at > ${plusMs(clock.now(), -silentMsMax)}`.execute(db);
      return rows.some(({ id }) => !own.has(id));
    },
  };
}

/** Heartbeat of a session. Returns queued inputs once. */
async function touchSession(executor: Executor, id: string, waitsFor: string | null, now: Date) {
  const { rows } = await sql<{ watched: boolean; taken: boolean; inputs: Input[] }>`
    update store_visits set alive_at = ${now}, waits_for = ${waitsFor}, inputs = '[]'
    from (select id, inputs from store_visits where id = ${id} for update) before
    where store_visits.id = before.id
    returning coalesce(watched_until > ${now}, false) as watched, coalesce(taken_until > ${now}, false) as taken,
      before.inputs as inputs`.execute(executor);
  const [row] = rows;
  return { isWatched: row?.watched ?? false, isTaken: row?.taken ?? false, inputs: row?.inputs ?? [] };
}

const isAlive = (now: Date) => sql`alive_at > ${plusMs(now, -silentMsMax)}`;

export async function listBrowserSessions(executor: Executor, now: Date): Promise<BrowserSessionRow[]> {
  const { rows } = await sql<BrowserSessionRow>`
    select id, store, reference, purpose, started_at, page_url, waits_for,
      case when taken_until > ${now} then taken_by end as taken_by
    from store_visits where ${isAlive(now)} order by started_at, id limit 100`.execute(executor);
  return rows;
}

/** The last screenshot. Requests the next one. */
export async function watchBrowserSession(executor: Executor, id: string, now: Date): Promise<Buffer | null> {
  const { rows } = await sql<{ picture: Buffer | null }>`
    update store_visits set watched_until = ${plusMs(now, watchMs)}
    where id = ${id} and ${isAlive(now)} returning picture`.execute(executor);
  return rows[0]?.picture ?? null;
}

/** Locks a session that waits for a person. */
export async function lockWaitingSession(executor: Executor, id: string, now: Date): Promise<BrowserSessionRow | null> {
  const { rows } = await sql<BrowserSessionRow>`
    select id, store, reference, purpose, started_at, page_url, waits_for,
      case when taken_until > ${now} then taken_by end as taken_by
    from store_visits where id = ${id} and waits_for is not null and ${isAlive(now)} for update`.execute(executor);
  return rows[0] ?? null;
}

/** Replaces the token and drops queued inputs. */
export async function writeTakeOver(
  executor: Executor,
  id: string,
  taken: { by: string; tokenHash: Buffer; until: Date },
) {
  await sql`
    update store_visits set taken_by = ${taken.by}, token_hash = ${taken.tokenHash}, taken_until = ${taken.until}, inputs = '[]'
    where id = ${id}`.execute(executor);
}

/** False if the takeover ended or the queue is full. */
export async function addInputs(
  executor: Executor,
  id: string,
  given: { tokenHash: Buffer; by: string; inputs: readonly Input[]; now: Date },
): Promise<boolean> {
  const { now } = given;
  const { rows } = await sql`
    update store_visits set inputs = inputs || ${JSON.stringify(given.inputs)}::jsonb,
      taken_until = ${plusMs(now, takeOverMs)}, watched_until = ${plusMs(now, watchMs)}
    where id = ${id} and token_hash = ${given.tokenHash} and taken_by = ${given.by} and taken_until > ${now}
      and waits_for is not null and jsonb_array_length(inputs) < ${inputsMax} and ${isAlive(now)} returning id`.execute(
    executor,
  );
  return rows.length === 1;
}

/** Deletes sessions of dead processes. */
export async function pruneBrowserSessions(executor: Executor, now: Date): Promise<void> {
  await sql`delete from store_visits where alive_at < ${plusMs(now, -hourMs)}`.execute(executor);
}
