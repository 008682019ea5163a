import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import {
  backUp,
  cleanups,
  copyStoreBooks,
  countSold,
  drainUntilOver,
  place,
  slowTest,
  start,
} from '../harness/restore.ts';
import { orderFor, type TestSystem } from '../harness/system.ts';

it(
  'buys nothing again that a store sold after the backup, and tells of purchases without an order',
  slowTest,
  async () => {
    const before = await start();
    const key = await before.mint();
    const early = await place(before, key, 'success');
    await before.queue.drain();
    const open = [await place(before, key, 'success'), await place(before, key, 'split-shipment')];
    const backup = await backUp(before.databaseUrl);
    const unborn = await place(before, key, 'success');
    await drainUntilOver(before);
    expect(await countSold(before.database.db)).toEqual({ [early]: 1, [open[0]!]: 1, [open[1]!]: 1, [unborn]: 1 });
    await copyStoreBooks(before.database.db, backup);

    const after = await start(backup);
    const { rows } = await sql<{ status: string; phase: string }>`
    select status, phase from orders where id = any (${open}::uuid[])`.execute(after.database.db);
    expect(rows).toEqual(open.map(() => ({ status: 'in_progress', phase: 'submitting' })));
    await drainUntilOver(after);
    expect(await countSold(after.database.db)).toEqual({ [early]: 1, [open[0]!]: 1, [open[1]!]: 1, [unborn]: 1 });
    for (const id of [early, ...open]) expect((await after.get(`/orders/${id}`, key)).body.status).toBe('order_placed');
    expect(await ledgerProblems(after.database.db)).toEqual([]);

    const { reconcileStores } = await import('../../src/domains/orders/placement/index.ts');
    const report = await reconcileStores({ db: after.database.db, registry: after.registry }, new Date(0));
    expect(report).toMatchObject([
      { world: 'test', purchases: 4, findings: [{ reference: unborn, problem: 'no_order' }], orders: [], gap: null },
    ]);
  },
);

it('buys once what no store sold in the meantime', slowTest, async () => {
  const before = await start();
  const key = await before.mint();
  const open = [await place(before, key, 'success'), await place(before, key, 'success')];
  const backup = await backUp(before.databaseUrl);
  const after = await start(backup);
  await drainUntilOver(after);
  expect(await countSold(after.database.db)).toEqual({ [open[0]!]: 1, [open[1]!]: 1 });
  expect(await ledgerProblems(after.database.db)).toEqual([]);
});

it(
  'buys nothing again for a key that is sent once more, whether the copy knows it or has lost it',
  slowTest,
  async () => {
    const before = await start();
    const key = await before.mint();
    const send = (system: TestSystem, name: string) => {
      const body = orderFor('https://www.walmart.com/ip/986325010', { max_price: 20_000 });
      return system.post('/orders', key, body, { 'idempotency-key': name });
    };
    const row = { product_url: 'https://www.walmart.com/ip/986325010', quantity: '1', name: 'Jane Doe', zip: '94105' };
    const place = { address1: '1 Market St', city: 'San Francisco', state: 'CA', phone: '+14155550123' };
    const batch = (system: TestSystem) =>
      system.post(
        '/orders/bulk',
        key,
        { rows: [1, 2].map((n) => ({ ...row, ...place, name: `Jane ${n}`, max_price: '20000' })) },
        { 'idempotency-key': 'batch' },
      );
    const known = await send(before, 'known');
    expect(known.status, known.text).toBe(201);
    await before.queue.drain();
    const backup = await backUp(before.databaseUrl);
    const lost = await send(before, 'lost');
    const lostBatch = await batch(before);
    expect([lost.status, lostBatch.status], lostBatch.text).toEqual([201, 201]);
    await drainUntilOver(before);
    const books = await countSold(before.database.db);
    expect(Object.values(books)).toEqual([1, 1, 1, 1]);
    await copyStoreBooks(before.database.db, backup);

    const after = await start(backup);
    const again = await send(after, 'known');
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([known.body.id, 'true']);
    // The copy has neither: they are created again with the same IDs.
    expect((await send(after, 'lost')).body.id).toBe(lost.body.id);
    expect((await batch(after)).status).toBe(201);
    const fresh = await send(after, 'never sent before');
    expect(fresh.status).toBe(201);
    await drainUntilOver(after);
    expect(await countSold(after.database.db)).toEqual({ ...books, [fresh.body.id]: 1 });
    for (const id of [known.body.id, lost.body.id, fresh.body.id]) {
      expect((await after.get(`/orders/${id}`, key)).body.status).toBe('order_placed');
    }
    expect(await ledgerProblems(after.database.db)).toEqual([]);
  },
);

it('claims, submits and cancels nothing on a database that nobody looked at yet', slowTest, async () => {
  const before = await start();
  const key = await before.mint();
  const id = await place(before, key, 'success');
  const backup = await backUp(before.databaseUrl);
  const { claimOrder, claimOrders, markManySubmitting } = await import(
    '../../src/domains/orders/orders/attempts/sql-claim.ts'
  );
  const checkoutSealed = Buffer.from('cart');
  const { writeCancelled } = await import('../../src/domains/orders/orders/sql-cancel.ts');
  const copy = openDatabase({ url: backup, poolMax: 1 });
  cleanups.push(() => copy.close());
  expect(await claimOrder(copy, id, new Date())).toBeNull();
  expect(await claimOrders(copy, [id], new Date())).toEqual([]);
  const { rows } = await sql<{ account_id: string }>`select account_id from orders where id = ${id}`.execute(copy.db);
  const order = { id, accountId: rows[0]!.account_id, world: 'test', exchange: null };
  expect(await writeCancelled(copy, order, new Date())).toBe(false);
  await sql`update orders set status = 'in_progress', phase = 'intent', epoch = 1 where id = ${id}`.execute(copy.db);
  expect((await markManySubmitting(copy, [{ id, epoch: 1, checkoutSealed, store: null }], new Date())).size).toBe(0);
  const claimed = await claimOrder(before.database, id, new Date());
  expect(claimed?.id).toBe(id);
  const attempt = { id, epoch: claimed!.epoch, checkoutSealed, store: null };
  expect(await markManySubmitting(before.database, [attempt], new Date())).toEqual(new Set([id]));
});

it('files no return a second time that the store has since before the restore', slowTest, async () => {
  const before = await start();
  const key = await before.mint();
  const id = await place(before, key, 'success');
  await drainUntilOver(before);
  const { items } = (await before.get(`/orders/${id}`, key)).body;
  const backup = await backUp(before.databaseUrl);
  const ask = (system: TestSystem, header: Record<string, string> = {}) =>
    system.post(
      '/returns',
      key,
      { order_id: id, items: [{ order_item_id: items[0].id, quantity: 1 }], reason: 'damaged' },
      header,
    );
  const first = await ask(before);
  expect(first.status, first.text).toBe(201);
  await before.queue.drain();
  const filed = async ({ database }: TestSystem) =>
    (await sql<{ reference: string }>`select reference from sim_returns`.execute(database.db)).rows;
  expect(await filed(before)).toEqual([{ reference: first.body.id }]);
  await copyStoreBooks(before.database.db, backup);

  const after = await start(backup);
  const again = await ask(after);
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  await after.queue.drain();
  expect(await filed(after)).toEqual([{ reference: first.body.id }]);
  expect((await ask(after)).status).toBe(409);
});
