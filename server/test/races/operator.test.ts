import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../src/domains/access/accounts/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import {
  auditRows,
  hideStoreHistory,
  type OperatorClient,
  operatorEnv,
  personOn,
  unknownOutcomeOrder,
} from '../harness/operator.ts';
import { creditsOf, placedOrder, returnFor } from '../harness/returns.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operators: OperatorClient[];
beforeAll(async () => {
  system = await startSystem({ clock, env: { ...operatorEnv, DATABASE_POOL_MAX: '20' } });
  hideStoreHistory(system);
  contract = await readContract(system);
  operators = [await personOn(system, contract), await personOn(system, contract, 'second@example.com')];
});
afterAll(() => system.stop());

/** Both operators do the same thing, several times, all at once. */
async function allAtOnce(act: (operator: OperatorClient, turn: number) => Promise<Answer>): Promise<number[]> {
  const turns = Array.from({ length: 5 }, (_, turn) => operators.map((operator) => act(operator, turn))).flat();
  return (await Promise.all(turns)).map((answer) => answer.status).sort();
}

const rowsAdded = async (work: () => Promise<unknown>): Promise<number> => {
  const before = await auditRows(system);
  await work();
  return (await auditRows(system)) - before;
};

describe('two operators at once', () => {
  it('resolve an order that needs review once, whatever the decision', async () => {
    const key = await system.mint();
    const id = await unknownOutcomeOrder(system, clock, key);
    const bought = { outcome: 'bought', total_cents: 1999, merchant_order_id: 'M-1', note: 'Found.' };
    const notBought = { outcome: 'not_bought', note: 'Not found.' };
    let statuses: number[] = [];
    const added = await rowsAdded(async () => {
      statuses = await allAtOnce((operator, turn) =>
        operator.post(`/operator/doubts/${id}/decide`, turn % 2 === 0 ? bought : notBought),
      );
    });
    expect(statuses).toEqual([200, ...Array(9).fill(400)]);
    expect(added).toBe(1);
    const { body: order } = await system.get(`/orders/${id}`, key);
    const { body: log } = await operators[0]!.get('/operator/audit?limit=1');
    expect(log.entries).toMatchObject([{ subject_id: id, after: { status: order.status } }]);
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('credit a wallet once for one ID', async () => {
    const accountId = newId();
    const email = `${accountId}@example.com`;
    await insertAccount(system.database.db, accountId, email, clock.now());
    const credit = { id: newId(), email, world: 'live', amount_cents: 700, note: 'Sorry.' };
    let statuses: number[] = [];
    const added = await rowsAdded(async () => {
      statuses = await allAtOnce((operator) => operator.post('/operator/wallet-credits', credit));
    });
    expect(statuses).toEqual([...Array(9).fill(200), 201]);
    expect(added).toBe(1);
    const { rows } = await sql<{ available_cents: number }>`
      select available_cents from wallets where account_id = ${accountId}`.execute(system.database.db);
    expect(rows).toEqual([{ available_cents: 700 }]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('never debit more than a wallet has, and never refund more than was paid', async () => {
    const own = await system.account('test', 1000);
    const email = `${own.accountId}@example.com`;
    const debit = { email, world: 'test', amount_cents: 300, note: 'Paid out.' };
    // Ten debits of their own, each sent twice: three fit.
    const ids = Array.from({ length: 5 }, newId);
    let statuses: number[] = [];
    const added = await rowsAdded(async () => {
      statuses = await allAtOnce((operator, turn) =>
        operator.post('/operator/wallet-debits', { ...debit, id: ids[turn] }),
      );
    });
    expect(added).toBe(3);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 402]));
    expect((await system.get('/wallet', own.key)).body).toMatchObject({ available_cents: 100, held_cents: 0 });

    const buyer = await system.account('test', 100_000);
    const { order, total } = await placedOrder(system, buyer.key);
    await system.post(`/orders/${order.id}/case`, buyer.key, { message: 'Hello?', reason: 'other' });
    const part = Math.floor(total / 2);
    const refund = { amount_cents: part, note: 'Sorry.' };
    const path = `/operator/cases/${order.id}/refund`;
    const refunds = await rowsAdded(async () => {
      statuses = await allAtOnce((operator, turn) => operator.post(path, { ...refund, id: ids[turn] }));
    });
    expect(refunds).toBe(2);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect((await system.get('/wallet', buyer.key)).body.available_cents).toBe(100_000 - total + 2 * part);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('credit one amount only, when one ID comes with two', async () => {
    const accountId = newId();
    const email = `${accountId}@example.com`;
    await insertAccount(system.database.db, accountId, email, clock.now());
    const credit = { id: newId(), email, world: 'live', note: 'Sorry.' };
    let statuses: number[] = [];
    const added = await rowsAdded(async () => {
      statuses = await allAtOnce((operator, turn) =>
        operator.post('/operator/wallet-credits', { ...credit, amount_cents: turn % 2 === 0 ? 100 : 200 }),
      );
    });
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 409]));
    expect(added).toBe(1);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('credit one currency only, when one ID comes with two', async () => {
    const accountId = newId();
    const email = `${accountId}@example.com`;
    await insertAccount(system.database.db, accountId, email, clock.now());
    const credit = { id: newId(), email, world: 'live', note: 'Sorry.', amount_cents: 100 };
    let statuses: number[] = [];
    const added = await rowsAdded(async () => {
      statuses = await allAtOnce((operator, turn) =>
        operator.post('/operator/wallet-credits', { ...credit, currency: turn % 2 === 0 ? 'USD' : 'EUR' }),
      );
    });
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 409]));
    expect(added).toBe(1);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('resolve a return once, and pay for it once', async () => {
    const key = await system.mint();
    const { order, itemId, total } = await placedOrder(system, key);
    const { body: made } = await system.post('/returns', key, returnFor(order.id, itemId));
    await system.queue.drain();
    let statuses: number[] = [];
    const added = await rowsAdded(async () => {
      statuses = await allAtOnce((operator, turn) =>
        operator.post(`/operator/returns/${made.id}/resolve`, { status: turn % 2 === 0 ? 'credited' : 'approved' }),
      );
    });
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(added).toBe(1);
    const { body } = await system.get(`/returns/${made.id}`, key);
    expect((await creditsOf(system))[made.id]).toBe(body.status === 'credited' ? total : undefined);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from return_labels where return_id = ${made.id}`.execute(system.database.db);
    expect(rows[0]!.n).toBe(body.status === 'approved' ? 1 : 0);
  });

  it('close a case once', async () => {
    const key = await system.mint();
    const { order } = await placedOrder(system, key);
    await system.post(`/orders/${order.id}/case`, key, { message: 'Hello?', reason: 'other' });
    let statuses: number[] = [];
    const added = await rowsAdded(async () => {
      statuses = await allAtOnce((operator) =>
        operator.post(`/operator/cases/${order.id}/reply`, { message: 'Done.', close: true }),
      );
    });
    expect(statuses).toEqual([200, ...Array(9).fill(400)]);
    expect(added).toBe(1);
    expect((await system.get(`/orders/${order.id}/case`, key)).body.messages).toHaveLength(2);
  });

  it('turn a retailer off once, with a consistent log', async () => {
    const added = await rowsAdded(() =>
      allAtOnce((operator) =>
        operator.put('/operator/retailers/etsy', { world: 'test', enabled: false, reason: 'Down.' }),
      ),
    );
    expect(added).toBe(1);
    await allAtOnce((operator, turn) =>
      operator.put('/operator/retailers/etsy', { world: 'test', enabled: turn % 2 === 0, reason: `Turn ${turn}.` }),
    );
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from audit_log where subject_id = 'test/etsy' order by id`.execute(system.database.db);
    for (const [index, { before }] of rows.slice(1).entries()) expect(before).toEqual(rows[index]!.after);
    const { body } = await operators[0]!.get('/operator/retailers');
    const etsy = body.retailers.find((one: Record<string, unknown>) => one.world === 'test' && one.retailer === 'etsy');
    expect(rows.at(-1)!.after).toEqual({ enabled: etsy.enabled, reason: etsy.reason });
  });
});

describe('a retailer that is turned off while orders are placed', () => {
  it('loses none of them, and buys none twice', { timeout: 60_000 }, async () => {
    const key = await system.mint();
    const url = `${system.url}/shop/products/test-success`;
    const ids: string[] = [];
    const flip = (enabled: boolean) =>
      operators[0]!.put('/operator/retailers/127.0.0.1', { world: 'test', enabled, reason: `Now ${enabled}.` });
    for (let round = 0; round < 6; round += 1) {
      await flip(true);
      const made = await Promise.all(Array.from({ length: 8 }, () => system.post('/orders', key, orderFor(url))));
      ids.push(...made.map((answer) => answer.body.id as string));
      await Promise.all([system.queue.drain(), flip(false)]);
    }
    await flip(true);
    await system.queue.drain();
    for (const id of ids) {
      expect((await system.get(`/orders/${id}`, key)).body.status).toBe('order_placed');
      expect(await system.simulator.purchases(id)).toHaveLength(1);
    }
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
