import { notFound } from '../../../kit/failure.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { type App, fileAnswer } from '../../../platform/http/index.ts';
import { createRouter, type Router } from '../../access/accounts/index.ts';
import { type VisitRouteNeeds, visitRoutes } from './routes-visits.ts';
import { FilmList, FilmQuery, PicturePath } from './schema-films.ts';
import { type FilmRow, findFilm, listFilms, pictureKey } from './sql-films.ts';

interface FilmRouteNeeds extends VisitRouteNeeds {
  blobs: Blobs;
}

const presentFilm = (film: FilmRow) => ({
  id: film.id,
  store: film.store,
  reference: film.reference,
  purpose: film.purpose,
  started_at: film.started_at.toISOString(),
  ended_at: film.ended_at.toISOString(),
  expires_at: film.expires_at.toISOString(),
  ending: film.ending,
  steps: film.steps.map(({ at, what, ms, error }) => ({ at, what, duration_ms: ms, error })),
  pictures: film.pictures.map(({ name, atMs, url }, index) => ({
    name,
    at_ms: atMs,
    page_url: url,
    image_url: `/operator/films/${film.id}/pictures/${index + 1}`,
  })),
  answers: film.answers.map(({ url, status }) => ({ url, status })),
});

/** Visits to stores that have only pages: those that are under way, and what became of the others. */
export function filmRoutes(app: App, needs: FilmRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Operator');
  visitRoutes(router, needs);
  pastRoutes(router, needs);
}

function pastRoutes(router: Router, needs: FilmRouteNeeds): void {
  const { db } = needs.database;
  router.get('/operator/films', {
    auth: 'operator',
    operationId: 'listFilms',
    summary: 'What browsers did at stores that have only pages',
    description:
      'One film for each visit, newest first: its steps with their times, and pictures with secrets covered.',
    query: FilmQuery,
    response: { 200: FilmList },
    async handler({ query }) {
      const { order_id: reference = null, store = null, limit = 10, offset = 0 } = query;
      const { films, total } = await listFilms(db, { reference, store, limit, offset });
      return { films: films.map(presentFilm), total };
    },
  });
  router.get('/operator/films/:film_id/pictures/:number', {
    auth: 'operator',
    operationId: 'getFilmPicture',
    summary: 'A picture of a film',
    params: PicturePath,
    response: { 200: fileAnswer('The page.', 'image/jpeg') },
    errors: ['not_found'],
    async handler({ params }, reply) {
      const film = await findFilm(db, params.film_id);
      const number = Number(params.number);
      const isThere = film !== null && number <= film.pictures.length;
      const picture = isThere ? await needs.blobs.get(pictureKey(film.id, number)) : null;
      if (!picture) throw notFound();
      return reply.header('cache-control', 'private, no-store').type('image/jpeg').send(picture);
    },
  });
}
