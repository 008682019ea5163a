import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockOrderNumbers } from '../../src/domains/orders/orders/attempts/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { waitForLock } from '../harness/locks.ts';
import { type OperatorClient, operatorEmail, operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let operators: OperatorClient[];
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { ...operatorEnv, DESK_RETAILERS: '*' } });
  contract = await readContract(system);
  operators = [await personOn(system, contract, operatorEmail), await personOn(system, contract, 'second@example.com')];
  key = (await system.account('live')).key;
});
afterAll(() => system.stop());

it('lets two operators who take and record at once buy each order once', async () => {
  const before = (await contract.get('/wallet', key)).body.available_cents;
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    const { body: order } = await contract.post('/orders', key, orderFor(`https://shop.example.com/p/${round}`));
    await system.queue.drain();
    const path = `/operator/desk/${order.id}`;
    const taken = await Promise.all(operators.map((one) => one.post(`${path}/take`, {})));
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
    const record = {
      lease: 1,
      merchant_order_ids: [`N-${round}`],
      lines: [{ item_id: order.items[0].id, unit_price_cents: 1000 }],
      shipping_cents: 0,
      tax_cents: 0,
      total_cents: 1000,
    };
    // Both record, the holder twice: one of them is written.
    const [first, second] = operators;
    const records = await Promise.all(
      [first, second, first, second].map((one) => one!.post(`${path}/purchase`, record)),
    );
    expect(records.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  }
  const after = (await contract.get('/wallet', key)).body;
  expect(after).toMatchObject({ available_cents: before - rounds * 1000, held_cents: 0 });
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});

it('records a number only after another transaction that settles it', async () => {
  const { db } = system.database;
  const { body: order } = await contract.post('/orders', key, orderFor('https://shop.example.com/n/1'));
  await system.queue.drain();
  const path = `/operator/desk/${order.id}`;
  await operators[0]!.post(`${path}/take`, {});
  const lines = [{ item_id: order.items[0].id, unit_price_cents: 1000 }];
  const record = {
    lease: 1,
    merchant_order_ids: ['L-2', 'L-1'],
    lines,
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: 1000,
  };
  let isRecorded = false;
  const recording = async () => {
    const { status } = await operators[0]!.post(`${path}/purchase`, record);
    isRecorded = true;
    return status;
  };
  let recorded: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await lockOrderNumbers(tx, { id: order.id, world: 'live', retailer: order.retailer }, ['L-1']);
    recorded = recording();
    await Promise.race([recorded, waitForLock(db)]);
    expect(isRecorded).toBe(false);
  });
  expect(await recorded).toBe(200);
});

it('lets either the customer cancel or an operator take, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { body: order } = await contract.post('/orders', key, orderFor(`https://shop.example.com/c/${round}`));
    await system.queue.drain();
    const [taken, cancelled] = await Promise.all([
      operators[0]!.post(`/operator/desk/${order.id}/take`, {}),
      contract.post(`/orders/${order.id}/cancel`, key),
    ]);
    const { status } = (await contract.get(`/orders/${order.id}`, key)).body;
    if (cancelled.status === 204) expect([taken.status === 200, status]).toEqual([false, 'cancelled']);
    else expect([taken.status, status]).toEqual([200, 'in_progress']);
  }
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});
