import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionRecording } from '../../src/connectors/browser/index.ts';
import {
  createLiveViews,
  pruneBrowserSessions,
  pruneRecordings,
  saveRecording,
} from '../../src/domains/catalog/stores/index.ts';
import { dayMs, plusMs } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { type Blobs, createBlobs } from '../../src/platform/blobs/index.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let operator: OperatorClient;
let blobs: Blobs;
beforeAll(async () => {
  system = await startSystem({ env: operatorEnv });
  operator = await personOn(system, await readContract(system));
  blobs = await createBlobs(system.config);
});
afterAll(() => system.stop());

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const filmOf = (reference: string, more: Partial<SessionRecording> = {}): SessionRecording => ({
  reference,
  store: 'acme',
  purpose: 'prepare',
  recipe: 'acme-shop',
  isPressed: true,
  recipeVersion: 2,
  missedLocators: [{ target: '["#buy","#old"]', locator: '#old' }],
  startedAt: system.clock.now(),
  ending: 'placed',
  steps: [{ at: 'add/0', what: 'open /item', ms: 12, error: null }],
  pictures: [{ name: 'final check', atMs: 900, url: 'https://acme.example/pay', jpeg }],
  answers: [{ url: 'https://acme.example/api/cart', status: 200 }],
  ...more,
});
const keep = (film: SessionRecording, keepMs = dayMs) =>
  saveRecording({ database: system.database, blobs, clock: system.clock, keepMs }, film);
const count = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from store_films`.execute(system.database.db)).rows[0]?.n;

it('shows operators what a browser did for an order, and nobody else', async () => {
  const orderId = newId();
  await keep(filmOf(orderId));
  await keep(filmOf(newId(), { store: 'other' }));
  const { status, body } = await operator.get(`/operator/films?order_id=${orderId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 1,
    films: [
      {
        store: 'acme',
        recipe_version: 2,
        missed_locators: [{ locator: '#old' }],
        ending: 'placed',
        steps: [{ at: 'add/0', duration_ms: 12 }],
        pictures: [{ at_ms: 900 }],
      },
    ],
  });
  const picture = body.films[0].pictures[0].image_url;
  const shown = await operator.get(picture);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect((await operator.get('/operator/films?store=other')).body.total).toBe(1);
  expect((await operator.get(picture.replace(/1$/, '2'))).status).toBe(404);
  expect((await operator.get(`/operator/films/${newId()}/pictures/1`)).status).toBe(404);
  expect((await operator.get('/operator/films?limit=0')).status).toBe(422);
  expect((await operator.get('/operator/films/x/pictures/1')).status).toBe(422);
  const { key } = await system.account('live');
  for (const path of ['/operator/films', picture]) {
    expect((await system.get(path)).status).toBe(401);
    expect((await system.get(path, key)).status).toBe(401);
  }
});

it('keeps recordings for the configured time, and none if recordings are off', async () => {
  await sql`delete from store_films`.execute(system.database.db);
  await keep(filmOf(newId()), 0);
  expect(await count()).toBe(0);
  await keep(filmOf(newId()));
  const { id } = (await operator.get('/operator/films')).body.films[0];
  await pruneRecordings({ database: system.database, blobs }, plusMs(system.clock.now(), dayMs - 60_000));
  expect(await count()).toBe(1);
  await pruneRecordings({ database: system.database, blobs }, plusMs(system.clock.now(), dayMs + 60_000));
  expect(await count()).toBe(0);
  expect(await blobs.get(`films/${id}/1.jpg`)).toBeNull();
});

