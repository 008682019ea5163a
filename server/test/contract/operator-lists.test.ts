import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import type { Contract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorSystem, unknownOutcomeOrder } from '../harness/operator.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let own: { accountId: string; key: string };
let orderIds: string[];
beforeAll(async () => {
  ({ system, contract, operator } = await operatorSystem(clock));
  own = await system.account('live', 10_000_000);
  orderIds = [];
  for (let n = 0; n < 5; n += 1) {
    orderIds.unshift((await placedOrder(system, own.key)).order.id);
    clock.advance(1000);
  }
});
afterAll(() => system.stop());

/** Every page of a list, one after the other. */
async function readAll(path: string, rows: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await operator.get(`${path}${after && `&after=${encodeURIComponent(after)}`}`);
    expect(status).toBe(200);
    all.push(...body[rows]);
    if (body.next === null) return all;
    after = body.next;
  }
}

describe('lists for operators', () => {
  it('show orders of everyone, newest first, page by page and by filter', async () => {
    const mine = `account_id=${own.accountId}`;
    const paged = await readAll(`/operator/orders?${mine}&limit=2`, 'orders');
    expect(paged.map((order) => order.id)).toEqual(orderIds);
    expect(paged[0]).toMatchObject({ world: 'live', account_id: own.accountId, status: 'order_placed' });
    const filtered = await readAll('/operator/orders?status=order_placed&limit=2', 'orders');
    expect(filtered.map((order) => order.id)).toEqual(expect.arrayContaining(orderIds));
    expect(await readAll(`/operator/orders?${mine}&status=order_failed`, 'orders')).toEqual([]);
    expect(await readAll(`/operator/orders?${mine}&world=test`, 'orders')).toEqual([]);
    await sql`update orders set late_since = now() where id = ${orderIds[1]}`.execute(system.database.db);
    for (const more of ['', `&search=${orderIds[1]}`]) {
      const late = await readAll(`/operator/orders?late=true${more}`, 'orders');
      expect(late.map((order) => order.id)).toEqual([orderIds[1]]);
    }
    expect(await readAll(`/operator/orders?late=true&search=${orderIds[2]}`, 'orders')).toEqual([]);
    expect((await operator.get('/operator/orders?late=no')).status).toBe(422);
    const found = await readAll(`/operator/orders?search=${orderIds[2]}`, 'orders');
    expect(found.map((order) => order.id)).toEqual([orderIds[2]]);
    expect((await operator.get('/operator/orders?limit=0')).status).toBe(422);
    expect((await operator.get('/operator/orders?status=lost')).status).toBe(422);
    const { text } = await operator.get(`/operator/orders/export?${mine}`);
    expect(text.trim().split('\n')).toHaveLength(6);
    expect(text).toContain(orderIds[4]);
  });

  it('show customers from A to Z with their wallet', async () => {
    const all = await readAll('/operator/customers?limit=1', 'customers');
    const emails = all.map((customer) => String(customer.account_email));
    expect(emails).toEqual([...emails].sort());
    const part = own.accountId.slice(0, 13);
    const [found] = await readAll(`/operator/customers?search=${part}`, 'customers');
    const { body: wallet } = await contract.get('/wallet', own.key);
    expect(found).toMatchObject({ account_id: own.accountId, available_cents: wallet.available_cents });
    expect((await operator.get('/operator/customers/export')).text).toContain(`${own.accountId}@example.com`);
  });

  it('show money movements, which equal the ledger', async () => {
    const moves = await readAll(`/operator/money?account_id=${own.accountId}&limit=3`, 'movements');
    const { body } = await contract.get('/wallet/transactions?limit=200', own.key);
    expect(moves.map(({ amount_cents: cents, type }) => [type, cents])).toEqual(
      body.transactions.map((one: { type: string; amount_cents: number }) => [one.type, one.amount_cents]),
    );
    const captures = await readAll('/operator/money?type=capture&limit=2', 'movements');
    expect(captures.length).toBeGreaterThanOrEqual(5);
    expect((await operator.get('/operator/money?type=theft')).status).toBe(422);
    expect((await operator.get(`/operator/money/export?account_id=${own.accountId}`)).text).toContain('capture');
  });

  it('have a page for today: everything that waits for a person, oldest first', async () => {
    const { order, itemId } = await placedOrder(system, own.key);
    await system.post(`/orders/${order.id}/case`, own.key, { message: 'Where is it?', reason: 'other' });
    clock.advance(1000);
    const url = `${system.url}/shop/products/test-success`;
    const { body: made } = await system.post('/orders', own.key, orderFor(url, { metadata: { n: newId() } }));
    await system.queue.drain();
    const { body: other } = await system.get(`/orders/${made.id}`, own.key);
    expect(other.status).toBe('order_placed');
    const { body: asked } = await system.post('/returns', own.key, returnFor(order.id, itemId));
    expect((await operator.get('/operator/returns/export')).text).toContain(asked.id);
    const doubt = await unknownOutcomeOrder(system, clock, (await system.account('test', 100_000)).key);
    const { body } = await operator.get('/operator/today');
    const kinds = body.tasks.map((task: { kind: string }) => task.kind);
    expect(kinds).toEqual(expect.arrayContaining(['case', 'needs_review']));
    const times = body.tasks.map((task: { since: string }) => task.since);
    expect(times).toEqual([...times].sort());
    expect(body.tasks.find((task: { id: string }) => task.id === doubt)).toMatchObject({ kind: 'needs_review' });
    // A case that was answered waits for the customer.
    await operator.post(`/operator/cases/${order.id}/reply`, { message: 'On its way.' });
    const { body: later } = await operator.get('/operator/today');
    expect(later.tasks.map((task: { kind: string }) => task.kind)).not.toContain('case');
  });
});
