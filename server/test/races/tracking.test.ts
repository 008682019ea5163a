import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trackOrder } from '../../src/domains/delivery/tracking/index.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let one: TestSystem;
let two: TestSystem;
let key: string;
// The clock stands still, even during a sleep: packages move only manually.
const clock = { ...fakeClock(), sleep: async () => {} };
beforeAll(async () => {
  one = await startSystem({ clock, env: { SANDBOX_TIME_SCALE: '1' }, isPatient: true });
  two = await startSystem({
    databaseUrl: one.databaseUrl,
    clock,
    env: { SANDBOX_TIME_SCALE: '1', PUBLIC_URL: one.url },
  });
  key = await one.mint();
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

async function placed(scenario: string, count: number): Promise<string[]> {
  const order = async (): Promise<string> =>
    (await one.post('/orders', key, orderFor(`${one.url}/shop/products/test-${scenario}`))).body.id;
  const ids = await Promise.all(Array.from({ length: count }, order));
  clock.advance(1000);
  await one.queue.drain();
  for (const id of ids) expect((await one.get(`/orders/${id}`, key)).body.status).toBe('order_placed');
  return ids;
}

const follow = (system: TestSystem, id: string) => trackOrder(system, id, new AbortController().signal);

const advance = (system: TestSystem, id: string, to: string) =>
  system.post(`/sandbox/orders/${id}/advance`, key, { to });

async function transfersOf(id: string, kind: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ledger_transfers where cause_id = ${id} and kind = ${kind}`.execute(one.database.db);
  return rows[0]!.n;
}

describe('a package that is moved manually while its order is tracked', () => {
  it('arrives once, no matter which worker sees it first', { timeout: 60_000 }, async () => {
    const ids = await placed('split-shipment', 8);
    await Promise.all(
      ids.flatMap((id) => [
        advance(one, id, 'delivered'),
        ...Array.from({ length: 6 }, (_, index) => follow(index % 2 ? one : two, id)),
        one.queue.drain(),
        two.queue.drain(),
      ]),
    );
    for (const id of ids) {
      await follow(one, id);
      const order = (await one.get(`/orders/${id}`, key)).body;
      expect(order.status).toBe('order_placed');
      expect(order.items.map((item: { status: string }) => item.status)).toEqual(['delivered']);
      const numbers = order.tracking_numbers.map((parcel: { tracking_number: string }) => parcel.tracking_number);
      expect(new Set(numbers).size).toBe(numbers.length);
      for (const parcel of order.tracking_numbers) {
        expect(parcel.status).toBe('delivered');
        const scans = parcel.checkpoints.map((scan: { checkpoint_time: string; message: string }) =>
          JSON.stringify(scan),
        );
        expect(new Set(scans).size).toBe(scans.length);
      }
    }
  });

  it('canceled by the retailer, is refunded exactly once', { timeout: 60_000 }, async () => {
    const ids = await placed('success', 10);
    const answers = await Promise.all(
      ids.flatMap((id) => [
        advance(one, id, 'cancelled_by_retailer'),
        advance(two, id, 'cancelled_by_retailer'),
        ...Array.from({ length: 6 }, (_, index) => follow(index % 2 ? one : two, id).then(() => null)),
      ]),
    );
    expect(answers.filter((answer) => answer !== null && answer.status >= 500)).toEqual([]);
    for (const id of ids) {
      await follow(two, id);
      const { status } = (await one.get(`/orders/${id}`, key)).body;
      expect(status).toBe('cancelled_by_retailer');
      expect(await transfersOf(id, 'refund')).toBe(1);
    }
    await one.queue.drain();
    expect(await purchaseProblems(one.database.db)).toEqual([]);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
  });
});
