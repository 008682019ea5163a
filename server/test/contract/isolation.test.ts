import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, examplesOf, type Operation, readContract } from '../harness/conforms.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
/** Keys of one account in both worlds, and IDs that it must not see. */
let mine: { live: string; test: string };
const foreign: Record<'live' | 'test', Record<string, string>> = { live: {}, test: {} };

beforeAll(async () => {
  system = await startSystem({ withLive: true });
  contract = await readContract(system, { isPublished: true });
  const { accountId, key: live } = await system.account('live');
  const needs = { tx: system.database.db, clock: system.clock };
  mine = { live, test: (await createKey(needs, { accountId, world: 'test', label: 'mine too' })).key };
  const order = async (key: string) => {
    const { body, text } = await contract.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    expect(body.id, text).toBeDefined();
    return body.id as string;
  };
  const strangers = { live: (await system.account('live')).key, test: await system.mint() };
  foreign.live = { 'of another account': await order(strangers.live) };
  foreign.test = {
    'of another account': await order(strangers.test),
    'of the other world': await order(mine.live),
  };
  foreign.live['of the other world of another account'] = foreign.test['of another account']!;
  await system.queue.drain();
});
afterAll(() => system.stop());

/** Keeps an order locked, as a worker does that is about to change it. */
async function holdLock({ databaseUrl }: TestSystem, orderId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select from orders where id = $1 for update', [orderId]);
  return { release: () => client.end() };
}

const unknownId = '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10';

/** All that a client can see of an answer but the request id and the date. */
async function seen({ method, document }: Operation, path: string, key: string) {
  const media = document.requestBody?.content['application/json'];
  const body = media && examplesOf(media)[0];
  const answer = await contract.call(path, { method, key, ...(body ? { body } : {}) });
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status: answer.status, text: answer.text, headers };
}

describe('another account’s ID', () => {
  it('happens in every operation that takes an order ID', () => {
    const paths = contract.operations.filter(({ path }) => path.includes('{order_id}'));
    expect(paths.length).toBeGreaterThanOrEqual(5);
  });

  it.each(['live', 'test'] as const)('is answered as an unknown one, byte for byte, with a %s key', async (world) => {
    const before = await rowCounts(system.database.db);
    const operations = contract.operations.filter(
      ({ path }) => path.includes('{order_id}') && !/^\/(track|v1|operator)\//.test(path),
    );
    for (const operation of operations) {
      const { method, path } = operation;
      const at = (id: string) =>
        seen(operation, path.replace('{order_id}', id).replace(/\{\w+\}/, unknownId), mine[world]);
      const unknown = await at(unknownId);
      expect(unknown.status, `${method} ${path}`).toBe(404);
      for (const [whose, id] of Object.entries(foreign[world])) {
        expect(await at(id), `${method} ${path} ${whose}`).toEqual(unknown);
        expect(await at(id.toUpperCase()), `${method} ${path} ${whose}, in capitals`).toEqual(unknown);
      }
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('neither locks nor waits: another process working on that order is not noticeable', async () => {
    const id = foreign.test['of another account']!;
    const lock = await holdLock(system, id);
    try {
      const asked = [
        contract.post('/returns', mine.test, {
          order_id: id,
          items: [{ order_item_id: unknownId, quantity: 1 }],
          reason: 'damaged',
        }),
        contract.post(`/orders/${id}/actions/${unknownId}`, mine.test, { answer: {} }),
        contract.post(`/orders/${id}/cancel`, mine.test),
        contract.post(`/orders/${id}/case`, mine.test, { reason: 'other', message: 'Hello' }),
      ];
      for (const answer of await Promise.all(asked)) expect([answer.status, answer.text]).toEqual([404, answer.text]);
    } finally {
      await lock.release();
    }
  });

  it('is on no list, and in no total', async () => {
    for (const world of ['live', 'test'] as const) {
      for (const id of Object.values(foreign[world])) {
        const { body } = await contract.get(`/orders?search=${id}`, mine[world]);
        expect(body).toMatchObject({ orders: [], total: 0 });
      }
    }
    const { body } = await contract.get('/orders', mine.test);
    expect(body).toMatchObject({ orders: [], total: 0 });
    expect((await contract.get('/wallet/transactions', mine.test)).body).toEqual({ transactions: [], total: 0 });
    const usage = (await contract.get('/usage', mine.test)).body;
    expect(usage.recent).toEqual([]);
  });
});