it('lets operators watch a visit while it lasts, and asks the browser for pictures only then', async () => {
  const { database, clock } = system;
  const views = createLiveViews({ database, clock, publicUrl: 'http://errand.test' });
  const view = await views.open({ store: 'acme', reference: newId(), purpose: 'prepare' });
  const { body } = await operator.get('/operator/visits');
  expect(body).toMatchObject({ total: 1, visits: [{ store: 'acme', purpose: 'prepare', page_url: '' }] });
  const picture = body.visits[0].image_url;
  expect(await view.poll(null)).toEqual({ isWatched: false, isTaken: false, inputs: [] });
  expect((await operator.get(picture)).status).toBe(404);
  expect(await view.poll(null)).toMatchObject({ isWatched: true, isTaken: false });
  await view.show(jpeg, 'https://acme.example/pay');
  const shown = await operator.get(picture);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await operator.get('/operator/visits')).body.visits[0].page_url).toBe('https://acme.example/pay');
  const { key } = await system.account('live');
  for (const path of ['/operator/visits', picture]) {
    expect((await system.get(path)).status).toBe(401);
    expect((await system.get(path, key)).status).toBe(401);
  }
  expect((await operator.get('/operator/visits/x/picture')).status).toBe(422);
  await view.close();
  expect((await operator.get(picture)).status).toBe(404);
  expect((await operator.get('/operator/visits')).body.total).toBe(0);
  await views.open({ store: 'acme', reference: newId(), purpose: 'find' });
  await pruneBrowserSessions(database.db, plusMs(clock.now(), dayMs));
  expect((await operator.get('/operator/visits')).body.total).toBe(0);
});

it('gives one operator control of a waiting page, for a limited time, and records who it was', async () => {
  const { database, clock } = system;
  const views = createLiveViews({ database, clock, publicUrl: 'http://errand.test' });
  const reference = newId();
  const view = await views.open({ store: 'acme', reference, purpose: 'prepare' });
  const path = `/operator/visits/${view.id}`;
  expect(view.url).toBe(`http://errand.test/app/operator/visits/${view.id}`);
  const click = { type: 'click', x: 10, y: 20 };
  const input = (token: string, inputs: unknown = [click]) => operator.post(`${path}/input`, { token, inputs });
  // Nobody can take over a page while steps are running.
  expect((await operator.post(`${path}/take-over`, {})).status).toBe(404);
  await view.poll('Solve the captcha.');
  const taken = await operator.post(`${path}/take-over`, {});
  expect(taken.body).toMatchObject({ store: 'acme', reference, message: 'Solve the captcha.', width: 1280 });
  const { token } = taken.body;
  expect((await operator.get('/operator/visits')).body.visits[0]).toMatchObject({
    waits_for: 'Solve the captcha.',
    taken_by: operator.email,
  });
  expect((await input(token, [click, { type: 'text', text: 'tulip' }])).status).toBe(204);
  expect(await view.poll('Solve the captcha.')).toEqual({
    isWatched: true,
    isTaken: true,
    inputs: [click, { type: 'text', text: 'tulip' }],
  });
  expect((await view.poll('Solve the captcha.')).inputs).toEqual([]);
  // Another token, a page that no longer waits for a person, and invalid input.
  expect((await input('not-the-token')).status).toBe(409);
  expect((await input(token, [{ type: 'key', key: 'Control+L' }])).status).toBe(422);
  await sql`update store_visits set taken_by = 'other@example.com' where id = ${view.id}`.execute(database.db);
  expect((await operator.post(`${path}/take-over`, {})).body).toMatchObject({ error: { code: 'task_taken' } });
  expect((await input(token)).status).toBe(409);
  await sql`update store_visits set taken_until = ${clock.now()} where id = ${view.id}`.execute(database.db);
  const again = await operator.post(`${path}/take-over`, {});
  expect(again.status).toBe(200);
  expect((await input(token)).status).toBe(409);
  await view.poll(null);
  expect((await input(again.body.token)).status).toBe(409);
  const { key } = await system.account('live');
  for (const end of ['take-over', 'input']) {
    expect((await system.post(`${path}/${end}`, key, { token, inputs: [click] })).status).toBe(401);
  }
  expect((await operator.post('/operator/visits/x/take-over', {})).status).toBe(422);
  const { rows } = await sql<{ operator: string }>`
    select operator from audit_log where action = 'visit.taken_over' and subject_id = ${reference}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ operator: operator.email }, { operator: operator.email }]);
  // Only another process has to let go of it first.
  expect(await views.isElsewhere(reference)).toBe(false);
  expect(await createLiveViews({ database, clock, publicUrl: '' }).isElsewhere(reference)).toBe(true);
  await view.close();
  expect(await createLiveViews({ database, clock, publicUrl: '' }).isElsewhere(reference)).toBe(false);
});
