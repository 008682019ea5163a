import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../../src/connectors/contract.ts';
import { listUnknownOutcomes } from '../../src/domains/orders/orders/index.ts';
import { decideOrder, type OutcomeDecision } from '../../src/domains/orders/placement/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ clock, env: { RECONCILE_GIVE_UP: '1h' } });
  // A store whose history can't be read: the outcome stays unknown.
  const store = system.simulator as Connector;
  store.find = async () => ({ kind: 'unsure', message: 'The history page does not load.' });
});
afterAll(() => system.stop());

const decide = (id: string, decision: OutcomeDecision) =>
  inTransaction(system.database.db, (tx) => decideOrder({ tx, clock }, id, decision));

async function doubtfulOrder(key: string): Promise<string> {
  const { body } = await system.post(
    '/orders',
    key,
    orderFor(`${system.url}/shop/products/test-timeout-after-placing`),
  );
  for (let step = 0; step < 80; step += 1) {
    await system.queue.drain();
    clock.advance(60_000);
  }
  return body.id;
}

describe('an outcome that cannot be determined', () => {
  it('waits for the operator, with the money still held, and is bought once', async () => {
    const key = await system.mint();
    const id = await doubtfulOrder(key);
    expect((await system.get(`/orders/${id}`, key)).body).toMatchObject({ status: 'in_progress', job_result: null });
    expect((await system.get('/wallet', key)).body.held_cents).toBe(5000);
    expect((await listUnknownOutcomes(system.database.db)).map((row) => row.id)).toContain(id);
    expect(await system.simulator.purchases(id)).toHaveLength(1);
  });

  it('is settled as bought, once', async () => {
    const key = await system.mint();
    const id = await doubtfulOrder(key);
    const decision = { kind: 'bought' as const, merchantOrderIds: ['M-1'], total: toCents(1999) };
    await decide(id, decision);
    await expect(decide(id, decision)).rejects.toMatchObject({ code: 'bad_request' });
    const { body } = await system.get(`/orders/${id}`, key);
    expect(body).toMatchObject({ status: 'order_placed', merchant_order_ids: ['M-1'], items: [{ status: 'ordered' }] });
    expect((await system.get('/wallet', key)).body).toMatchObject({ held_cents: 0, available_cents: 998_001 });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is settled as not bought: everything comes back', async () => {
    const key = await system.mint();
    const id = await doubtfulOrder(key);
    await decide(id, { kind: 'not_bought' });
    const { body } = await system.get(`/orders/${id}`, key);
    expect(body).toMatchObject({ status: 'order_failed', job_result: { error_type: 'outcome_unknown' } });
    expect((await system.get('/wallet', key)).body).toMatchObject({ held_cents: 0, available_cents: 1_000_000 });
  });

  it('rejects a decision for an order that does not need review', async () => {
    const key = await system.mint();
    const { body } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    await expect(decide(body.id, { kind: 'not_bought' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(decide(newId(), { kind: 'not_bought' })).rejects.toMatchObject({ code: 'not_found' });
    const { rows } = await sql`select from orders where id = ${body.id} and status = 'pending'`.execute(
      system.database.db,
    );
    expect(rows).toHaveLength(1);
  });
});
