import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPurchaseRecorded } from '../../src/domains/orders/orders/attempts/index.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const order = async (key: string): Promise<string> =>
  (await system.post('/orders', key, orderFor('https://www.walmart.com/ip/986325010'))).body.id;

it('an order number belongs to the order of its store, and another store of the brand may use it too', async () => {
  const { db } = system.database;
  const key = await system.mint();
  const [owner, lost] = [await order(key), await order(key)];
  await sql`update orders set store = 'us-shop', merchant_order_ids = array['1001'] where id = ${owner}`.execute(db);
  const isOwned = async (store: string | null, number: string) => {
    await sql`update orders set store = ${store} where id = ${lost}`.execute(db);
    return isPurchaseRecorded(db, { id: lost, world: 'test', retailer: 'walmart' }, number);
  };
  expect(await isOwned('us-shop', '1001')).toBe(true);
  expect(await isOwned(null, '1001')).toBe(true);
  expect(await isOwned('us-shop', '1002')).toBe(false);
  // Bought at the other store, it would count as absent there and be bought again.
  expect(await isOwned('eu-shop', '1001')).toBe(false);
});

it('is compared with every number of a purchase, exactly', async () => {
  const { db } = system.database;
  const key = await system.mint();
  const [owner, lost] = [await order(key), await order(key)];
  const isOwned = (number: string) => isPurchaseRecorded(db, { id: lost, world: 'test', retailer: 'walmart' }, number);
  const said = async (numbers: string[]) => {
    await sql`update orders set merchant_order_ids = ${numbers}::text[] where id = ${owner}`.execute(db);
    return Promise.all([...numbers, 'ab-1'].map(isOwned));
  };
  expect(await said(['AB-1', 'İ-2'])).toEqual([true, true, false]);
  expect(await said(['AB-1', 'İ-2', 'ẞ-3'])).toEqual([true, true, true, false]);
});
