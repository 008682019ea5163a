import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { isSoundLedger } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { type PagesShop, startPagesShop } from '../harness/pages-shop/shop.ts';
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
    const store = {
      name: 'pages',
      kind: 'browser',
      url: shop.url,
      credentials: buyer,
      consent: { by: 'The merchant', on: '2026-08-21' },
      settings: { recipe: 'pages-shop' },
      payment: 'cash',
    };
    const added = await operator.post('/operator/stores', store);
    expect(added.status, added.text).toBe(201);
    ({ key } = await system.account('live', 10_000_000));
  }, 300_000);
  afterAll(async () => {
    await system?.stop();
    await shop?.stop();
  });

  function writeRecipe(more: object): void {
    const recipe = { ...JSON.parse(readFileSync(recipeFile, 'utf8')), patience_seconds: 60, ...more };
    writeFileSync(join(system.config.dataDir, 'recipes', 'pages-shop.json'), JSON.stringify(recipe));
  }
  const change = async (body: object) => {
    const { status, text } = await operator.call('/operator/stores/pages', { method: 'PATCH', body });
    expect(status, text).toBe(200);
  };
  const read = async (id: string) => (await system.get(`/orders/${id}`, key)).body;
  async function order() {
    const body = orderFor(`${shop.url}/item/lamp`, { max_price: 200_000 });
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

  it('buys with its own account, once, and keeps a film of it for operators', async () => {
    const id = await order();
    const bought = await until(id, ({ status }) => status !== 'pending' && status !== 'in_progress');
    expect(bought, JSON.stringify(bought)).toMatchObject({ status: 'order_placed' });
    expect(shop.orders.map(({ note, total }) => ({ note, total }))).toEqual([{ note: id, total: 143_390 }]);
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
    expect(await isSoundLedger(system.database.db)).toEqual([]);
    const { films } = (await operator.get(`/operator/films?order_id=${id}`)).body;
    expect(films).toMatchObject([{ store: 'pages', purpose: 'prepare', ending: 'placed' }]);
    expect(films[0].pictures.map(({ name }: { name: string }) => name)).toEqual(['cart', 'last look', 'bought']);
    expect(JSON.stringify(films)).not.toContain(buyer.password);
  });

  it('stops at the last look in mode review, with a picture, and buys after the yes', async () => {
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

  it('leaves the store alone when its recipe does not fit any more, tells the operators, and loses no order', async () => {
    writeRecipe({ patience_seconds: 3, add: [{ click: '#gone-since-the-redesign' }] });
    await change({ contact: 'orders@example.com' });
    const id = await order();
    expect(await read(id)).toMatchObject({ status: expect.stringMatching(/pending|in_progress/) });
    const { body: store } = await operator.get('/operator/stores/pages');
    expect(store.health).toMatchObject({ status: 'down' });
    expect(store.health.last_failure ?? JSON.stringify(store.health)).toContain('add/0');
    const [film] = (await operator.get(`/operator/films?order_id=${id}`)).body.films;
    expect(film.steps.at(-1).error).toContain('#gone-since-the-redesign');
    expect(film.pictures.map(({ name }: { name: string }) => name)).toContain('failed');
    expect(shop.orders).toHaveLength(2);
    writeRecipe({});
    await change({ contact: null });
    await until(id, ({ status }) => status === 'order_placed');
    expect(shop.orders).toHaveLength(3);
  });
});
