import { sql } from 'kysely';
import type { FilmRecord } from '../../../connectors/browser/index.ts';
import { type Clock, plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';

/** What a browser did at a store, as it is kept. Its pictures lie in the blobs. */
export interface FilmRow {
  id: string;
  store: string;
  reference: string;
  purpose: string;
  started_at: Date;
  ended_at: Date;
  expires_at: Date;
  ending: string;
  steps: FilmRecord['steps'];
  pictures: { name: string; atMs: number; url: string }[];
  answers: FilmRecord['answers'];
}

interface FilmNeeds {
  database: Database;
  blobs: Blobs;
  clock: Clock;
  /** 0: none is kept. */
  keepMs: number;
}

export const pictureKey = (filmId: string, number: number): string => `films/${filmId}/${number}.jpg`;

/** Keeps what a visit did, its pictures first: a row never names one that is not there. */
export async function keepFilm({ database, blobs, clock, keepMs }: FilmNeeds, film: FilmRecord): Promise<void> {
  if (keepMs === 0) return;
  const id = newId();
  const now = clock.now();
  for (const [index, { jpeg }] of film.pictures.entries()) {
    await blobs.put(pictureKey(id, index + 1), jpeg, 'image/jpeg');
  }
  const pictures = film.pictures.map(({ name, atMs, url }) => ({ name, atMs, url }));
  await sql`
    insert into store_films (id, store, reference, purpose, started_at, ended_at, expires_at, ending, steps, pictures,
      answers)
    values (${id}, ${film.store}, ${film.reference}, ${film.purpose}, ${film.startedAt}, ${now}, ${plusMs(now, keepMs)},
      ${film.ending}, ${JSON.stringify(film.steps)}, ${JSON.stringify(pictures)}, ${JSON.stringify(film.answers)})
  `.execute(database.db);
}

interface FilmFilter {
  reference: string | null;
  store: string | null;
  limit: number;
  offset: number;
}

const matching = ({ reference, store }: FilmFilter) => sql`
  (${reference}::text is null or reference = ${reference}) and (${store}::text is null or store = ${store})`;

/** Newest first. */
export async function listFilms(executor: Executor, filter: FilmFilter): Promise<{ films: FilmRow[]; total: number }> {
  const { rows } = await sql<FilmRow>`
    select * from store_films where ${matching(filter)} order by started_at desc, id
    limit ${filter.limit} offset ${filter.offset}`.execute(executor);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from store_films where ${matching(filter)}`.execute(executor);
  return { films: rows, total: counted[0]?.total ?? 0 };
}

export async function findFilm(executor: Executor, id: string): Promise<FilmRow | null> {
  const { rows } = await sql<FilmRow>`select * from store_films where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Deletes films whose time is over: the pictures first, so that none is left without a row. */
export async function pruneFilms(
  { database: { db }, blobs }: Pick<FilmNeeds, 'database' | 'blobs'>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Pick<FilmRow, 'id' | 'pictures'>>`
    select id, pictures from store_films where expires_at <= ${now}`.execute(db);
  for (const film of rows) await deleteFilm(db, blobs, film);
}

/** Pictures of a checkout show a name and an address. */
export async function eraseFilmsOf(executor: Executor, blobs: FilmNeeds['blobs'], accountId: string): Promise<void> {
  const { rows } = await sql<Pick<FilmRow, 'id' | 'pictures'>>`
    select id, pictures from store_films
    where reference in (select id::text from order_summaries where account_id = ${accountId})`.execute(executor);
  for (const film of rows) await deleteFilm(executor, blobs, film);
}

async function deleteFilm(
  executor: Executor,
  blobs: FilmNeeds['blobs'],
  { id, pictures }: Pick<FilmRow, 'id' | 'pictures'>,
): Promise<void> {
  for (const number of pictures.keys()) await blobs.delete(pictureKey(id, number + 1));
  await sql`delete from store_films where id = ${id}`.execute(executor);
}
