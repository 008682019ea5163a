import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { startHostileShop } from '../harness/hostile-shop/shop.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { type PagesShop, startPagesShop } from '../harness/pages-shop/shop.ts';
import { mailsTo } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const recipeFile = new URL('../harness/pages-shop/recipe.json', import.meta.url);
const buyer = { email: 'own@example.com', password: 'Long-enough-1' };

describe.skipIf(findChromium() === null)('the service with a store that has only pages', { timeout: 900_000 }, () => {
  let shop: PagesShop;
  let system: TestSystem;
  let operator: OperatorClient;
  let key: string;
  beforeAll(async () => {
    shop = await startPagesShop();
    shop.register(buyer.email, buyer.password);
    system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
    operator = await personOn(system, await readContract(system));
    mkdirSync(join(system.config.dataDir, 'recipes'), { recursive: true });
    writeRecipe({});
    const added = await operator.post('/operator/stores', storeOf(shop.url));
    expect(added.status, added.text).toBe(201);
    ({ key } = await system.account('live', 10_000_000));
  }, 300_000);
  afterAll(async () => {
    await system?.stop();
    await shop?.stop();
  });

  const storeOf = (url: string) => ({
    name: 'pages',
    kind: 'browser',
    url,
    credentials: buyer,
    consent: { by: 'The merchant', on: '2026-08-21' },
    settings: { recipe: 'pages-shop' },
    payment: 'cash',
  });
  function writeRecipe(more: object, name = 'pages-shop'): void {
    const recipe = { ...JSON.parse(readFileSync(recipeFile, 'utf8')), patience_seconds: 60, ...more };
    writeFileSync(join(system.config.dataDir, 'recipes', `${name}.json`), JSON.stringify(recipe));
  }
  const change = async (body: object) => {
    const { status, text } = await operator.call('/operator/stores/pages', { method: 'PATCH', body });
    expect(status, text).toBe(200);
  };
  const read = async (id: string) => (await system.get(`/orders/${id}`, key)).body;
  async function order(url = shop.url) {
    const body = orderFor(`${url}/item/lamp`, { max_price: 200_000 });
    const made = await system.post('/orders', key, body);
    expect(made.status, made.text).toBe(201);
    await system.queue.drain();
    return made.body.id as string;
  }
  /** Works off what is due until the order is somewhere else. */
  async function until(id: string, isThere: (body: { status: string; waiting_for: string | null }) => boolean) {
    const look = async () => {
      await system.queue.drain();
      return isThere(await read(id));
    };
    await expect.poll(look, { timeout: 240_000, interval: 500 }).toBe(true);
    return read(id);
  }

  it('buys with its own account, once, and keeps a recording of it for operators', async () => {
    const id = await order();
    const bought = await until(id, ({ status }) => status !== 'pending' && status !== 'in_progress');
    expect(bought, JSON.stringify(bought)).toMatchObject({ status: 'order_placed' });
    expect(shop.orders.map(({ note, total }) => ({ note, total }))).toEqual([{ note: id, total: 143_390 }]);
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    const { films } = (await operator.get(`/operator/films?order_id=${id}`)).body;
    expect(films).toMatchObject([{ store: 'pages', purpose: 'prepare', ending: 'placed' }]);
    expect(films[0].pictures.map(({ name }: { name: string }) => name)).toEqual(['cart', 'final check', 'bought']);
    expect(JSON.stringify(films)).not.toContain(buyer.password);
  });

  it('stops at the final check in mode review, with a picture, and buys after the yes', async () => {
    await change({ mode: 'review' });
    const id = await order();
    const asking = await until(id, ({ waiting_for: waits }) => waits === 'action');
    expect(asking.next_action).toMatchObject({ kind: 'review', details: { total_cents: 143_390 } });
    expect(asking.next_action.details.screenshot).toMatch(/^data:image\/jpeg;base64,/);
    expect(shop.orders).toHaveLength(1);
    expect(shop.cartOf(buyer.email)).toEqual([]);
    const path = `/orders/${id}/actions/${asking.next_action.id}`;
    expect((await operator.post(path, { answer: { approved: true } })).status).toBe(200);
    await until(id, ({ status }) => status === 'order_placed');
    expect(shop.orders).toHaveLength(2);
    await change({ mode: 'automatic' });
  });

  it('hands the cart over in link mode, and gets the order number of the person’s purchase', async () => {
    writeRecipe({ link: '/item/{{line.slug}}?pieces={{line.quantity}}' });
    await change({ mode: 'link' });
    const before = (await system.get('/wallet', key)).body;
    const id = await order();
    const asking = await until(id, ({ waiting_for: waits }) => waits === 'action');
    expect(asking.next_action).toMatchObject({
      kind: 'open_url',
      asked_of: 'customer',
      url: `${shop.url}/item/lamp?pieces=1`,
      message: expect.stringContaining('$1,433.90'),
    });
    const person = `/orders/${id}/actions/${asking.next_action.id}`;
    const said = await system.post(person, key, { answer: { order_number: 'P-77' } });
    expect(said.status, said.text).toBe(200);
    const bought = await until(id, ({ status }) => status !== 'pending' && status !== 'in_progress');
    expect(bought, JSON.stringify(bought)).toMatchObject({ status: 'order_placed', merchant_order_ids: ['P-77'] });
    // Nothing was pressed here, and nothing of it is the wallet's.
    expect(shop.orders).toHaveLength(2);
    const { available_cents: left } = before;
    expect((await system.get('/wallet', key)).body).toMatchObject({ available_cents: left, held_cents: 0 });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    writeRecipe({});
    await change({ mode: 'automatic' });
  });

  it('pauses the store while its recipe does not match, notifies operators, and loses no order', async () => {
    // A store of its own: an earlier version of its recipe would buy instead.
    const url = shop.url.replace('127.0.0.1', 'localhost');
    writeRecipe({ patience_seconds: 3, add: [{ click: '#gone-since-the-redesign' }] }, 'redesigned');
    const settings = { recipe: 'redesigned' };
    const added = await operator.post('/operator/stores', { ...storeOf(url), name: 'redesigned', settings });
    expect(added.status, added.text).toBe(201);
    const { length: sold } = shop.orders;
    const id = await order(url);
    expect(await read(id)).toMatchObject({ status: expect.stringMatching(/pending|in_progress/) });
    const { body: store } = await operator.get('/operator/stores/redesigned');
    expect(store.health).toMatchObject({ status: 'down' });
    expect(store.health.last_failure ?? JSON.stringify(store.health)).toContain('add/0');
    const [film] = (await operator.get(`/operator/films?order_id=${id}`)).body.films;
    expect(film.steps.at(-1).error).toContain('#gone-since-the-redesign');
    expect(film.pictures.map(({ name }: { name: string }) => name)).toContain('failed');
    expect(shop.orders).toHaveLength(sold);
    const mail = (await mailsTo(system, operator.email)).find(({ subject }) => subject.includes('redesigned'));
    expect(mail?.subject).toBe('Requests to redesigned are failing');
    expect(mail?.text).toMatch(/at add\/0: No #gone-since-the-redesign appeared at .* within 3 s/i);
    writeRecipe({}, 'redesigned');
    const { status, text } = await operator.call('/operator/stores/redesigned', {
      method: 'PATCH',
      body: { contact: null },
    });
    expect(status, text).toBe(200);
    await until(id, ({ status: now }) => now === 'order_placed');
    expect(shop.orders).toHaveLength(sold + 1);
  });

  it('lets an operator solve a captcha and 3-D Secure on the page, and buys once', async () => {
    const hostile = await startHostileShop();
    try {
      const recipe = JSON.parse(readFileSync(new URL('../harness/hostile-shop/recipe.json', import.meta.url), 'utf8'));
      const signs = [...recipe.signs, { when: { there: '.mensch' }, person: 'Prove that you are a person.' }];
      const text = JSON.stringify({ ...recipe, patience_seconds: 60, signs });
      writeFileSync(join(system.config.dataDir, 'recipes', 'hostile-shop.json'), text);
      const added = await operator.post('/operator/stores', {
        name: 'hostile',
        kind: 'browser',
        url: hostile.url,
        credentials: { email: 'own@example.com', password: hostile.password },
        consent: { by: 'The merchant', on: '2026-08-21' },
        settings: { recipe: 'hostile-shop' },
      });
      expect(added.status, added.text).toBe(201);
      hostile.mood.captcha = true;
      const products = [{ url: `${hostile.url}/p/sessel`, quantity: 1, variant: [{ label: 'Farbe', value: 'Rot' }] }];
      const body = { ...orderFor(`${hostile.url}/p/sessel`, { max_price: 200_000 }), products };
      const made = await system.post('/orders', key, body);
      expect(made.status, made.text).toBe(201);
      const id = made.body.id as string;
      const isAsking = ({ waiting_for: waits }: { waiting_for: string | null }) => waits === 'action';
      const captcha = await until(id, isAsking);
      expect(captcha).toMatchObject({ next_action: { kind: 'open_url', asked_of: 'operator' } });
      await system.queue.drain();
      const mail = (await mailsTo(system, operator.email)).find(({ text }) => text.includes(captcha.next_action.url));
      expect(mail?.subject).toBe("Action required: complete a step on the store's website");
      await actAtPage(captcha.next_action.url);
      hostile.mood.captcha = false;
      hostile.mood.secure = true;
      expect((await answer(id, captcha.next_action.id)).status).toBe(200);

      hostile.forgetPersons();
      const secure = await until(id, (order) => isAsking(order) && order.status === 'in_progress');
      expect(secure.next_action).toMatchObject({ kind: 'open_url' });
      expect(hostile.orders).toEqual([]);
      // In doubt: it cannot be called off now.
      expect((await system.post(`/orders/${id}/cancel`, key, {})).status).toBe(409);
      await actAtPage(secure.next_action.url);
      expect((await answer(id, secure.next_action.id)).status).toBe(200);
      const bought = await until(id, ({ status }) => status !== 'pending' && status !== 'in_progress');
      expect(bought, JSON.stringify(bought)).toMatchObject({ status: 'order_placed' });
      expect(hostile.orders).toMatchObject([{ rows: [{ slug: 'sessel', quantity: 1 }], total: 62_440 }]);
      expect(await ledgerProblems(system.database.db)).toEqual([]);
    } finally {
      await hostile.stop();
    }
  });

  const answer = (id: string, action: string) =>
    operator.post(`/orders/${id}/actions/${action}`, { answer: { done: true } });

  /** Takes over the page, types the word that only a person knows, and waits until the browser has done it. */
  async function actAtPage(url: string) {
    const path = `/operator/visits/${url.split('/').at(-1)}`;
    const isWaiting = async () => (await operator.post(`${path}/take-over`, {})).status;
    await expect.poll(isWaiting, { timeout: 20_000, interval: 300 }).toBe(200);
    const { token } = (await operator.post(`${path}/take-over`, {})).body;
    const inputs = [
      { type: 'click', x: 60, y: 180 },
      { type: 'text', text: 'tulpe' },
      { type: 'key', key: 'Enter' },
    ];
    expect((await operator.post(`${path}/input`, { token, inputs })).status).toBe(204);
    const left = async () =>
      (
        await sql<{ n: number }>`select jsonb_array_length(inputs) as n from store_visits
        where id = ${path.split('/').at(-1) ?? ''}`.execute(system.database.db)
      ).rows[0]?.n;
    await expect.poll(left, { timeout: 20_000 }).toBe(0);
  }
});
