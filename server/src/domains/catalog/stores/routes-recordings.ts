import { notFound } from '../../../kit/failure.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { type App, fileAnswer } from '../../../platform/http/index.ts';
import { createRouter, type Router } from '../../access/accounts/index.ts';
import { type BrowserSessionRouteNeeds, browserSessionRoutes } from './routes-browser-sessions.ts';
import { PicturePath, RecordingList, RecordingQuery } from './schema-recordings.ts';
import { findRecording, listRecordings, pictureKey, type RecordingRow } from './sql-recordings.ts';

interface RecordingRouteNeeds extends BrowserSessionRouteNeeds {
  blobs: Blobs;
}

const presentRecording = (recording: RecordingRow) => ({
  id: recording.id,
  store: recording.store,
  reference: recording.reference,
  purpose: recording.purpose,
  recipe_version: recording.recipe_version,
  missed_locators: recording.missed_locators.map(({ target, locator }) => ({ target, locator })),
  started_at: recording.started_at.toISOString(),
  ended_at: recording.ended_at.toISOString(),
  expires_at: recording.expires_at.toISOString(),
  ending: recording.ending,
  steps: recording.steps.map(({ at, what, ms, error }) => ({ at, what, duration_ms: ms, error })),
  pictures: recording.pictures.map(({ name, atMs, url }, index) => ({
    name,
    at_ms: atMs,
    page_url: url,
    image_url: `/operator/films/${recording.id}/pictures/${index + 1}`,
  })),
  answers: recording.answers.map(({ url, status }) => ({ url, status })),
});

/** Browser sessions: running and recorded. */
export function recordingRoutes(app: App, needs: RecordingRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Operator recordings');
  browserSessionRoutes(router, needs);
  pastRecordingRoutes(router, needs);
}

function pastRecordingRoutes(router: Router, needs: RecordingRouteNeeds): void {
  const { db } = needs.database;
  router.get('/operator/films', {
    auth: 'operator',
    operationId: 'listFilms',
    summary: 'List recordings',
    description:
      'Browser purchases at stores without an API, newest first, with steps, timestamps and screenshots. Secrets are hidden.',
    query: RecordingQuery,
    response: { 200: RecordingList },
    async handler({ query }) {
      const { order_id: reference = null, store = null, limit = 10, offset = 0 } = query;
      const { films, total } = await listRecordings(db, { reference, store, limit, offset });
      return { films: films.map(presentRecording), total };
    },
  });
  router.get('/operator/films/:film_id/pictures/:number', {
    auth: 'operator',
    operationId: 'getFilmPicture',
    summary: 'Download a screenshot from a recording',
    description: 'Returns the image. Secrets are hidden.',
    params: PicturePath,
    response: { 200: fileAnswer('The page.', 'image/jpeg') },
    errors: ['not_found'],
    async handler({ params }, reply) {
      const recording = await findRecording(db, params.film_id);
      const number = Number(params.number);
      const isThere = recording !== null && number <= recording.pictures.length;
      const picture = isThere ? await needs.blobs.get(pictureKey(recording.id, number)) : null;
      if (!picture) throw notFound();
      return reply.header('cache-control', 'private, no-store').type('image/jpeg').send(picture);
    },
  });
}
