import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { guestSettings, startStandIn } from '../stand-ins/ucp/store.ts';

// A store that needs a person to confirm the payment that Errand sent, as for 3-D Secure.

let shop: Awaited<ReturnType<typeof startStandIn>>;
let system: TestSystem;
let key: string;
beforeAll(async () => {
  shop = await startStandIn();
  system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
  shop.state.clientKeys = (await system.get('/ucp/profiles/2026-08-25')).body.keys;
  const operator = await personOn(system, await readContract(system));
  const added = await operator.post('/operator/stores', {
    name: 'mugs',
    kind: 'ucp',
    url: shop.origin,
    ...guestSettings,
    track_every: '24h',
  });
  expect(added.status, added.text).toBe(201);
});
afterAll(async () => {
  await system.stop();
  await shop.close();
});
beforeEach(async () => {
  shop.behave({ escalates: 'at complete' });
  ({ key } = await system.account('live', 100_000));
});

const wallet = async () => (await system.get('/wallet', key)).body;
const read = async (id: string) => (await system.get(`/orders/${id}`, key)).body;
const sessionOf = ({ next_action: { url } }: { next_action: { url: string } }) =>
  shop.state.sessions.get(new URL(url).pathname.split('/')[2] ?? '')!;

/** An order whose payment was sent and waits for a person. */
async function asked() {
  const made = await system.post('/orders', key, orderFor(`${shop.origin}/products/enamel-mug`, { max_price: 5000 }));
  expect(made.status, made.text).toBe(201);
  await system.queue.drain();
  const order = await read(made.body.id);
  expect(order).toMatchObject({ status: 'in_progress', waiting_for: 'action', next_action: { kind: 'open_url' } });
  expect(shop.seen('complete_checkout').at(-1)?.body).toMatchObject({ payment: { instruments: [{}] } });
  return order;
}

/** Runs the order's job until the order is in this status. */
async function follow(id: string, status: string) {
  const look = async () => {
    await sql`update jobs set run_at = '-infinity' where kind = 'orders.place'`.execute(system.database.db);
    await system.queue.drain();
    return (await read(id)).status;
  };
  await expect.poll(look, { timeout: 15_000 }).toBe(status);
  return read(id);
}

/** The hour for the person is over. */
const expire = (id: string) =>
  sql`with late as (update orders set submitted_at = submitted_at - interval '61 min' where id = ${id})
    update questions set expires_at = now() - interval '1 s' where order_id = ${id}`.execute(system.database.db);

const answer = (id: string, action: { id: string }) =>
  system.post(`/orders/${id}/actions/${action.id}`, key, { answer: { done: true } });

async function expectPlaced(id: string): Promise<void> {
  const placed = await follow(id, 'order_placed');
  expect(placed.merchant_order_ids).toHaveLength(1);
  expect(shop.soldUnder(id)).toBe(1);
  expect(placed.job_result.price_components.total).toBe(1875);
  const { held_cents: held, available_cents: left } = await wallet();
  expect(held).toBe(0);
  expect(left).toBeLessThanOrEqual(100_000 - 1875);
  expect(shop.seen('cancel_checkout')).toEqual([]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
}

async function expectNothingBought(id: string, session: { status: string }) {
  const failed = await follow(id, 'order_failed');
  expect(session.status).toBe('canceled');
  expect(shop.soldUnder(id)).toBe(0);
  expect(shop.seen('complete_checkout')).toHaveLength(1);
  expect(await wallet()).toMatchObject({ held_cents: 0, available_cents: 100_000 });
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  return failed.job_result;
}

describe('a payment that a person has to confirm at the store', () => {
  it('is placed when the person finishes and answers', async () => {
    const { id, next_action: action } = await asked();
    shop.payAt(action.url);
    expect((await answer(id, action)).status).toBe(200);
    await expectPlaced(id);
  });

  it('is placed when the person finishes and never answers', async () => {
    const { id, next_action: action } = await asked();
    shop.payAt(action.url);
    await expectPlaced(id);
  });

  it('is placed when the person finished just before the time was up, and the store was down until then', async () => {
    const { id, next_action: action } = await asked();
    shop.payAt(action.url);
    shop.behave({ broken: true });
    expect((await follow(id, 'in_progress')).next_action.id).toBe(action.id);
    shop.behave({ escalates: 'at complete' });
    await expire(id);
    await expectPlaced(id);
  });

  it('is canceled at the store when the person never finishes, and only then is the money free', async () => {
    const order = await asked();
    const session = sessionOf(order);
    expect((await wallet()).held_cents).toBeGreaterThan(0);
    expect((await follow(order.id, 'in_progress')).next_action.id).toBe(order.next_action.id);
    expect(session.status).toBe('requires_escalation');
    await expire(order.id);
    const { error_type: type, error } = await expectNothingBought(order.id, session);
    expect([type, error]).toEqual(['action_expired', 'Nobody responded in time. Nothing was bought.']);
  });

  it('is canceled at the store when the person answers without having finished, and not tried again', async () => {
    const order = await asked();
    const session = sessionOf(order);
    expect((await answer(order.id, order.next_action)).status).toBe(200);
    const { error_type: type, error } = await expectNothingBought(order.id, session);
    expect(type).toBe('checkout_failed');
    expect(error).toContain('was not completed');
  });

  it.each([
    ['is down', { broken: true }],
    ['does not cancel', { ignoresCancel: true }],
  ])('goes to the operator, with its money held, when the store %s at the end', async (_name, faults) => {
    const { id, next_action: action } = await asked();
    const { held_cents: held } = await wallet();
    shop.behave(faults);
    await expire(id);
    const isForOperator = async () => {
      await follow(id, 'in_progress');
      const { rows } = await sql`select from orders where id = ${id} and needs_review_at is not null`.execute(
        system.database.db,
      );
      return rows.length === 1;
    };
    await expect.poll(isForOperator, { timeout: 15_000 }).toBe(true);
    expect((await wallet()).held_cents).toBe(held);
    expect(held).toBeGreaterThan(0);
    shop.behave();
    shop.payAt(action.url);
    expect(shop.soldUnder(id)).toBe(1);
  });
});
