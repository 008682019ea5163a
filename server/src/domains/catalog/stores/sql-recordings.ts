import { sql } from 'kysely';
import type { SessionRecording } from '../../../connectors/browser/index.ts';
import { type Clock, plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';
import { noteRecipePurchase } from './sql-recipes.ts';
import { noteWalkRecording } from './sql-walks.ts';

/** A recording. Its screenshots are blobs. */
export interface RecordingRow {
  id: string;
  store: string;
  reference: string;
  purpose: string;
  recipe_version: number | null;
  missed_locators: SessionRecording['missedLocators'];
  started_at: Date;
  ended_at: Date;
  expires_at: Date;
  ending: string;
  steps: SessionRecording['steps'];
  pictures: { name: string; atMs: number; url: string }[];
  answers: SessionRecording['answers'];
}

interface RecordingNeeds {
  database: Database;
  blobs: Blobs;
  clock: Clock;
  /** 0: none is kept. */
  keepMs: number;
}

export const pictureKey = (filmId: string, number: number): string => `films/${filmId}/${number}.jpg`;

/** Stores screenshots before the row, so a row never names a missing one. */
export async function saveRecording(
  { database, blobs, clock, keepMs }: RecordingNeeds,
  recording: SessionRecording,
): Promise<void> {
  await noteWalkRecording(database.db, recording);
  await noteRecipePurchase(database.db, recording, clock.now());
  if (keepMs === 0) return;
  const id = newId();
  const now = clock.now();
  for (const [index, { jpeg }] of recording.pictures.entries()) {
    await blobs.put(pictureKey(id, index + 1), jpeg, 'image/jpeg');
  }
  const pictures = recording.pictures.map(({ name, atMs, url }) => ({ name, atMs, url }));
  await sql`
    insert into store_films (id, store, reference, purpose, started_at, ended_at, expires_at, ending, steps, pictures,
      answers, recipe_version, missed_locators)
    values (${id}, ${recording.store}, ${recording.reference}, ${recording.purpose}, ${recording.startedAt}, ${now}, ${plusMs(now, keepMs)},
      ${recording.ending}, ${JSON.stringify(recording.steps)}, ${JSON.stringify(pictures)}, ${JSON.stringify(recording.answers)},
      ${recording.recipeVersion}, ${JSON.stringify(recording.missedLocators)})
  `.execute(database.db);
}

interface RecordingFilter {
  reference: string | null;
  store: string | null;
  limit: number;
  offset: number;
}

const matching = ({ reference, store }: RecordingFilter) => sql`
  (${reference}::text is null or reference = ${reference}) and (${store}::text is null or store = ${store})`;

/** Newest first. */
export async function listRecordings(
  executor: Executor,
  filter: RecordingFilter,
): Promise<{ films: RecordingRow[]; total: number }> {
  const { rows } = await sql<RecordingRow>`
    select * from store_films where ${matching(filter)} order by started_at desc, id
    limit ${filter.limit} offset ${filter.offset}`.execute(executor);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from store_films where ${matching(filter)}`.execute(executor);
  return { films: rows, total: counted[0]?.total ?? 0 };
}

export async function findRecording(executor: Executor, id: string): Promise<RecordingRow | null> {
  const { rows } = await sql<RecordingRow>`select * from store_films where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Deletes expired recordings, screenshots first. */
export async function pruneRecordings(
  { database: { db }, blobs }: Pick<RecordingNeeds, 'database' | 'blobs'>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Pick<RecordingRow, 'id' | 'pictures'>>`
    select id, pictures from store_films where expires_at <= ${now}`.execute(db);
  for (const film of rows) await deleteRecording(db, blobs, film);
}

/** Screenshots may show names and addresses. */
export async function eraseRecordingsOf(
  executor: Executor,
  blobs: RecordingNeeds['blobs'],
  accountId: string,
): Promise<void> {
  const { rows } = await sql<Pick<RecordingRow, 'id' | 'pictures'>>`
    select id, pictures from store_films
    where reference in (select id::text from order_summaries where account_id = ${accountId})`.execute(executor);
  for (const film of rows) await deleteRecording(executor, blobs, film);
}

async function deleteRecording(
  executor: Executor,
  blobs: RecordingNeeds['blobs'],
  { id, pictures }: Pick<RecordingRow, 'id' | 'pictures'>,
): Promise<void> {
  for (const number of pictures.keys()) await blobs.delete(pictureKey(id, number + 1));
  await sql`delete from store_films where id = ${id}`.execute(executor);
}
