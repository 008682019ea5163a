import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderFor, startSystem, type TestSystem } from '../../../../test/harness/system.ts';
import { createOrderReader } from './read-order.ts';
import { loadOwnOrders } from './sql.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

it("reads nothing of someone else's order or of the other mode", async () => {
  const key = await system.mint();
  const made = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
  const { id } = made.body;
  const { rows } = await system.database.pool.query('select account_id from orders where id = $1', [id]);
  const accountId = rows[0].account_id as string;
  const other = '00000000-0000-4000-8000-000000000000';
  const load = (owner: { accountId: string; world: 'test' | 'live' }) =>
    loadOwnOrders(system.database, [{ id, ...owner }]);
  expect(await load({ accountId, world: 'test' })).toMatchObject([{ id }]);
  expect(await load({ accountId: other, world: 'test' })).toEqual([]);
  expect(await load({ accountId, world: 'live' })).toEqual([]);
  // Those who ask at the same moment share one statement, and not its answer.
  const { own } = createOrderReader(system.database);
  const asked = [
    own({ id, accountId: other, world: 'test' }),
    own({ id, accountId, world: 'test' }),
    own({ id, accountId, world: 'live' }),
  ];
  expect(await Promise.all(asked)).toMatchObject([null, { id }, null]);
});
