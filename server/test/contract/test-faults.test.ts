import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testFaults } from '../../src/connectors/contract.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem({ withWorker: true, withLive: true });
  key = (await system.account('test')).key;
});
afterAll(() => system.stop());

const body = (more = {}) => orderFor(`${system.url}/shop/products/test-success`, more);
const withFault = (fault: string) => ({ 'errand-test-fault': fault });
const read = async (path: string) => (await system.get(path, key)).body;

/** What docs/guides/test-faults.md promises for each fault, in its table. */
async function promised(): Promise<Map<string, Record<'status' | 'error_type' | 'attempts' | 'events', string>>> {
  const page = await readFile(new URL('../../../docs/guides/test-faults.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[a-z_]+` \|/.test(line));
  return new Map(
    rows.map((row) => {
      const [fault = '', status = '', errorType = '', attempts = '', events = ''] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim());
      return [fault, { status, error_type: errorType, attempts, events }];
    }),
  );
}

async function advanced(clock: string, seconds: number): Promise<void> {
  await system.post(`/sandbox/clocks/${clock}/advance`, key, { by_seconds: seconds });
  for (;;) {
    if ((await read(`/sandbox/clocks/${clock}`)).status === 'ready') return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe('Errand-Test-Fault', () => {
  it('makes each order end as the docs say, bought once at most, and every cent accounted for', async () => {
    const { id: clock } = (await system.post('/sandbox/clocks', key, {})).body;
    const ids = new Map<string, string>();
    for (const fault of testFaults) {
      const made = await system.post('/orders', key, body({ test_clock: clock }), withFault(fault));
      expect(made.status, made.text).toBe(201);
      ids.set(fault, made.body.id);
    }
    await advanced(clock, 3600);
    const docs = await promised();
    expect([...docs.keys()].sort()).toEqual([...testFaults].sort());
    let charged = 0;
    for (const [fault, id] of ids) {
      const order = await read(`/orders/${id}`);
      const { events } = await read(`/events?order_id=${id}`);
      const seen = {
        status: order.status,
        error_type: order.job_result?.error_type ?? '',
        attempts: String(order.attempts),
        events: [...new Set(events.map(({ type }: { type: string }) => type))].join(', '),
      };
      expect([fault, seen]).toEqual([fault, docs.get(fault)]);
      const purchases = await system.simulator.purchases(id);
      expect([fault, purchases.length]).toEqual([fault, order.status === 'order_failed' ? 0 : 1]);
      if (order.status === 'order_placed') charged += order.job_result.price_components.total;
    }
    const wallet = await read('/wallet');
    expect([wallet.held_cents, wallet.balance_cents]).toEqual([0, 1_000_000 - charged]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('shows the lost package, the last attempt’s reason, and the unknown outcome', async () => {
    const { id: clock } = (await system.post('/sandbox/clocks', key, {})).body;
    const order = async (fault: string) =>
      (await system.post('/orders', key, body({ test_clock: clock }), withFault(fault))).body.id;
    const [limited, late, lost] = [await order('rate_limited'), await order('late_sale'), await order('lost_parcel')];
    await advanced(clock, 1);
    expect((await read(`/orders/${limited}`)).last_attempt).toMatchObject({ reason: 'retailer_rate_limited' });
    expect((await read(`/orders/${late}`)).status).toBe('in_progress');
    await advanced(clock, 60);
    expect((await read(`/orders/${late}`)).status).toBe('order_placed');
    expect((await read(`/orders/${lost}`)).tracking_numbers[0].status).toBe('undeliverable');
  });

  it('returns 422 if it is unknown or the key is live; nothing is written', async () => {
    const live = (await system.account('live')).key;
    const before = await rowCounts(system.database.db);
    for (const [of, fault] of [
      [key, 'earthquake'],
      [key, ''],
      [live, 'price_rise'],
      [live, 'earthquake'],
    ] as const) {
      const answer = await system.post('/orders', of, body(), withFault(fault));
      expect([answer.status, answer.body.detail?.[0].loc], `${fault}: ${answer.text}`).toEqual([
        422,
        ['header', 'Errand-Test-Fault'],
      ]);
    }
    const after = await rowCounts(system.database.db);
    expect([after.orders, after.ledger_transfers]).toEqual([before.orders, before.ledger_transfers]);
  });

  it('is part of what an idempotency key stands for', async () => {
    const once = { 'idempotency-key': 'with-a-fault' };
    const first = await system.post('/orders', key, body(), { ...once, ...withFault('out_of_stock') });
    const again = await system.post('/orders', key, body(), { ...once, ...withFault('out_of_stock') });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect((await system.post('/orders', key, body(), once)).status).toBe(409);
  });
});
