import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
beforeAll(async () => {
  system = await startSystem({ withWorker: true, env: { SANDBOX_TIME_SCALE: '0.05' } });
  contract = await readContract(system);
});
afterAll(() => system.stop());

const patience = { timeout: 15_000, interval: 50 };
const urlOf = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;

async function buy(key: string, scenario: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await contract.post('/orders', key, orderFor(urlOf(scenario), more));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

// biome-ignore lint/suspicious/noExplicitAny: an order as the wire shows it.
async function until(key: string, id: string, isThere: (order: any) => boolean): Promise<any> {
  await expect.poll(async () => isThere((await contract.get(`/orders/${id}`, key)).body), patience).toBe(true);
  return (await contract.get(`/orders/${id}`, key)).body;
}

const milestonesOf = async (key: string, id: string): Promise<string[]> =>
  (await contract.get(`/orders/${id}/timeline`, key)).body.milestones.map((each: { type: string }) => each.type);

describe('stories of the sandbox, with a worker in the background', { timeout: 40_000 }, () => {
  it('mint, search, buy, watch it arrive', async () => {
    const minted = (await contract.post('/sandbox/keys', undefined, { name: 'story' })).body;
    const key = minted.api_key;
    expect((await contract.get('/sandbox/status', key)).body.claimed).toBe(false);
    const found = (await contract.get('/search?q=headphones', key)).body.results;
    const hit = found[0];
    const ordered = await contract.post('/orders', key, orderFor(hit.url, { max_price: hit.price * 2 + 5000 }), {
      'Idempotency-Key': 'my-first-order',
    });
    expect(ordered.status, ordered.text).toBe(201);
    const { id } = ordered.body;
    const seen = new Set<string>();
    const order = await until(key, id, (each) => {
      seen.add(each.status);
      return each.items[0].status === 'delivered';
    });
    expect(order.status).toBe('order_placed');
    expect([...seen].filter((status) => !['pending', 'in_progress', 'order_placed'].includes(status))).toEqual([]);
    expect(await milestonesOf(key, id)).toEqual([
      'order_created',
      'placement_started',
      'order_placed',
      'tracking_acquired',
      'shipped',
      'out_for_delivery',
      'delivered',
    ]);
    const { body: track } = await contract.get(`/track/${id}`);
    expect(track).toMatchObject({ current_status: 'order_placed', shipments: [{ status: 'delivered' }] });
    const { total } = order.job_result.price_components;
    const { body: wallet } = await contract.get('/wallet', key);
    expect(wallet).toMatchObject({ balance_cents: 1_000_000 - total, held_cents: 0 });
    expect(await system.simulator.purchases(id)).toHaveLength(1);
  });

  it('the example order of a minted key works as it is', async () => {
    const minted = (await contract.post('/sandbox/keys', undefined)).body;
    const { status, body } = await contract.post('/orders', minted.api_key, minted.example_order);
    expect(status).toBe(201);
    await until(minted.api_key, body.id, (order) => order.status === 'order_placed');
  });

  it('the retailer cancels, and everything comes back', async () => {
    const key = await system.mint();
    const id = await buy(key, 'retailer-cancels');
    const order = await until(key, id, (each) => each.status === 'cancelled_by_retailer');
    expect(order.items[0].status).toBe('cancelled');
    expect((await contract.get('/wallet', key)).body).toMatchObject({ balance_cents: 1_000_000, held_cents: 0 });
    expect((await contract.post(`/orders/${id}/cancel`, key)).status).toBe(409);
  });

  it('the package is lost', async () => {
    const key = await system.mint();
    const id = await buy(key, 'lost-parcel');
    await until(key, id, (each) => each.tracking_numbers[0]?.status === 'undeliverable');
    expect((await milestonesOf(key, id)).at(-1)).toBe('undeliverable');
    expect((await contract.get(`/track/${id}`)).body.shipments[0].status).toBe('undeliverable');
  });

  it('the answer of the store is lost, and still exactly one purchase is made', async () => {
    const key = await system.mint();
    const id = await buy(key, 'timeout-after-placing');
    const order = await until(key, id, (each) => each.status === 'order_placed');
    expect(order.attempts).toBe(1);
    expect(await system.simulator.purchases(id)).toHaveLength(1);
    expect((await contract.get('/wallet', key)).body).toMatchObject({ balance_cents: 1_000_000 - 1999, held_cents: 0 });
  });

  it('two transient failures, then success at the third attempt', async () => {
    const key = await system.mint();
    const id = await buy(key, 'flaky');
    const order = await until(key, id, (each) => each.status === 'order_placed');
    expect(order.attempts).toBe(3);
    expect(await system.simulator.purchases(id)).toHaveLength(1);
  });

  it('a locked account ends the order after five attempts', async () => {
    const key = await system.mint();
    const id = await buy(key, 'account-locked');
    const order = await until(key, id, (each) => each.status === 'order_failed');
    expect(order).toMatchObject({ attempts: 5, job_result: { success: false, error_type: 'account_locked' } });
    expect((await contract.get('/wallet', key)).body).toMatchObject({ balance_cents: 1_000_000, held_cents: 0 });
  });

  it('two packages arrive one after the other', async () => {
    const key = await system.mint();
    const id = await buy(key, 'split-shipment', {
      products: [{ url: urlOf('split-shipment') }, { url: urlOf('success') }],
    });
    const order = await until(key, id, (each) =>
      each.items.every((item: { status: string }) => item.status === 'delivered'),
    );
    expect(order.tracking_numbers).toHaveLength(2);
    expect(new Set(order.tracking_numbers.map((each: { tracking_number: string }) => each.tracking_number)).size).toBe(
      2,
    );
  });

  it('the slow checkout gets there too', async () => {
    const key = await system.mint();
    const id = await buy(key, 'slow');
    await until(key, id, (each) => each.status === 'order_placed');
    expect((await contract.post(`/orders/${id}/cancel`, key)).status).toBe(409);
  });

  it('leaves a balanced ledger', async () => {
    expect(await purchaseProblems(system.database.db)).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('a customer who changes their mind', () => {
  it('cancels before the worker starts: nothing is bought, and all money is released', async () => {
    const idle = await startSystem();
    try {
      const key = await idle.mint();
      const { body } = await idle.post('/orders', key, orderFor(`${idle.url}/shop/products/test-success`));
      expect((await idle.post(`/orders/${body.id}/cancel`, key)).status).toBe(204);
      idle.queue.start();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const order = (await idle.get(`/orders/${body.id}`, key)).body;
      expect(order).toMatchObject({ status: 'cancelled', items: [{ status: 'cancelled' }] });
      expect(await idle.simulator.countPurchases()).toBe(0);
      expect((await idle.get('/wallet', key)).body).toMatchObject({ available_cents: 1_000_000, held_cents: 0 });
      expect(await purchaseProblems(idle.database.db)).toEqual([]);
    } finally {
      await idle.stop();
    }
  });

  it('races the worker: one of them wins, never both', async () => {
    const racing = await startSystem({ withWorker: true });
    try {
      const key = await racing.mint();
      const product = `${racing.url}/shop/products/test-success`;
      const cancelled = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const { body } = await racing.post('/orders', key, orderFor(product));
          return (await racing.post(`/orders/${body.id}/cancel`, key)).status;
        }),
      );
      expect(cancelled.filter((status) => status !== 204 && status !== 409)).toEqual([]);
      await expect.poll(() => purchaseProblems(racing.database.db), patience).toEqual([]);
      const total = (await racing.get('/orders?status_filter=cancelled', key)).body.total;
      expect(total).toBe(cancelled.filter((status) => status === 204).length);
      expect(await ledgerProblems(racing.database.db)).toEqual([]);
    } finally {
      await racing.stop();
    }
  });
});
