import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSimulator } from '../../src/connectors/simulator/index.ts';
import { loadRetailers } from '../../src/domains/catalog/stores/index.ts';
import { reconcileStores } from '../../src/domains/orders/placement/index.ts';
import { hourMs, systemClock } from '../../src/kit/clock.ts';
import { commandIn } from '../../src/main/admin-commands.ts';
import { retailersFile } from '../../src/main/wiring.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(new Date()), sleep: systemClock.sleep };
/** Whether the store's answer to the button is lost, and whether it has sold. */
const store = { isLost: false, sells: true, shows: true };
let system: TestSystem;
beforeAll(async () => {
  const brands = (await loadRetailers(retailersFile)).filter(({ id }) => id === 'walmart');
  system = await startSystem({
    clock,
    liveConnectors: ({ database }) => {
      const {
        history: _history,
        fence: _fence,
        ...shop
      } = createSimulator<'live'>({
        world: 'live',
        database,
        clock,
        brands,
        publicUrl: 'https://pages.invalid',
        timeScale: 0,
      });
      return [
        {
          ...shop,
          name: 'browser pages',
          lookup: 'none',
          lateWindowMs: 5000,
          async submit(...asked) {
            const outcome = store.sells ? await shop.submit!(...asked) : null;
            if (store.isLost || !outcome) return { kind: 'unknown', message: 'The connection broke.' };
            return outcome;
          },
          find: async (query, call) => (store.shows ? shop.find!(query, call) : { kind: 'absent' }),
        },
      ];
    },
  });
});
afterAll(() => system.stop());

async function order(): Promise<string> {
  const { key } = await system.account('live');
  const answer = await system.post(
    '/orders',
    key,
    orderFor('https://www.walmart.com/ip/986325010', { max_price: 20_000 }),
  );
  expect(answer.status, answer.text).toBe(201);
  await system.queue.drain();
  return answer.body.id;
}

const reports = async () => {
  const all = await reconcileStores({ db: system.database.db, registry: system.registry }, new Date(0));
  return all.filter(({ world }) => world === 'live');
};

it('names the stores it cannot list, why, and every order with an unknown outcome', async () => {
  Object.assign(store, { isLost: true, sells: true, shows: false });
  const unknown = await order();
  expect(await reports()).toMatchObject([
    {
      store: 'pages',
      kind: 'browser',
      lookup: 'none',
      purchases: null,
      findings: [],
      gap: expect.stringContaining('cannot list'),
      orders: [{ id: unknown, question: 'unknown_outcome' }],
    },
  ]);
  await sql`update orders set needs_review_at = now() where id = ${unknown}`.execute(system.database.db);
  expect((await reports())[0]?.orders).toMatchObject([{ id: unknown, question: 'needs_review' }]);
  await sql`
    update orders set needs_review_at = null, status = 'order_failed', phase = null where id = ${unknown}`.execute(
    system.database.db,
  );
  expect((await reports())[0]?.orders).toEqual([]);
});

it('names an order that was taken for not bought where the store records late, even when it was bought again', async () => {
  Object.assign(store, { isLost: true, sells: true, shows: false });
  const id = await order();
  clock.advance(hourMs / 2);
  Object.assign(store, { isLost: false });
  await system.queue.drain();
  clock.advance(hourMs / 2);
  await system.queue.drain();
  expect((await reports())[0]?.orders).toMatchObject([{ id, question: 'assumed_absent' }]);
});

it('says so on the command line, as text and as JSON', async () => {
  const run = async (...words: string[]) => {
    const { command } = commandIn(['stores', 'reconcile']);
    return command(system.database, { json: words.includes('--json'), since: '2026-01-01' }, system.config);
  };
  const text = await run();
  // Without a connector for them the orders are named all the same.
  expect(text).toMatch(/walmart \(live, not configured\): purchases not listed, 1 order to review\./);
  expect(text).toContain('1 order to review');
  expect(JSON.parse(await run('--json')).stores.length).toBeGreaterThan(0);
  process.exitCode = 0;
});
