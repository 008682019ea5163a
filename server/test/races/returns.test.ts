import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { countReturns, creditsOf, placedOrder, returnFor } from '../harness/returns.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  ({ key } = await system.account('test', 10_000_000));
});
afterAll(() => system.stop());

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('concurrent changes to one order', () => {
  it('two hundred simultaneous requests for one item: exactly as many accepted as there are units', async () => {
    const units = 7;
    const { order, itemId } = await placedOrder(system, key, units);
    const before = await countReturns(system);
    const answers = await times(200, () => system.post('/returns', key, returnFor(order.id, itemId)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(units);
    expect(statuses.filter((status) => status === 409)).toHaveLength(200 - units);
    expect(await countReturns(system)).toBe(before + units);
    const { body } = await system.get(`/orders/${order.id}`, key);
    const accepted = answers.filter((answer) => answer.status === 201).map((answer) => answer.body.id);
    expect(body.returns.map((one: { id: string }) => one.id).sort()).toEqual(accepted.sort());
  });

  it('requests of several units fill the order and never overflow it', async () => {
    const { order, itemId } = await placedOrder(system, key, 20);
    const answers = await times(60, (index) =>
      system.post(
        '/returns',
        key,
        returnFor(order.id, itemId, { items: [{ order_item_id: itemId, quantity: (index % 4) + 1 }] }),
      ),
    );
    const accepted = answers.filter((answer) => answer.status === 201).map((answer) => answer.body.items[0].quantity);
    const sum = accepted.reduce((all, quantity) => all + quantity, 0);
    expect(sum).toBeLessThanOrEqual(20);
    // Whatever was left over was too little for the smallest request that was refused.
    const refused = answers.flatMap((answer, index) => (answer.status === 409 ? [(index % 4) + 1] : []));
    expect(Math.min(...refused)).toBeGreaterThan(20 - sum);
  });

  it('one key, twenty times at once: one return', async () => {
    const { order, itemId } = await placedOrder(system, key, 20);
    const once = { 'idempotency-key': `race ${order.id}` };
    const before = await countReturns(system);
    const answers = await times(20, () => system.post('/returns', key, returnFor(order.id, itemId), once));
    expect(new Set(answers.filter((answer) => answer.status === 201).map((answer) => answer.body.id)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.body.error.code).toBe('idempotency_in_flight');
    }
    expect(await countReturns(system)).toBe(before + 1);
  });

  it('a return with concurrent decisions ends once and is credited at most once', async () => {
    const { order, itemId, total } = await placedOrder(system, key, 6);
    const wallet = async () => (await system.get('/wallet', key)).body.balance_cents;
    const before = await wallet();
    const ids = await times(6, async () => (await system.post('/returns', key, returnFor(order.id, itemId))).body.id);
    const decisions = ['credited', 'denied', 'approved', 'credited', 'credited', 'denied'];
    const answers = await times(36, (index) =>
      system.post(`/sandbox/returns/${ids[index % 6]}/resolve`, key, { status: decisions[Math.floor(index / 6)] }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(6);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(30);
    await system.queue.drain();
    const credits = await creditsOf(system);
    const { body } = await system.get(`/orders/${order.id}`, key);
    for (const returned of body.returns) {
      expect(returned.status).not.toBe('open');
      expect(returned.id in credits).toBe(returned.status === 'credited');
    }
    const sum = ids.reduce((all, id) => all + (credits[id] ?? 0), 0);
    expect(sum).toBeLessThanOrEqual(total);
    expect(await wallet()).toBe(before + sum);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('a crash between the credit and the status', () => {
  /** Kills the connection, as a dying process would, the moment this table is written. */
  async function crashOn(table: string, work: () => Promise<unknown>): Promise<void> {
    const { db } = system.database;
    await sql`
      create function crash() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return new; end $$`.execute(db);
    const event = table === 'ledger_transfers' ? 'insert' : 'update';
    await sql`
      create trigger crash after ${sql.raw(event)} on ${sql.table(table)} for each row execute function crash()`.execute(
      db,
    );
    try {
      await work();
    } finally {
      await sql`drop function crash cascade`.execute(db);
    }
  }

  it.each(['ledger_transfers', 'return_requests', 'orders'])(
    'while writing %s leaves neither; later both',
    async (table) => {
      const { order, itemId, total } = await placedOrder(system, key);
      const { body } = await system.post('/returns', key, returnFor(order.id, itemId));
      const before = (await system.get('/wallet', key)).body;
      await crashOn(table, async () => {
        const answer = await system.post(`/sandbox/returns/${body.id}/resolve`, key, { status: 'credited' });
        expect(answer.status).toBeGreaterThanOrEqual(500);
      });
      expect((await system.get(`/returns/${body.id}`, key)).body).toEqual(body);
      expect((await creditsOf(system))[body.id]).toBeUndefined();
      expect((await system.get('/wallet', key)).body).toEqual(before);
      const again = await system.post(`/sandbox/returns/${body.id}/resolve`, key, { status: 'credited' });
      expect(again.body.status).toBe('credited');
      expect((await creditsOf(system))[body.id]).toBe(total);
      expect((await system.get('/wallet', key)).body.balance_cents).toBe(before.balance_cents + total);
      expect(await ledgerProblems(system.database.db)).toEqual([]);
    },
  );

  it("the retailer's answer survives it too: the job comes back and writes both, once", async () => {
    const { order, itemId, total } = await placedOrder(system, key);
    const { body } = await system.post('/returns', key, returnFor(order.id, itemId, { reason: 'empty_box' }));
    await crashOn('ledger_transfers', () => system.queue.drain());
    expect((await system.get(`/returns/${body.id}`, key)).body.status).toBe('open');
    expect((await creditsOf(system))[body.id]).toBeUndefined();
    await sql`update jobs set run_at = '-infinity' where kind = 'returns.follow'`.execute(system.database.db);
    await system.queue.drain();
    expect((await system.get(`/returns/${body.id}`, key)).body.status).toBe('credited');
    expect((await creditsOf(system))[body.id]).toBe(total);
  });
});
