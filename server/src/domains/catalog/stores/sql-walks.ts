import { sql } from 'kysely';
import type { SessionRecording } from '../../../connectors/browser/index.ts';
import type { Executor } from '../../../platform/database/index.ts';

/** A nightly check of a browser store. */
export interface WalkRow {
  id: string;
  store: string;
  started_at: Date;
  ended_at: Date | null;
  recipe_version: number | null;
  failures: string[];
  missed_locators: SessionRecording['missedLocators'];
}

export async function beginWalk(executor: Executor, { id, store }: { id: string; store: string }, now: Date) {
  await sql`insert into store_walks (id, store, started_at) values (${id}, ${store}, ${now})`.execute(executor);
}

export async function endWalk(executor: Executor, id: string, failures: string[], now: Date): Promise<void> {
  await sql`update store_walks set ended_at = ${now}, failures = ${JSON.stringify(failures)} where id = ${id}`.execute(
    executor,
  );
}

/** Saves a nightly check's findings from its recording. */
export async function noteWalkRecording(executor: Executor, recording: SessionRecording): Promise<void> {
  await sql`
    update store_walks set recipe_version = ${recording.recipeVersion},
      missed_locators = ${JSON.stringify(recording.missedLocators)}
    where id = ${recording.reference}`.execute(executor);
}

/** Finished nightly checks, newest first. */
export async function listWalks(executor: Executor, store: string, limit: number): Promise<WalkRow[]> {
  const { rows } = await sql<WalkRow>`
    select * from store_walks where store = ${store} and ended_at is not null
    order by started_at desc limit ${limit}`.execute(executor);
  return rows;
}

export async function hasWalkedSince(executor: Executor, store: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from store_walks where store = ${store} and ended_at >= ${since} limit 1`.execute(executor);
  return rows.length > 0;
}

/** Enabled stores whose last nightly check found problems, and since when. */
export async function listDriftingStores(executor: Executor): Promise<(WalkRow & { since: Date })[]> {
  const { rows } = await sql<WalkRow & { since: Date }>`
    with ended as (
      select walks.*, failures <> '[]' or missed_locators <> '[]' as is_drifting
      from store_walks walks join stores on stores.name = walks.store
      left join retailer_switches switches on switches.world = stores.world and switches.retailer = stores.name
      where coalesce(switches.is_enabled, true) and walks.ended_at is not null
    ), last as (select distinct on (store) * from ended order by store, started_at desc)
    select last.*, (
      select min(ended.started_at) from ended where ended.store = last.store and ended.started_at > coalesce((
        select max(calm.started_at) from ended calm where calm.store = last.store and not calm.is_drifting
      ), '-infinity')
    ) as since
    from last where last.is_drifting`.execute(executor);
  return rows;
}

export async function deleteWalksBefore(executor: Executor, moment: Date): Promise<void> {
  await sql`delete from store_walks where started_at < ${moment}`.execute(executor);
}

/** Findings of a nightly check. */
export const findingsOf = ({ failures, missed_locators: missed }: Pick<WalkRow, 'failures' | 'missed_locators'>) => [
  ...failures,
  ...missed.map(({ target, locator }) => `${locator} for ${target} no longer matches`),
];
