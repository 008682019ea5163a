import { sql } from 'kysely';
import type { OpenLiveView } from '../../connectors/browser/index.ts';
import { type Clock, hourMs, plusMs, secondMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Database, Executor } from '../../platform/database/index.ts';

export interface VisitRow {
  id: string;
  store: string;
  reference: string;
  purpose: string;
  started_at: Date;
  page_url: string;
}

/** An operator who asks for a picture watches for so long. */
const watchedMs = 5 * secondMs;
/** A visit that was not heard of for so long is over, however it ended. */
const silentMsMost = 30 * secondMs;

/** Lets operators watch the visits of this process, whichever process they ask. */
export const openLiveView =
  ({ database: { db }, clock }: { database: Database; clock: Clock }): OpenLiveView =>
  async ({ store, reference, purpose }) => {
    const id = newId();
    const now = clock.now();
    await sql`
      insert into store_visits (id, store, reference, purpose, started_at, alive_at)
      values (${id}, ${store}, ${reference}, ${purpose}, ${now}, ${now})`.execute(db);
    return {
      async isWatched() {
        const at = clock.now();
        const { rows } = await sql<{ watched: boolean }>`
          update store_visits set alive_at = ${at} where id = ${id}
          returning coalesce(watched_until > ${at}, false) as watched`.execute(db);
        return rows[0]?.watched ?? false;
      },
      async show(jpeg, pageUrl) {
        await sql`
          update store_visits set picture = ${jpeg}, picture_at = ${clock.now()}, page_url = ${pageUrl}
          where id = ${id}`.execute(db);
      },
      async close() {
        await sql`delete from store_visits where id = ${id}`.execute(db);
      },
    };
  };

export async function listVisits(executor: Executor, now: Date): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select id, store, reference, purpose, started_at, page_url from store_visits
    where alive_at > ${plusMs(now, -silentMsMost)} order by started_at, id limit 100`.execute(executor);
  return rows;
}

/** The last picture of a visit; asking for it makes the browser show the next one. */
export async function watchVisit(executor: Executor, id: string, now: Date): Promise<Buffer | null> {
  const { rows } = await sql<{ picture: Buffer | null }>`
    update store_visits set watched_until = ${plusMs(now, watchedMs)}
    where id = ${id} and alive_at > ${plusMs(now, -silentMsMost)} returning picture`.execute(executor);
  return rows[0]?.picture ?? null;
}

/** Visits whose process is gone. */
export async function pruneVisits(executor: Executor, now: Date): Promise<void> {
  await sql`delete from store_visits where alive_at < ${plusMs(now, -hourMs)}`.execute(executor);
}
